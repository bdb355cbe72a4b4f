#include "utf16.hpp"

#include <cstddef>

namespace kgpu::kube {
namespace {

void append_utf8(std::string& text, char32_t code) {
  const auto byte = [&](char32_t value) { text += static_cast<char>(value); };
  if (code < 0x80) {
    byte(code);
  } else if (code < 0x800) {
    byte(0xc0 | (code >> 6U));
    byte(0x80 | (code & 0x3fU));
  } else if (code < 0x10000) {
    byte(0xe0 | (code >> 12U));
    byte(0x80 | ((code >> 6U) & 0x3fU));
    byte(0x80 | (code & 0x3fU));
  } else {
    byte(0xf0 | (code >> 18U));
    byte(0x80 | ((code >> 12U) & 0x3fU));
    byte(0x80 | ((code >> 6U) & 0x3fU));
    byte(0x80 | (code & 0x3fU));
  }
}

std::string from_utf16(std::string_view bytes, bool big_endian) {
  const auto unit = [&](std::size_t at) {
    const auto first = static_cast<unsigned char>(bytes[at]);
    const auto second = static_cast<unsigned char>(bytes[at + 1]);
    return static_cast<char32_t>(big_endian ? first * 256U + second : second * 256U + first);
  };
  std::string text;
  std::size_t at = 0;
  for (; at + 1 < bytes.size(); at += 2) {
    char32_t code = unit(at);
    if (code >= 0xd800 && code < 0xe000) {
      const char32_t low = code < 0xdc00 && at + 3 < bytes.size() ? unit(at + 2) : 0;
      if (low >= 0xdc00 && low < 0xe000) {
        code = 0x10000 + (code - 0xd800) * 0x400 + (low - 0xdc00);
        at += 2;
      } else {
        code = 0xfffd;
      }
    }
    append_utf8(text, code);
  }
  if (at < bytes.size()) {
    append_utf8(text, 0xfffd);
  }
  return text;
}

}  // namespace

std::string as_utf8(std::string_view text) {
  if (text.starts_with("\xef\xbb\xbf")) {
    return std::string(text.substr(3));
  }
  if (text.starts_with("\xff\xfe") || text.starts_with("\xfe\xff")) {
    return from_utf16(text.substr(2), text.front() == '\xfe');
  }
  return std::string(text);
}

}  // namespace kgpu::kube
