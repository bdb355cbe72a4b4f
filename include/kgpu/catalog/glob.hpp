#pragma once

#include <string_view>

namespace kgpu::catalog {

/// Whether all of `text` matches `pattern`, in which `*` stands for any run of characters, also an empty one.
[[nodiscard]] bool glob_matches(std::string_view pattern, std::string_view text);

[[nodiscard]] inline bool is_glob(std::string_view pattern) {
  return pattern.find('*') != std::string_view::npos;
}

}  // namespace kgpu::catalog
