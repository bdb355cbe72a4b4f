// Prints what resolve_access makes of the environment and of `[--kubeconfig FILE] [--context NAME]`, as JSON, for
// compare.py. Exit 1 with the message when it refuses.
#include "kgpu/base/error.hpp"
#include "kgpu/kube/kubeconfig.hpp"

#include <nlohmann/json.hpp>

#include <cstdlib>
#include <iostream>
#include <string>
#include <string_view>

namespace {

using namespace kgpu::kube;

nlohmann::json login_json(const Login& login) {
  if (const auto* token = std::get_if<TokenLogin>(&login)) {
    return {{"token", token->token}};
  }
  if (const auto* file = std::get_if<TokenFileLogin>(&login)) {
    return {{"tokenFile", file->path}};
  }
  if (const auto* basic = std::get_if<BasicLogin>(&login)) {
    return {{"username", basic->username}, {"password", basic->password}};
  }
  if (const auto* exec = std::get_if<ExecLogin>(&login)) {
    nlohmann::json env = nlohmann::json::array();
    for (const auto& [name, value] : exec->env) {
      env.push_back({{"name", name}, {"value", value}});
    }
    return {
        {"exec", {{"apiVersion", exec->api_version}, {"command", exec->command}, {"args", exec->args}, {"env", env}}}};
  }
  return nlohmann::json::object();
}

nlohmann::json access_json(const Access& access) {
  return {{"server", access.server},
          {"context", access.context},
          {"cluster", access.cluster},
          {"user", access.user},
          {"namespace", access.name_space},
          {"tls-server-name", access.tls_server_name},
          {"insecure-skip-tls-verify", access.insecure_skip_tls_verify},
          {"proxy-url", access.proxy_url},
          {"ca", access.ca_pem.value_or("")},
          {"certificate", access.client_certificate_pem},
          {"key", access.client_key_pem},
          {"as", access.impersonation.user},
          {"login", login_json(access.login)}};
}

}  // namespace

int main(int argc, char** argv) {
  ConfigFlags flags;
  for (int i = 1; i + 1 < argc; i += 2) {
    const std::string_view name = argv[i];
    (name == "--kubeconfig" ? flags.kubeconfig : flags.context) = argv[i + 1];
  }
  const kgpu::system::RealFiles files;
  const auto variable = [](std::string_view name) {
    const char* value = std::getenv(std::string(name).c_str());
    return value == nullptr ? std::nullopt : std::optional<std::string>(value);
  };
  try {
    const auto warn = [](const std::string& sentence) { std::cerr << sentence << '\n'; };
    std::cout << access_json(resolve_access(flags, {.files = files, .variable = variable, .warn = warn})).dump()
              << '\n';
    return 0;
  } catch (const kgpu::Error& error) {
    std::cerr << error.what() << '\n';
    return 1;
  }
}
