#include "kgpu/base/money.hpp"

#include "kgpu/base/error.hpp"
#include "kgpu/base/int128.hpp"

#include <algorithm>
#include <array>
#include <limits>
#include <numeric>

namespace kgpu {
namespace {

Money checked(Int128 nanos) {
  if (nanos > std::numeric_limits<std::int64_t>::max() || nanos < std::numeric_limits<std::int64_t>::min()) {
    throw Error(ErrorKind::internal, "an amount of money is beyond 9.2 billion dollars");
  }
  return Money::from_nanos(static_cast<std::int64_t>(nanos));
}

constexpr std::array<std::int64_t, 10> k_powers = {1,       10,        100,        1'000,       10'000,
                                                   100'000, 1'000'000, 10'000'000, 100'000'000, 1'000'000'000};

std::int64_t unit_of(int places) {
  return k_powers.at(static_cast<std::size_t>(9 - places));
}

Int128 floor_divide(Int128 value, Int128 unit) {
  const Int128 quotient = value / unit;
  return value % unit < 0 ? quotient - 1 : quotient;
}

}  // namespace

std::optional<Money> Money::parse(std::string_view text) {
  const auto decimal = Decimal::parse(text);
  return decimal ? std::optional(Money(decimal->nanos())) : std::nullopt;
}

Money Money::operator+(Money other) const {
  return checked(static_cast<Int128>(nanos_) + other.nanos_);
}
Money Money::operator-(Money other) const {
  return checked(static_cast<Int128>(nanos_) - other.nanos_);
}
Money Money::operator*(std::int64_t factor) const {
  return checked(static_cast<Int128>(nanos_) * factor);
}

Money Money::scaled(std::int64_t numerator, std::int64_t denominator) const {
  const Int128 product = static_cast<Int128>(nanos_) * numerator;
  const Int128 half = denominator / 2;
  return checked((product < 0 ? product - half : product + half) / denominator);
}

std::string Money::to_string() const {
  return Decimal::from_nanos(nanos_).to_string();
}

std::string format_dollars(Money amount, int places) {
  const bool negative = amount.nanos() < 0;
  const Int128 magnitude = negative ? -static_cast<Int128>(amount.nanos()) : amount.nanos();
  // Two significant digits of an amount that would otherwise print as nothing.
  while (magnitude != 0 && places < 9 && magnitude < unit_of(places) / 2) {
    places = std::min(places + 2, 9);
  }
  const Int128 unit = unit_of(places);
  const Int128 units = (magnitude + unit / 2) / unit;
  const Int128 per_dollar = k_powers.at(static_cast<std::size_t>(places));

  std::string dollars = std::to_string(static_cast<std::uint64_t>(units / per_dollar));
  for (std::size_t at = dollars.size(); at > 3;) {
    at -= 3;
    dollars.insert(at, ",");
  }
  std::string cents = std::to_string(static_cast<std::uint64_t>(units % per_dollar));
  cents.insert(0, static_cast<std::size_t>(places) - std::min(cents.size(), static_cast<std::size_t>(places)), '0');
  return (negative ? "-$" : "$") + dollars + (places > 0 ? "." + cents : "");
}

std::vector<Money> round_to_total(std::span<const Money> amounts, int places) {
  const std::int64_t unit = unit_of(places);
  Int128 total = 0;
  Int128 floors = 0;
  std::vector<Int128> units;
  units.reserve(amounts.size());
  for (const Money amount : amounts) {
    total += amount.nanos();
    units.push_back(floor_divide(amount.nanos(), unit));
    floors += units.back();
  }
  const Int128 rounded_total = floor_divide(total + unit / 2, unit);

  std::vector<std::size_t> order(amounts.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  const auto remainder = [&](std::size_t i) { return amounts[i].nanos() - units[i] * unit; };
  std::ranges::stable_sort(order, [&](std::size_t a, std::size_t b) { return remainder(a) > remainder(b); });
  for (std::size_t i = 0; i < order.size() && floors < rounded_total; ++i, ++floors) {
    ++units[order[i]];
  }

  std::vector<Money> rounded;
  rounded.reserve(units.size());
  for (const Int128 value : units) {
    rounded.push_back(checked(value * unit));
  }
  return rounded;
}

}  // namespace kgpu
