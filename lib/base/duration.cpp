#include "kgpu/base/duration.hpp"

#include "kgpu/base/int128.hpp"

#include <limits>

namespace kgpu {
namespace {

struct Unit {
  std::string_view name;
  std::int64_t nanos;
};
constexpr Unit k_units[] = {{"ns", 1},         {"us", 1'000},        {"\u00b5s", 1'000},    {"\u03bcs", 1'000},
                            {"ms", 1'000'000}, {"s", 1'000'000'000}, {"m", 60'000'000'000}, {"h", 3'600'000'000'000}};

constexpr Int128 k_most = std::numeric_limits<std::int64_t>::max();

/// Digits behind the point, as Go reads them: what no longer fits an int64 is dropped, the rest becomes a double.
struct Fraction {
  std::int64_t digits = 0;
  double scale = 1;
  bool full = false;

  void add(char digit) {
    full = full || digits > (std::numeric_limits<std::int64_t>::max() - 9) / 10;
    if (!full) {
      digits = digits * 10 + (digit - '0');
      scale *= 10;
    }
  }
  [[nodiscard]] Int128 of(std::int64_t unit) const {
    return static_cast<Int128>(static_cast<double>(digits) * (static_cast<double>(unit) / scale));
  }
};

}  // namespace

std::optional<Nanoseconds> parse_duration(std::string_view text) {
  bool negative = false;
  if (text.starts_with('-') || text.starts_with('+')) {
    negative = text.front() == '-';
    text.remove_prefix(1);
  }
  if (text == "0") {
    return Nanoseconds{0};
  }
  if (text.empty()) {
    return std::nullopt;
  }

  Int128 total = 0;
  while (!text.empty()) {
    Int128 whole = 0;
    Fraction fraction;
    std::size_t digit_count = 0;
    bool after_point = false;
    std::size_t at = 0;
    for (; at < text.size(); ++at) {
      const char c = text[at];
      if (c == '.' && !after_point) {
        after_point = true;
      } else if (c >= '0' && c <= '9') {
        ++digit_count;
        if (!after_point) {
          whole = whole * 10 + (c - '0');
          if (whole > k_most + 1) {
            return std::nullopt;
          }
        } else {
          fraction.add(c);
        }
      } else {
        break;
      }
    }
    if (digit_count == 0) {
      return std::nullopt;
    }
    text.remove_prefix(at);
    std::size_t unit_length = 0;
    while (unit_length < text.size() && text[unit_length] != '.' &&
           (text[unit_length] < '0' || text[unit_length] > '9')) {
      ++unit_length;
    }
    const std::string_view name = text.substr(0, unit_length);
    const Unit* found = nullptr;
    for (const Unit& unit : k_units) {
      if (unit.name == name) {
        found = &unit;
      }
    }
    if (found == nullptr) {
      return std::nullopt;
    }
    total += whole * found->nanos + fraction.of(found->nanos);
    // One more than the largest is the magnitude of the smallest.
    if (total > (negative ? k_most + 1 : k_most)) {
      return std::nullopt;
    }
    text.remove_prefix(unit_length);
  }
  return Nanoseconds{static_cast<std::int64_t>(negative ? -total : total)};
}

std::string format_hms(Nanoseconds duration) {
  const auto seconds = std::chrono::duration_cast<std::chrono::seconds>(duration).count();
  if (seconds == 0) {
    return "0s";
  }
  const auto part = [](std::int64_t value, char unit) { return value == 0 ? "" : std::to_string(value) + unit; };
  return part(seconds / 3600, 'h') + part(seconds / 60 % 60, 'm') + part(seconds % 60, 's');
}

}  // namespace kgpu
