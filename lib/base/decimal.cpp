#include "kgpu/base/decimal.hpp"

#include "kgpu/base/int128.hpp"

#include <limits>

namespace kgpu {

std::optional<Decimal> Decimal::parse(std::string_view text) {
  const bool negative = text.starts_with('-');
  if (negative) {
    text.remove_prefix(1);
  }
  const auto point = text.find('.');
  const std::string_view whole = text.substr(0, point);
  const std::string_view fraction = point == std::string_view::npos ? "" : text.substr(point + 1);
  if (whole.empty() && fraction.empty()) {
    return std::nullopt;
  }
  if (fraction.size() > 9 || whole.size() > 10) {
    return std::nullopt;
  }

  Int128 nanos = 0;
  for (const char c : whole) {
    if (c < '0' || c > '9') {
      return std::nullopt;
    }
    nanos = nanos * 10 + (c - '0');
  }
  for (std::size_t place = 0; place < 9; ++place) {
    const char c = place < fraction.size() ? fraction[place] : '0';
    if (c < '0' || c > '9') {
      return std::nullopt;
    }
    nanos = nanos * 10 + (c - '0');
  }
  if (nanos > std::numeric_limits<std::int64_t>::max()) {
    return std::nullopt;
  }
  return Decimal(static_cast<std::int64_t>(negative ? -nanos : nanos));
}

std::string Decimal::to_string() const {
  const bool negative = nanos_ < 0;
  // The magnitude of the smallest int64 does not fit an int64.
  const auto magnitude = negative ? ~static_cast<std::uint64_t>(nanos_) + 1 : static_cast<std::uint64_t>(nanos_);
  const auto scale = static_cast<std::uint64_t>(k_scale);
  std::string text = (negative ? "-" : "") + std::to_string(magnitude / scale);
  std::string fraction = std::to_string(magnitude % scale);
  fraction.insert(0, 9 - fraction.size(), '0');
  while (!fraction.empty() && fraction.back() == '0') {
    fraction.pop_back();
  }
  if (!fraction.empty()) {
    text += '.' + fraction;
  }
  return text;
}

}  // namespace kgpu
