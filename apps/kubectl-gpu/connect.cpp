#include "connect.hpp"

#include "build.hpp"

#include "kgpu/http/client.hpp"
#include "kgpu/http/proxy.hpp"
#include "kgpu/kube/credential.hpp"
#include "kgpu/kube/kubeconfig.hpp"
#include "kgpu/system/interrupt.hpp"

#include <ostream>
#include <random>

namespace kgpu::app {
namespace {

#if defined(__APPLE__)
constexpr std::string_view k_system = "darwin";
#else
constexpr std::string_view k_system = "linux";
#endif
#if defined(__aarch64__)
constexpr std::string_view k_machine = "arm64";
#else
constexpr std::string_view k_machine = "amd64";
#endif

/// What is the same for every transport of a connection; a plugin's certificate may change.
http::ClientSettings settings_of(const kube::Access& access, const kube::Credential& credential,
                                 const commands::Env& env) {
  http::ClientSettings settings;
  settings.tls.ca_pem = access.ca_pem;
  const bool has_own = !credential.certificate_pem.empty();
  settings.tls.certificate_pem = has_own ? credential.certificate_pem : access.client_certificate_pem;
  settings.tls.key_pem = has_own ? credential.key_pem : access.client_key_pem;
  settings.tls.server_name = access.tls_server_name;
  settings.tls.skip_verification = access.insecure_skip_tls_verify;
  settings.proxy = http::choose_proxy(access.server, access.proxy_url, env.variable);
  settings.user_agent = user_agent();
  settings.compression = !access.disable_compression;
  settings.http2 = env.variable("DISABLE_HTTP2").value_or("").empty();  // client-go's way out
  settings.cancelled = &system::interrupted();
  return settings;
}

std::function<double()> jitter() {
  return [engine = std::mt19937(std::random_device()())]() mutable {
    return std::uniform_real_distribution<double>(0, 1)(engine);
  };
}

}  // namespace

std::string user_agent() {
  return "kubectl-gpu/" + std::string(k_version) + " (" + std::string(k_system) + "/" + std::string(k_machine) +
         ") kubernetes/" + std::string(k_commit.substr(0, 7));
}

std::unique_ptr<kube::Connection> connect(const kube::ConfigFlags& flags, commands::Env& env) {
  system::watch_for_interrupts();
  const auto print = [&env](const std::string& line) { env.err << line << std::endl; };  // seen while we wait
  kube::Access access = kube::resolve_access(
      flags, {.files = env.files, .variable = env.variable, .warn = [print](const std::string& sentence) {
                print("warning: " + sentence);
              }});
  auto credentials = kube::make_credentials(access, {.files = env.files,
                                                     .processes = env.processes,
                                                     .variable = env.variable,
                                                     .now = env.now,
                                                     .stdin_is_terminal = env.in_is_terminal});
  const auto transport = [access, &env](const kube::Credential& credential) {
    return http::make_client(settings_of(access, credential, env));
  };
  return kube::make_connection({.access = std::move(access),
                                .credentials = std::move(credentials),
                                .transport = transport,
                                .warn = print,
                                .log = print,
                                .jitter = jitter(),
                                .user_agent = user_agent(),
                                .monotonic = {}});
}

}  // namespace kgpu::app
