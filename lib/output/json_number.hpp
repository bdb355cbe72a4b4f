#pragma once

#include <string>

namespace kgpu::output {

/// The shortest text that reads back as the same double: `1e+300`.
[[nodiscard]] std::string shortest_number(double value);

}  // namespace kgpu::output
