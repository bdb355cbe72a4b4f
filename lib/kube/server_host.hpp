#pragma once

#include <string>
#include <string_view>

namespace kgpu::kube {

/// `host:port` of a server's URL as it stands there, without user and path.
[[nodiscard]] std::string server_host_and_port(std::string_view server);

/// The host alone, lower case; IPv6 without brackets.
[[nodiscard]] std::string server_host(std::string_view server);

[[nodiscard]] bool is_plain_http(std::string_view server);

}  // namespace kgpu::kube
