#include "kgpu/inventory/share.hpp"

#include "kgpu/base/int128.hpp"

#include <algorithm>
#include <limits>
#include <numeric>

namespace kgpu::inventory {
namespace {

Int128 magnitude(Int128 value) {
  return value < 0 ? -value : value;
}

Int128 common_factor(Int128 a, Int128 b) {
  while (b != 0) {
    const Int128 rest = a % b;
    a = b;
    b = rest;
  }
  return a;
}

struct Terms {
  std::int64_t numerator;
  std::int64_t denominator;
};

/// In lowest terms; rounded to nano where those do not fit, and kept at the largest number where that does not.
Terms lowest(Int128 numerator, Int128 denominator) {
  constexpr Int128 k_most = std::numeric_limits<std::int64_t>::max();
  const Int128 factor = common_factor(magnitude(numerator), denominator);
  if (factor > 1) {
    numerator /= factor;
    denominator /= factor;
  }
  if (magnitude(numerator) <= k_most && denominator <= k_most) {
    return {static_cast<std::int64_t>(numerator), static_cast<std::int64_t>(denominator)};
  }
  const Int128 whole = numerator / denominator;
  if (magnitude(whole) > k_most / Decimal::k_scale) {
    return {static_cast<std::int64_t>(whole > k_most ? k_most : whole < -k_most ? -k_most : whole), 1};
  }
  // The rest is below the denominator, which may be near 2^126: divide first.
  const Int128 rest = numerator % denominator;
  const Int128 step = denominator / Decimal::k_scale;
  const Int128 nanos = whole * Decimal::k_scale + (step > 0 ? rest / step : 0);
  const Int128 shared = common_factor(magnitude(nanos), Decimal::k_scale);
  return {static_cast<std::int64_t>(nanos / shared), static_cast<std::int64_t>(Decimal::k_scale / shared)};
}

}  // namespace

Share Share::of(std::int64_t numerator, std::int64_t denominator) {
  const Terms terms = lowest(numerator, denominator);
  Share share;
  share.numerator_ = terms.numerator;
  share.denominator_ = terms.denominator;
  return share;
}

Share Share::operator+(Share other) const {
  const Int128 numerator = Int128{numerator_} * other.denominator_ + Int128{other.numerator_} * denominator_;
  const Terms terms = lowest(numerator, Int128{denominator_} * other.denominator_);
  return of(terms.numerator, terms.denominator);
}

Share Share::operator-(Share other) const {
  other.numerator_ = -other.numerator_;
  return *this + other;
}

Share Share::operator*(Share other) const {
  const Terms terms = lowest(Int128{numerator_} * other.numerator_, Int128{denominator_} * other.denominator_);
  return of(terms.numerator, terms.denominator);
}

Share Share::operator/(Share other) const {
  const std::int64_t sign = other.numerator_ < 0 ? -1 : 1;
  const Terms terms =
      lowest(Int128{numerator_} * other.denominator_ * sign, Int128{denominator_} * other.numerator_ * sign);
  return of(terms.numerator, terms.denominator);
}

Decimal Share::decimal() const {
  const Int128 scaled = Int128{numerator_} * Decimal::k_scale;
  const Int128 half = denominator_ / 2;
  const Int128 rounded = (scaled < 0 ? scaled - half : scaled + half) / denominator_;
  constexpr Int128 k_most = std::numeric_limits<std::int64_t>::max();
  return Decimal::from_nanos(static_cast<std::int64_t>(rounded > k_most    ? k_most
                                                       : rounded < -k_most ? -k_most
                                                                           : rounded));
}

std::strong_ordering Share::operator<=>(const Share& other) const {
  const Int128 left = Int128{numerator_} * other.denominator_;
  const Int128 right = Int128{other.numerator_} * denominator_;
  return left < right   ? std::strong_ordering::less
         : left > right ? std::strong_ordering::greater
                        : std::strong_ordering::equal;
}

std::vector<Decimal> round_to_total(std::span<const Share> shares, int places) {
  std::int64_t unit = Decimal::k_scale;
  for (int i = 0; i < places; ++i) {
    unit /= 10;
  }
  const std::int64_t units_of_one = Decimal::k_scale / unit;
  const Int128 most = std::numeric_limits<std::int64_t>::max() / unit;
  Share total;
  Int128 floors = 0;
  std::vector<std::int64_t> units;
  std::vector<Share> remainders;
  for (const Share share : shares) {
    total += share;
    const Int128 scaled = Int128{share.numerator()} * units_of_one;
    units.push_back(static_cast<std::int64_t>(std::min(scaled / share.denominator(), most)));
    remainders.push_back(Share::of(static_cast<std::int64_t>(scaled % share.denominator()), share.denominator()));
    floors += units.back();
  }
  const Int128 twice = Int128{total.numerator()} * units_of_one * 2 + total.denominator();
  const Int128 rounded_total = twice / (Int128{total.denominator()} * 2);

  std::vector<std::size_t> order(shares.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::stable_sort(order, [&](std::size_t a, std::size_t b) { return remainders[a] > remainders[b]; });
  for (std::size_t i = 0; i < order.size() && floors < rounded_total; ++i, ++floors) {
    ++units[order[i]];
  }
  std::vector<Decimal> rounded;
  for (const std::int64_t count : units) {
    rounded.push_back(Decimal::from_nanos(count * unit));
  }
  return rounded;
}

}  // namespace kgpu::inventory
