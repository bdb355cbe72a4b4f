#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace kgpu {

/// RFC 4648 with padding; line ends are skipped, as Go does. `bytes` is empty when the text is none, and `bad_byte` is
/// then where it fails.
struct Base64 {
  std::optional<std::string> bytes;
  std::size_t bad_byte = 0;
};
[[nodiscard]] Base64 decode_base64(std::string_view text);

[[nodiscard]] std::string encode_base64(std::string_view bytes);

}  // namespace kgpu
