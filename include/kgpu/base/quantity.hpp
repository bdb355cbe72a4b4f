#pragma once

#include "kgpu/base/int128.hpp"

#include <compare>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace kgpu {

/// A Kubernetes quantity (`500m`, `16Gi`, `1e3`, `0.5`) as apimachinery's `resource.Quantity` parses it: finer than a
/// nano is rounded up, away from 0. Two differences, on purpose: beyond 2^63 - 1 is always capped (there only with a
/// binary suffix), and a text without a digit is refused (there `Gi` is 0).
class Quantity {
 public:
  /// Suffixes n u m k M G T P E, Ki Mi Gi Ti Pi Ei, exponents e3 and E-3. Empty when it is not a quantity.
  static std::optional<Quantity> parse(std::string_view text);

  /// The value rounded away from 0 to a whole number, as `Quantity.Value()`.
  [[nodiscard]] std::int64_t value() const;
  /// Thousandths, rounded away from 0, as `Quantity.MilliValue()`; beyond 2^63 - 1 capped.
  [[nodiscard]] std::int64_t milli_value() const;
  /// The value when it is a whole number.
  [[nodiscard]] std::optional<std::int64_t> whole() const;
  [[nodiscard]] bool is_negative() const { return nanos_ < 0; }

  constexpr auto operator<=>(const Quantity&) const = default;

 private:
  explicit constexpr Quantity(Int128 nanos) : nanos_(nanos) {}
  Int128 nanos_ = 0;
};

}  // namespace kgpu
