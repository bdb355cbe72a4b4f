#include "kgpu/output/yaml_scalar.hpp"

#include "kgpu/base/text.hpp"

#include <algorithm>
#include <array>
#include <cstdint>

namespace kgpu::output {
namespace {

// What YAML 1.1 reads as a boolean, null or number though it begins with a letter.
constexpr std::array<std::string_view, 10> k_taken_words = {"y",  "n",   "yes",  "no",  "true",
                                                            "on", "off", "null", "nan", "false"};

bool is_letter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

/// Words that no YAML parser takes for anything but a string; all else is quoted.
bool is_bare_word(std::string_view text) {
  const auto allowed = [](char c) {
    return is_letter(c) || (c >= '0' && c <= '9') || c == '.' || c == '_' || c == '-' || c == '/';
  };
  return !text.empty() && is_letter(text.front()) && std::ranges::all_of(text, allowed) &&
         std::ranges::find(k_taken_words, to_lower(text)) == k_taken_words.end();
}

std::string hex(char32_t code, int digits) {
  constexpr std::string_view k_digits = "0123456789abcdef";
  std::string text;
  for (int shift = 4 * (digits - 1); shift >= 0; shift -= 4) {
    text += k_digits[(static_cast<std::uint32_t>(code) >> static_cast<unsigned>(shift)) & 15U];
  }
  return text;
}

/// Empty when the character may stand as it is between double quotes.
std::string escape(char32_t code) {
  switch (code) {
    case U'"':
      return "\\\"";
    case U'\\':
      return "\\\\";
    case U'\n':
      return "\\n";
    case U'\r':
      return "\\r";
    case U'\t':
      return "\\t";
    case U'\0':
      return "\\0";
    default:
      break;
  }
  if (code < 0x20 || (code >= 0x7f && code <= 0xa0)) {
    return "\\x" + hex(code, 2);
  }
  const bool line_break = code == 0x2028 || code == 0x2029;
  const bool not_printable = code == 0xfeff || code == 0xfffe || code == 0xffff;
  return line_break || not_printable ? "\\u" + hex(code, 4) : std::string();
}

}  // namespace

std::string yaml_quoted(std::string_view text) {
  std::string quoted = "\"";
  while (!text.empty()) {
    const Utf8Character character = first_utf8_character(text);
    if (character.length == 0) {
      quoted += "\ufffd";
      text.remove_prefix(1);
      continue;
    }
    const std::string escaped = escape(character.code);
    quoted += escaped.empty() ? text.substr(0, character.length) : std::string_view(escaped);
    text.remove_prefix(character.length);
  }
  return quoted + '"';
}

std::string yaml_scalar(std::string_view text) {
  return is_bare_word(text) ? std::string(text) : yaml_quoted(text);
}

}  // namespace kgpu::output
