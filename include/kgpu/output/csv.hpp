#pragma once

#include <span>
#include <string>

namespace kgpu::output {

/// One line of RFC 4180, LF at its end: a cell with a comma, a quote or a line break stands in quotes.
[[nodiscard]] std::string csv_line(std::span<const std::string> cells);

}  // namespace kgpu::output
