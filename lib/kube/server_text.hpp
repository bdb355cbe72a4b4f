#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace kgpu::kube {

/// Words of a server, fit for a terminal: control characters as `^[`, line ends as spaces, other marks as `printable`
/// writes them, at most `limit` characters.
[[nodiscard]] std::string neutralised(std::string_view text, std::size_t limit = 4096);

/// The start of a body that is no answer of Kubernetes: tags out, white space run together, at most 200 characters
/// (kubernetes-client 11.5).
[[nodiscard]] std::string excerpt(std::string_view body);

/// `application/json` of `Application/JSON; charset=utf-8`.
[[nodiscard]] std::string media_type(std::string_view content_type);

}  // namespace kgpu::kube
