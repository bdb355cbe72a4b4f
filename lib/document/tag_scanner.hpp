#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace kgpu::document {

/// A piece of a template.
struct TemplateToken {
  enum class Kind : std::uint8_t { text, variable, open, open_inverted, close };
  Kind kind{};
  std::string_view text;  ///< a text's characters, or a tag's name
  std::size_t line = 1;   ///< where it begins, from 1
  std::size_t match = 0;  ///< for `open` the index of its `close`, and the other way round
};

/// The template cut at its tags. Refused with Error{data} `NAME:LINE: …`: unescaped tags (`{{{`, `{{&`), partials,
/// changed delimiters, names other than `[a-z0-9_]+`, sections that do not nest. Comments (`{{! …}}`) are left out.
[[nodiscard]] std::vector<TemplateToken> scan_tags(std::string_view name, std::string_view text);

/// The same template without the lines that hold nothing but section tags and comments: the tags stay, the line ends
/// and what indents them go, so that a section leaves no blank line behind, shown or not.
[[nodiscard]] std::string without_standalone_lines(std::string_view text);

}  // namespace kgpu::document
