// kubernetes-client 58: the user's own policy for credential plugins, from kuberc (1.9). The files are those of
// Kubernetes' announcement of 1.35; `command` took the place of `name` since.
#include "config_desk.hpp"

#include <doctest/doctest.h>

using kgpu::kube::ConfigFlags;
using kgpu::kube::ExecLogin;
using kgpu::testing::ConfigDesk;
using kgpu::testing::one_context;
using Policy = ExecLogin::Policy;

namespace {

const std::string k_head = "apiVersion: kubectl.config.k8s.io/v1beta1\nkind: Preference\n";

ConfigDesk desk_with(const std::string& kuberc) {
  ConfigDesk desk(one_context("    server: https://k.test\n",
                              "    exec: {apiVersion: client.authentication.k8s.io/v1beta1, command: aws}\n"));
  desk.files.texts["/home/me/.kube/kuberc"] = kuberc;
  return desk;
}

ExecLogin login_of(ConfigDesk& desk, const ConfigFlags& flags = {}) {
  return std::get<ExecLogin>(desk.resolve(flags).login);
}

}  // namespace

TEST_CASE("kuberc: policies") {
  ConfigDesk desk = desk_with(k_head);
  CHECK(login_of(desk).policy == Policy::allow_all);
  desk = desk_with(k_head + "credentialPluginPolicy: AllowAll\n");
  CHECK(login_of(desk).policy == Policy::allow_all);
  desk = desk_with(k_head + "credentialPluginPolicy: DenyAll\n");
  CHECK(login_of(desk).policy == Policy::deny_all);
  desk = desk_with(k_head +
                   "credentialPluginPolicy: Allowlist\ncredentialPluginAllowlist:\n- name: /usr/local/bin/login\n"
                   "- command: get-identity\n");
  CHECK(login_of(desk).policy == Policy::allowlist);
  CHECK(login_of(desk).allowed == std::vector<std::string>{"/usr/local/bin/login", "get-identity"});
}

TEST_CASE("kuberc: where it is, and how it is switched off") {
  ConfigDesk desk = desk_with(k_head + "credentialPluginPolicy: DenyAll\n");
  desk.files.texts["other"] = k_head;
  ConfigFlags flags;
  flags.kuberc = "other";
  CHECK(login_of(desk, flags).policy == Policy::allow_all);
  flags.kuberc = "off";
  CHECK(login_of(desk, flags).policy == Policy::allow_all);
  flags.kuberc = "missing";
  CHECK(desk.refusal(flags).starts_with("open missing: no such file or directory\n"));
  desk.variables["KUBERC"] = "other";
  CHECK(login_of(desk).policy == Policy::allow_all);
  desk.variables["KUBERC"] = "off";
  CHECK(login_of(desk).policy == Policy::allow_all);
  desk.variables.erase("KUBERC");
  desk.variables["KUBECTL_KUBERC"] = "false";
  CHECK(login_of(desk).policy == Policy::allow_all);
}

TEST_CASE("kuberc: what cannot be understood is not passed over") {
  const auto refusal = [](const std::string& text) {
    ConfigDesk desk = desk_with(text);
    return desk.refusal();
  };
  CHECK(refusal(k_head + "credentialPluginPolicy: Deny\n") ==
        "cannot use the kuberc /home/me/.kube/kuberc:3: unknown credentialPluginPolicy 'Deny' (one of: AllowAll, "
        "DenyAll, Allowlist)\nKUBERC=off leaves it out");
  CHECK(refusal(k_head + "credentialPluginAllowlist: [{name: aws}]\n")
            .starts_with("cannot use the kuberc /home/me/.kube/kuberc:3: credentialPluginAllowlist needs "));
  CHECK(refusal(k_head + "---\ncredentialPluginPolicy: DenyAll\n")
            .starts_with("cannot use the kuberc /home/me/.kube/kuberc: more than one document"));
  CHECK(refusal("[").starts_with("cannot use the kuberc /home/me/.kube/kuberc:"));
}
