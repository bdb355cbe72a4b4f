#pragma once

#include "url.hpp"

#include <string_view>

namespace kgpu::http {

/// Whether a host is reached without the environment's proxy, by the rules of Go's golang.org/x/net/http/httpproxy:
/// localhost and loopback addresses always, else what NO_PROXY lists: domain, .domain, *.domain, host:port, IP, CIDR,
/// *.
[[nodiscard]] bool bypasses_proxy(const Url& target, std::string_view port, std::string_view no_proxy);

}  // namespace kgpu::http
