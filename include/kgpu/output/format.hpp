#pragma once

#include <cstdint>
#include <initializer_list>
#include <span>
#include <string_view>

namespace kgpu::output {

enum class Format : std::uint8_t { table, wide, json, yaml, csv, name };

[[nodiscard]] std::string_view to_string(Format format);

/// The format of that name among `allowed`; throws Error{usage} with the valid values otherwise.
[[nodiscard]] Format parse_format(std::string_view text, std::span<const Format> allowed);

}  // namespace kgpu::output
