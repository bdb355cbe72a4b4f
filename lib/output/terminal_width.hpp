#pragma once

#include <cstddef>
#include <string_view>

namespace kgpu::output {

/// Columns a terminal needs for UTF-8 text without control characters: two for East Asian wide characters and emoji,
/// none for combining marks. Not the C library's, for that depends on the locale.
[[nodiscard]] std::size_t terminal_width(std::string_view text);

}  // namespace kgpu::output
