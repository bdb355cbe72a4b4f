#pragma once

#include <string>
#include <string_view>

namespace kgpu::kube {

struct ServerUrl {
  std::string url;  ///< with scheme, without query and slash at the end
  bool is_https = false;
  bool had_scheme = false;  ///< `10.0.0.1:6443` is taken as http, as kubectl does (1.5)
};

/// Throws Error{data} beginning with `where` for what is no address of a server.
[[nodiscard]] ServerUrl parse_server(std::string_view text, const std::string& where);

/// Throws Error{data} with kubectl's sentence for a scheme that is none of http, https, socks5 (1.7).
void check_proxy_url(const std::string& proxy_url, const std::string& cluster);

}  // namespace kgpu::kube
