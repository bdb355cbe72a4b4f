#pragma once

#include <string>
#include <string_view>

namespace kgpu::collect {

/// An HTTP `Date`, `Sun, 22 Nov 2026 01:38:51 GMT`, as RFC 3339; empty for what is none.
[[nodiscard]] std::string rfc3339_of_http_date(std::string_view date);

}  // namespace kgpu::collect
