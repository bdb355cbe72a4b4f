#include "server_text.hpp"

#include "kgpu/base/text.hpp"

#include <algorithm>

namespace kgpu::kube {
namespace {

constexpr std::size_t k_most_excerpt = 200;
constexpr std::size_t k_most_scanned = 4096;
constexpr unsigned char k_delete = 0x7f;

void append_character(std::string& result, std::string_view character) {
  const auto first = static_cast<unsigned char>(character.front());
  if (character == "\n" || character == "\r" || character == "\t") {
    result += ' ';
  } else if (first < 0x20) {
    result += '^';
    result += static_cast<char>(first + 0x40);
  } else if (first == k_delete) {
    result += "^?";
  } else if (first < k_delete) {
    result += character;
  } else {
    result += printable(character);
  }
}

}  // namespace

std::string neutralised(std::string_view text, std::size_t limit) {
  std::string result;
  for (std::size_t count = 0; !text.empty(); ++count) {
    if (count == limit) {
      return result + "…";
    }
    const std::size_t length = std::max<std::size_t>(1, first_utf8_character(text).length);
    append_character(result, text.substr(0, length));
    text.remove_prefix(length);
  }
  return result;
}

std::string excerpt(std::string_view body) {
  std::string words;
  bool in_tag = false;
  for (const char c : body.substr(0, k_most_scanned)) {
    in_tag = in_tag || c == '<';
    const bool is_space = in_tag || c == ' ' || c == '\n' || c == '\r' || c == '\t';
    if (!is_space) {
      words += c;
    } else if (!words.empty() && words.back() != ' ') {
      words += ' ';
    }
    in_tag = in_tag && c != '>';
  }
  return neutralised(trim(words), k_most_excerpt);
}

std::string media_type(std::string_view content_type) {
  return to_lower(trim(content_type.substr(0, content_type.find(';'))));
}

}  // namespace kgpu::kube
