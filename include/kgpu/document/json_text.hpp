#pragma once

#include "kgpu/output/json.hpp"

#include <string>
#include <string_view>

namespace kgpu::document {

/// One JSON value, nothing but white space after it: what an API server answered, a dump, a manifest written as JSON.
/// Members keep their order; of a key that comes twice the last counts, as in Go. Refuses nesting beyond 200. Throws
/// Error{data} that begins with `name`.
[[nodiscard]] output::Json read_json(std::string_view text, const std::string& name);

}  // namespace kgpu::document
