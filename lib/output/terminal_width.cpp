#include "terminal_width.hpp"

#include "kgpu/base/text.hpp"

#include <algorithm>
#include <array>

namespace kgpu::output {
namespace {

struct Range {
  char32_t first;
  char32_t last;
};

// Blocks of Unicode 15 (EastAsianWidth.txt, W and F), joined where only unassigned characters lie between.
constexpr std::array<Range, 13> k_wide = {{{0x1100, 0x115f},
                                           {0x2e80, 0x303e},
                                           {0x3041, 0x33ff},
                                           {0x3400, 0x4dbf},
                                           {0x4e00, 0xa4cf},
                                           {0xa960, 0xa97c},
                                           {0xac00, 0xd7a3},
                                           {0xf900, 0xfaff},
                                           {0xfe30, 0xfe6f},
                                           {0xff01, 0xff60},
                                           {0xffe0, 0xffe6},
                                           {0x1f300, 0x1faff},
                                           {0x20000, 0x3fffd}}};

// Combining marks and joiners that stand in names people write.
constexpr std::array<Range, 7> k_zero = {{{0x0300, 0x036f},
                                          {0x1ab0, 0x1aff},
                                          {0x1dc0, 0x1dff},
                                          {0x200b, 0x200f},
                                          {0x20d0, 0x20ff},
                                          {0xfe00, 0xfe0f},
                                          {0xfe20, 0xfe2f}}};

bool in(std::span<const Range> ranges, char32_t code) {
  return std::ranges::any_of(ranges, [code](Range range) { return code >= range.first && code <= range.last; });
}

}  // namespace

std::size_t terminal_width(std::string_view text) {
  std::size_t width = 0;
  while (!text.empty()) {
    const Utf8Character character = first_utf8_character(text);
    const bool ascii = character.code < 0x80;
    width += ascii ? 1U : in(k_zero, character.code) ? 0U : in(k_wide, character.code) ? 2U : 1U;
    text.remove_prefix(std::max<std::size_t>(character.length, 1));
  }
  return width;
}

}  // namespace kgpu::output
