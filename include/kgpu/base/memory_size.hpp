#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace kgpu {

/// Which figure of an accelerator's memory a size speaks of (CONTRACTS §1).
enum class MemoryMeaning {
  nominal,  ///< `24GB`: what is on the box
  usable,   ///< `24Gi`: bytes a framework can use
};

/// A size given for accelerator memory. The unit decides what it is compared with.
struct MemorySize {
  std::int64_t bytes = 0;
  MemoryMeaning meaning = MemoryMeaning::usable;
  std::string text;  ///< as given, for messages
};

/// `24GB`, `24G` (decimal, nominal) or `24Gi`, `24GiB`, `24576Mi` (binary, usable). Case is ignored.
/// Throws Error{usage} naming `flag` for anything else; a bare number says "did you mean".
[[nodiscard]] MemorySize parse_memory_size(std::string_view text, std::string_view flag);

inline constexpr std::int64_t k_mib = std::int64_t{1} << 20;
inline constexpr std::int64_t k_gib = std::int64_t{1} << 30;

}  // namespace kgpu
