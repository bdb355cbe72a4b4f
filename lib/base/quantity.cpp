#include "kgpu/base/quantity.hpp"

#include <algorithm>
#include <limits>

namespace kgpu {
namespace {

constexpr UInt128 k_nano = 1'000'000'000;
// A quantity caps at 2^63 - 1; whatever is above is only "too much", so sums and products may stop there.
constexpr UInt128 k_most_whole = static_cast<UInt128>(std::numeric_limits<std::int64_t>::max());
constexpr UInt128 k_most_nanos = k_most_whole * k_nano;

struct Suffix {
  bool valid = false;
  int ten = 0;  ///< power of ten
  int two = 0;  ///< power of two; one of the two powers is 0
};

Suffix read_exponent(std::string_view digits) {
  const bool negative = digits.starts_with('-');
  if (negative || digits.starts_with('+')) {
    digits.remove_prefix(1);
  }
  if (digits.empty()) {
    return {};
  }
  int exponent = 0;
  for (const char c : digits) {
    if (c < '0' || c > '9') {
      return {};
    }
    exponent = std::min(exponent * 10 + (c - '0'), 10'000);
  }
  return {.valid = true, .ten = negative ? -exponent : exponent};
}

Suffix read_suffix(std::string_view text) {
  struct Named {
    std::string_view name;
    int ten, two;
  };
  static constexpr Named k_names[] = {{"", 0, 0},    {"n", -9, 0},  {"u", -6, 0},  {"m", -3, 0},
                                      {"k", 3, 0},   {"M", 6, 0},   {"G", 9, 0},   {"T", 12, 0},
                                      {"P", 15, 0},  {"E", 18, 0},  {"Ki", 0, 10}, {"Mi", 0, 20},
                                      {"Gi", 0, 30}, {"Ti", 0, 40}, {"Pi", 0, 50}, {"Ei", 0, 60}};
  for (const auto& [name, ten, two] : k_names) {
    if (text == name) {
      return {.valid = true, .ten = ten, .two = two};
    }
  }
  return text.front() == 'e' || text.front() == 'E' ? read_exponent(text.substr(1)) : Suffix{};
}

/// The first `places` digits after the point as an integer; whether any digit beyond them is not zero.
struct Fraction {
  UInt128 value = 0;
  bool beyond = false;
};

Fraction read_fraction(std::string_view digits, std::size_t places) {
  Fraction fraction;
  for (std::size_t i = 0; i < places; ++i) {
    fraction.value = fraction.value * 10 + static_cast<UInt128>(i < digits.size() ? digits[i] - '0' : 0);
  }
  digits.remove_prefix(std::min(places, digits.size()));
  fraction.beyond = std::ranges::any_of(digits, [](char c) { return c != '0'; });
  return fraction;
}

/// Twice the decimal number `whole.fraction`, exactly, however long it is.
void double_digits(std::string& whole, std::string& fraction) {
  int carry = 0;
  const auto twice = [&carry](char& digit) {
    const int value = 2 * (digit - '0') + carry;
    digit = static_cast<char>('0' + value % 10);
    carry = value / 10;
  };
  std::for_each(fraction.rbegin(), fraction.rend(), twice);
  std::for_each(whole.rbegin(), whole.rend(), twice);
  if (carry > 0) {
    whole.insert(whole.begin(), '1');
  }
}

UInt128 read_whole(std::string_view digits) {
  UInt128 value = 0;
  for (const char c : digits) {
    value = std::min(value * 10 + static_cast<UInt128>(c - '0'), k_most_whole);
  }
  return value;
}

}  // namespace

std::optional<Quantity> Quantity::parse(std::string_view text) {
  const bool negative = text.starts_with('-');
  if (negative || text.starts_with('+')) {
    text.remove_prefix(1);
  }
  const auto number_end = std::min(text.find_first_not_of("0123456789."), text.size());
  const std::string_view number = text.substr(0, number_end);
  const auto point = std::min(number.find('.'), number.size());
  std::string whole(number.substr(0, point));
  std::string fraction(number.substr(std::min(point + 1, number.size())));
  const Suffix suffix = read_suffix(text.substr(number_end));
  if (whole.size() + fraction.size() == 0 || fraction.find('.') != std::string::npos || !suffix.valid) {
    return std::nullopt;
  }

  // A power of ten only moves the point; 60 places are beyond both the cap and a nano.
  const auto moved = static_cast<std::size_t>(std::min(std::abs(suffix.ten), 60));
  if (suffix.ten > 0) {
    fraction.resize(std::max(fraction.size(), moved), '0');
    whole += fraction.substr(0, moved);
    fraction.erase(0, moved);
  } else if (suffix.ten < 0) {
    whole.insert(0, moved, '0');
    fraction.insert(0, whole.substr(whole.size() - moved));
    whole.resize(whole.size() - moved);
  }

  for (int power = 0; power < suffix.two; ++power) {
    double_digits(whole, fraction);
  }

  const Fraction part = read_fraction(fraction, 9);
  const UInt128 nanos = std::min(read_whole(whole) * k_nano + part.value + (part.beyond ? 1U : 0U), k_most_nanos);
  const auto value = static_cast<Int128>(nanos);
  return Quantity(negative ? -value : value);
}

std::int64_t Quantity::value() const {
  const auto nano = static_cast<Int128>(k_nano);
  const Int128 whole = nanos_ / nano;
  const Int128 rest = nanos_ % nano;
  return static_cast<std::int64_t>(whole + (rest > 0 ? 1 : 0) - (rest < 0 ? 1 : 0));
}

std::int64_t Quantity::milli_value() const {
  const auto micro = static_cast<Int128>(k_nano) / 1000;
  const auto most = static_cast<Int128>(std::numeric_limits<std::int64_t>::max());
  const Int128 whole = nanos_ / micro;
  const Int128 rest = nanos_ % micro;
  const Int128 rounded = whole + (rest > 0 ? 1 : 0) - (rest < 0 ? 1 : 0);
  return static_cast<std::int64_t>(std::clamp(rounded, -most, most));
}

std::optional<std::int64_t> Quantity::whole() const {
  return nanos_ % static_cast<Int128>(k_nano) == 0 ? std::optional(value()) : std::nullopt;
}

}  // namespace kgpu
