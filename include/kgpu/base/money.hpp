#pragma once

#include "kgpu/base/decimal.hpp"

#include <compare>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace kgpu {

/// US dollars as an integer number of nano-dollars. Every operation is exact or throws Error{internal} on overflow.
class Money {
 public:
  constexpr Money() = default;
  static constexpr Money from_nanos(std::int64_t nanos) { return Money(nanos); }
  static constexpr Money dollars(std::int64_t value) { return Money(value * Decimal::k_scale); }

  /// As Decimal::parse: a price such as `0.8048`.
  static std::optional<Money> parse(std::string_view text);

  [[nodiscard]] constexpr std::int64_t nanos() const { return nanos_; }

  [[nodiscard]] Money operator+(Money other) const;
  [[nodiscard]] Money operator-(Money other) const;
  [[nodiscard]] Money operator*(std::int64_t factor) const;

  /// `numerator / denominator` of this amount, rounded half away from zero to a nano-dollar.
  /// Intermediate products are 128 bits wide. The denominator is above 0.
  [[nodiscard]] Money scaled(std::int64_t numerator, std::int64_t denominator) const;

  /// The exact decimal without trailing zeros: `0.8048`. What JSON and CSV carry.
  [[nodiscard]] std::string to_string() const;

  constexpr auto operator<=>(const Money&) const = default;

 private:
  explicit constexpr Money(std::int64_t nanos) : nanos_(nanos) {}
  std::int64_t nanos_ = 0;
};

/// Hours in a month of money: 730 (CONTRACTS §3).
inline constexpr std::int64_t k_hours_per_month = 730;

/// For people: `$4,700.03`; an amount that is not 0 but would round to 0 gets as many places as show two digits.
/// `places` is how many decimals are usual (2 for a month, 4 for an hour). Trailing zeros stay.
[[nodiscard]] std::string format_dollars(Money amount, int places);

/// The amounts as whole multiples of 10^-places dollars, in nano-dollars, such that they add up to their total
/// rounded half up: the largest remainders are rounded up, ties in order of position.
[[nodiscard]] std::vector<Money> round_to_total(std::span<const Money> amounts, int places);

}  // namespace kgpu
