#pragma once

#include "fake_files.hpp"

#include "kgpu/base/error.hpp"
#include "kgpu/kube/kubeconfig.hpp"

#include <map>
#include <string>
#include <vector>

namespace kgpu::testing {

/// Where a configuration is read from, in memory. KUBECONFIG names the file `config`.
struct ConfigDesk {
  FakeFiles files;
  std::map<std::string, std::string, std::less<>> variables = {{"HOME", "/home/me"}, {"KUBECONFIG", "config"}};
  std::vector<std::string> warnings;

  ConfigDesk() = default;
  explicit ConfigDesk(std::string config) { files.texts["config"] = std::move(config); }

  [[nodiscard]] kube::ConfigSources sources() {
    return {.files = files,
            .variable =
                [this](std::string_view name) {
                  const auto found = variables.find(name);
                  return found == variables.end() ? std::nullopt : std::optional(found->second);
                },
            .warn = [this](const std::string& sentence) { warnings.push_back(sentence); }};
  }
  [[nodiscard]] kube::Access resolve(const kube::ConfigFlags& flags = {}) {
    return kube::resolve_access(flags, sources());
  }
  /// The message of the refusal, its hint on a second line; empty when there is none.
  [[nodiscard]] std::string refusal(const kube::ConfigFlags& flags = {}) {
    try {
      (void)resolve(flags);
      return {};
    } catch (const Error& error) {
      return error.what() + (error.hint().empty() ? "" : "\n" + error.hint());
    }
  }
};

/// A kubeconfig with one context `dev` of cluster `k` and user `u`; `cluster` and `user` are lines of their entries,
/// each indented by four spaces.
inline std::string one_context(const std::string& cluster = "    server: https://k.test\n",
                               const std::string& user = "    token: t0\n", const std::string& more = {}) {
  return "apiVersion: v1\nkind: Config\ncurrent-context: dev\n"
         "contexts:\n- name: dev\n  context: {cluster: k, user: u}\n"
         "clusters:\n- name: k\n  cluster:\n" +
         cluster + "users:\n- name: u\n  user:\n" + user + more;
}

/// What a PEM block looks like; nothing reads what is in it.
inline const std::string k_some_certificate = "-----BEGIN CERTIFICATE-----\nMIIB\n-----END CERTIFICATE-----\n";
inline const std::string k_some_key = "-----BEGIN EC PRIVATE KEY-----\nMHcC\n-----END EC PRIVATE KEY-----\n";

}  // namespace kgpu::testing
