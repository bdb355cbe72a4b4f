#pragma once

#include <compare>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace kgpu {

/// An exact decimal number of at most nine places: counts such as 0.125 GPU, rates, percentages.
class Decimal {
 public:
  static constexpr std::int64_t k_scale = 1'000'000'000;

  constexpr Decimal() = default;
  static constexpr Decimal from_nanos(std::int64_t nanos) { return Decimal(nanos); }
  static constexpr Decimal whole(std::int64_t value) { return Decimal(value * k_scale); }

  /// Plain decimal notation: `-12.5`, `.5`, `8`. No sign `+`, no exponent, no spaces.
  /// Empty when `text` is anything else, has more than nine places, or does not fit.
  static std::optional<Decimal> parse(std::string_view text);

  [[nodiscard]] constexpr std::int64_t nanos() const { return nanos_; }
  [[nodiscard]] constexpr bool is_whole() const { return nanos_ % k_scale == 0; }
  /// The whole part; the fraction is cut off.
  [[nodiscard]] constexpr std::int64_t truncated() const { return nanos_ / k_scale; }
  /// Shortest exact text: `0.125`, `8`, `-3.5`.
  [[nodiscard]] std::string to_string() const;

  constexpr auto operator<=>(const Decimal&) const = default;

 private:
  explicit constexpr Decimal(std::int64_t nanos) : nanos_(nanos) {}
  std::int64_t nanos_ = 0;
};

}  // namespace kgpu
