#pragma once

#include "kgpu/output/json.hpp"

#include <initializer_list>
#include <span>
#include <string>
#include <string_view>

namespace kgpu::document {

/// One JSON value, nothing but white space after it: what an API server answered, a dump, a manifest written as JSON.
/// Members keep their order; of a key that comes twice the last counts, as in Go. Refuses nesting beyond 200. Throws
/// Error{data} that begins with `name`.
[[nodiscard]] output::Json read_json(std::string_view text, const std::string& name);

using Path = std::initializer_list<std::string_view>;

/// The value that the members lead to; null where one of them is missing or no object.
[[nodiscard]] const output::Json* value_at(const output::Json& value, Path path);
/// The text there; empty when there is none, or something else.
[[nodiscard]] std::string text_at(const output::Json& value, Path path);
/// The items there; none when there is no list.
[[nodiscard]] std::span<const output::Json> items_at(const output::Json& value, Path path);

}  // namespace kgpu::document
