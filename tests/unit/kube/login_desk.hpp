#pragma once

#include "fake_files.hpp"
#include "fake_processes.hpp"

#include "kgpu/base/error.hpp"
#include "kgpu/kube/credential.hpp"

#include <memory>
#include <optional>
#include <string>

namespace kgpu::testing {

inline constexpr const char* k_beta = "client.authentication.k8s.io/v1beta1";

/// An ExecCredential with that status, as flow YAML or JSON.
inline std::string exec_credential(const std::string& status, const std::string& version = k_beta) {
  return "{\"kind\": \"ExecCredential\", \"apiVersion\": \"" + version + "\", \"status\": " + status + "}\n";
}

/// A login with files, children and a clock in memory.
struct LoginDesk {
  FakeFiles files;
  FakeProcesses processes;
  kube::Instant now = std::chrono::sys_days(std::chrono::year(2026) / 8 / 1) + std::chrono::hours(12);
  bool stdin_is_terminal = false;
  kube::Access access;
  kube::ExecLogin exec;
  std::string output = exec_credential(R"({"token": "t1"})");  ///< of the plugin

  LoginDesk() {
    access.server = "https://k.test";
    exec.api_version = k_beta;
    exec.command = "aws";
    processes.on_path["aws"] = "/bin/aws";
    processes.answer = [this](const system::ProcessRequest&) { return system::ProcessResult{.output = output}; };
  }

  [[nodiscard]] std::unique_ptr<kube::CredentialSource> log_in() {
    return kube::make_credentials(access, {.files = files,
                                           .processes = processes,
                                           .variable = [](std::string_view) { return std::nullopt; },
                                           .now = [this] { return now; },
                                           .stdin_is_terminal = stdin_is_terminal});
  }
  [[nodiscard]] std::unique_ptr<kube::CredentialSource> log_in_by_plugin() {
    access.login = exec;
    return log_in();
  }
  /// What the first request's login fails with, its hint on further lines; empty when it does not.
  [[nodiscard]] std::string refusal() {
    try {
      (void)log_in_by_plugin()->current();
      return {};
    } catch (const Error& error) {
      return error.what() + (error.hint().empty() ? "" : "\n" + error.hint());
    }
  }
};

}  // namespace kgpu::testing
