#include "kgpu/base/base64.hpp"

#include <cstdint>

namespace kgpu {
namespace {

constexpr std::string_view k_alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

}  // namespace

Base64 decode_base64(std::string_view text) {
  std::string bytes;
  std::uint32_t group = 0;
  int digits = 0;
  int padding = 0;
  for (std::size_t at = 0; at < text.size(); ++at) {
    const char c = text[at];
    if (c == '\n' || c == '\r') {
      continue;
    }
    if (c == '=' && digits + padding >= 2 && digits + padding < 4) {
      ++padding;
      continue;
    }
    const std::size_t value = k_alphabet.find(c);
    if (value == std::string_view::npos || padding > 0) {
      return {.bytes = {}, .bad_byte = at};
    }
    group = group << 6U | static_cast<std::uint32_t>(value);
    if (++digits == 4) {
      for (const unsigned shift : {16U, 8U, 0U}) {
        bytes += static_cast<char>(group >> shift & 0xffU);
      }
      group = 0;
      digits = 0;
    }
  }
  if (digits + padding != 0 && digits + padding != 4) {
    return {.bytes = {}, .bad_byte = text.size()};
  }
  if (digits >= 2) {
    group <<= 6U * static_cast<unsigned>(4 - digits);
    bytes += static_cast<char>(group >> 16U & 0xffU);
    if (digits == 3) {
      bytes += static_cast<char>(group >> 8U & 0xffU);
    }
  }
  return {.bytes = std::move(bytes), .bad_byte = 0};
}

std::string encode_base64(std::string_view bytes) {
  std::string text;
  text.reserve((bytes.size() + 2) / 3 * 4);
  for (std::size_t at = 0; at < bytes.size(); at += 3) {
    const auto byte = [&](std::size_t index) -> std::uint32_t {
      return index < bytes.size() ? static_cast<unsigned char>(bytes[index]) : 0U;
    };
    const std::uint32_t group = byte(at) << 16U | byte(at + 1) << 8U | byte(at + 2);
    text += k_alphabet[group >> 18U];
    text += k_alphabet[group >> 12U & 63U];
    text += at + 1 < bytes.size() ? k_alphabet[group >> 6U & 63U] : '=';
    text += at + 2 < bytes.size() ? k_alphabet[group & 63U] : '=';
  }
  return text;
}

}  // namespace kgpu
