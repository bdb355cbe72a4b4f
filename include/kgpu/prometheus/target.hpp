#pragma once

#include <string>
#include <string_view>

namespace kgpu::prometheus {

/// What `--prometheus` names: a URL asked directly, or a Service asked through the API server.
struct Target {
  enum class Way { url, service };
  Way way = Way::url;
  std::string url;         ///< without user, query and a slash at the end: `https://host/prefix`
  std::string user;        ///< from `user:password@` in the URL; empty: none
  std::string password;    ///< secret
  std::string name_space;  ///< of the Service
  std::string service;
  std::string port;    ///< a number or the port's name
  bool https = false;  ///< the API server speaks TLS to the Service, without verifying it
  std::string prefix;  ///< the server's route prefix, `/prometheus`; empty: none
};

/// `http(s)://[USER[:PASSWORD]@]HOST[:PORT][/PREFIX]` or `NAMESPACE/[https:]SERVICE:PORT[/PREFIX]`. Throws
/// Error{usage}; a password is never in the message.
[[nodiscard]] Target parse_target(std::string_view text);

/// The path of an endpoint below the API server, through the Service's proxy (kubernetes-client 6):
/// `/api/v1/namespaces/NS/services/https:NAME:PORT/proxy/PREFIX/api/v1/query`.
[[nodiscard]] std::string proxy_path(const Target& target, std::string_view endpoint);

/// Fit to be shown: no user, no password.
[[nodiscard]] std::string describe(const Target& target);

}  // namespace kgpu::prometheus
