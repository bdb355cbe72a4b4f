#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>

namespace kgpu::http {

using Variable = std::function<std::optional<std::string>(std::string_view name)>;

/// The proxy for a URL, by Go's rules (kubernetes-client 1.7): `configured` (a cluster's proxy-url) wins and ignores
/// NO_PROXY; else HTTPS_PROXY or HTTP_PROXY less NO_PROXY; never ALL_PROXY; never for localhost. Returned in libcurl's
/// words, `socks5h://` for Go's `socks5://`, with the port spelled out; empty when none.
/// Throws Error{data} for a scheme other than http, https, socks5.
[[nodiscard]] std::string choose_proxy(std::string_view url, std::string_view configured, const Variable& variable);

}  // namespace kgpu::http
