#pragma once

#include <cstdint>
#include <limits>

namespace kgpu {

/// The sum, or the number next to it that there is: amounts that a cluster names may be absurd.
[[nodiscard]] constexpr std::int64_t bounded_sum(std::int64_t a, std::int64_t b) {
  using Limits = std::numeric_limits<std::int64_t>;
  std::int64_t sum = 0;
  return !__builtin_add_overflow(a, b, &sum) ? sum : a < 0 ? Limits::min() : Limits::max();
}

}  // namespace kgpu
