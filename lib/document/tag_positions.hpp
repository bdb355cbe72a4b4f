#pragma once

#include "tag_scanner.hpp"

#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace kgpu::document {

/// Which tags a template has, and where.
struct TagUse {
  /// Name and first line of each.
  using Names = std::map<std::string, std::size_t, std::less<>>;
  Names variables;
  Names sections;
  /// Those of the variables that stand for a YAML scalar at least once; the rest stand in comments only.
  std::set<std::string, std::less<>> scalars;
};

/// Holds every tag to its place: a whole YAML scalar (value, list item, flow element, mapping key) or inside a
/// comment. Inside quotes, beside other characters, or where a section could take away the `#` before it, a tag is
/// refused with Error{data} `NAME:LINE: …`.
[[nodiscard]] TagUse check_tag_positions(std::string_view name, const std::vector<TemplateToken>& tokens);

}  // namespace kgpu::document
