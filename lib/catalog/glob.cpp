#include "kgpu/catalog/glob.hpp"

namespace kgpu::catalog {

bool glob_matches(std::string_view pattern, std::string_view text) {
  std::size_t p = 0, t = 0;
  // Where to go on after the newest `*` when what follows it does not match: it takes one character more.
  std::size_t after_star = std::string_view::npos, retry = 0;
  while (t < text.size()) {
    if (p < pattern.size() && pattern[p] == '*') {
      after_star = ++p;
      retry = t;
    } else if (p < pattern.size() && pattern[p] == text[t]) {
      ++p;
      ++t;
    } else if (after_star != std::string_view::npos) {
      p = after_star;
      t = ++retry;
    } else {
      return false;
    }
  }
  return pattern.find_first_not_of('*', p) == std::string_view::npos;
}

}  // namespace kgpu::catalog
