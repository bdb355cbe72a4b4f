#pragma once

#include <cstddef>
#include <random>
#include <string>
#include <string_view>
#include <vector>

namespace kgpu::testing {

/// Texts that have broken a YAML writer somewhere. All are UTF-8 without NUL.
inline const std::vector<std::string>& hostile_texts() {
  static const std::vector<std::string> texts = {
      "",
      " ",
      "y",
      "no",
      "null",
      "~",
      "1e3",
      "0x10",
      "2026-07-20",
      ".inf",
      "\"",
      "'",
      "\\",
      "\\n",
      "a\"b",
      "a: b",
      "a #b",
      "# c",
      "- x",
      "? x",
      "[a, b]",
      "{a: b}",
      "&a",
      "*a",
      "!!int 1",
      "|",
      ">",
      "%TAG",
      "@x",
      "`x`",
      "{{name}}",
      "{{{name}}}",
      "{{#a}}",
      "}}",
      "{{",
      "---",
      "...",
      "\n",
      "a\nb: c",
      "\r",
      "\r\n",
      "a\rb: c",
      "\t",
      "\x1b[31m",
      "\x7f",
      "\x01",
      "\u0085b: c",
      "\u00a0",
      "\u2028b: c",
      "\u2029b: c",
      "\ufeff",
      "\ufffe",
      "\uffff",
      "caf\u00e9",
      "\u4e2d\u6587",
      "\U0001f600",
      "$(id)",
      "`id`",
      "a\n---\nkind: Secret",
      std::string(10'000, 'x'),
      std::string(10'000, '\n'),
      std::string(5'000, '"') + std::string(5'000, '\\'),
  };
  return texts;
}

/// Texts that no YAML can carry to every reader.
inline const std::vector<std::string>& impossible_texts() {
  using namespace std::string_literals;
  static const std::vector<std::string> texts = {"\0"s,   "a\0b"s,           "\xff", "\xc3", "\xed\xa0\x80",
                                                 "a\xfe", "\xf5\x80\x80\x80"};
  return texts;
}

/// A text glued together from hostile pieces and random characters of every plane. The same generator state gives the
/// same text.
inline std::string random_hostile_text(std::mt19937& random, std::size_t most_pieces = 8) {
  const auto below = [&random](std::size_t end) { return static_cast<std::size_t>(random()) % end; };
  const auto append_character = [](std::string& text, char32_t code) {
    const auto byte = [&text](char32_t value) { text += static_cast<char>(static_cast<unsigned char>(value)); };
    if (code < 0x80) {
      byte(code);
    } else if (code < 0x800) {
      byte(0xc0 | code >> 6U);
      byte(0x80 | (code & 0x3fU));
    } else if (code < 0x10000) {
      byte(0xe0 | code >> 12U);
      byte(0x80 | (code >> 6U & 0x3fU));
      byte(0x80 | (code & 0x3fU));
    } else {
      byte(0xf0 | code >> 18U);
      byte(0x80 | (code >> 12U & 0x3fU));
      byte(0x80 | (code >> 6U & 0x3fU));
      byte(0x80 | (code & 0x3fU));
    }
  };
  static constexpr char32_t k_ends[] = {0x80, 0x100, 0x800, 0x3000, 0xfff0, 0x10000, 0x110000};
  std::string text;
  for (std::size_t pieces = below(most_pieces + 1); pieces > 0; --pieces) {
    if (below(2) == 0) {
      const std::string& piece = hostile_texts()[below(hostile_texts().size())];
      text += piece.size() > 100 ? piece.substr(0, 100) : piece;
      continue;
    }
    const char32_t code = 1 + static_cast<char32_t>(below(k_ends[below(std::size(k_ends))] - 1));
    append_character(text, code >= 0xd800 && code <= 0xdfff ? U'x' : code);
  }
  return text;
}

}  // namespace kgpu::testing
