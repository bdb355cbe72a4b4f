#pragma once

#include "kgpu/base/decimal.hpp"

#include <compare>
#include <cstdint>
#include <span>
#include <vector>

namespace kgpu::inventory {

/// An exact part of accelerators: 3/7 of a card, 8 cards. Sums stay exact until the terms no longer fit 64 bits; then
/// they are rounded to 10^-9.
class Share {
 public:
  constexpr Share() = default;
  /// The denominator is above 0.
  static Share of(std::int64_t numerator, std::int64_t denominator = 1);
  static Share of(Decimal value) { return of(value.nanos(), Decimal::k_scale); }

  [[nodiscard]] std::int64_t numerator() const { return numerator_; }
  [[nodiscard]] std::int64_t denominator() const { return denominator_; }
  [[nodiscard]] bool is_zero() const { return numerator_ == 0; }

  [[nodiscard]] Share operator+(Share other) const;
  [[nodiscard]] Share operator-(Share other) const;
  [[nodiscard]] Share operator*(Share other) const;
  /// `other` is not zero.
  [[nodiscard]] Share operator/(Share other) const;
  Share& operator+=(Share other) { return *this = *this + other; }

  /// Rounded half away from zero to nine places.
  [[nodiscard]] Decimal decimal() const;

  std::strong_ordering operator<=>(const Share& other) const;
  bool operator==(const Share&) const = default;

 private:
  std::int64_t numerator_ = 0;
  std::int64_t denominator_ = 1;  ///< above 0, without a common factor
};

/// The shares to so many places, at most nine, such that they add up to their sum rounded half up: the largest
/// remainders are rounded up, ties in order of position (ledger.md 36). None is below 0.
[[nodiscard]] std::vector<Decimal> round_to_total(std::span<const Share> shares, int places);

}  // namespace kgpu::inventory
