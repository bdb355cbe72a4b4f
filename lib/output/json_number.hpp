#pragma once

#include <string>

namespace kgpu::output {

/// A short text that reads back as the same double, in JSON and in YAML 1.1: `1.0e+300`. Never bare digits.
[[nodiscard]] std::string shortest_number(double value);

}  // namespace kgpu::output
