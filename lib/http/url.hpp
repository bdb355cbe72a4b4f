#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace kgpu::http {

/// A URL in its parts, as libcurl's own parser splits it.
struct Url {
  std::string scheme;    ///< lower case
  std::string user;      ///< percent-encoded
  std::string password;  ///< percent-encoded, secret
  std::string host;      ///< lower case; IPv6 without brackets
  std::string port;      ///< empty when not given

  /// `host` as it stands in a URL: IPv6 in brackets.
  [[nodiscard]] std::string host_in_url() const;
};

/// Empty when it is no URL with a scheme and a host. Any scheme is read.
[[nodiscard]] std::optional<Url> parse_url(std::string_view text);

}  // namespace kgpu::http
