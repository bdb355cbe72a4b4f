#include "amounts.hpp"

#include "kgpu/base/memory_size.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace kgpu::model {

std::string gib_text(double bytes) {
  return fmt::format("{:.2f} GiB", bytes / static_cast<double>(k_gib));
}

std::string bytes_text(double bytes) {
  constexpr std::string_view k_units[] = {"B", "KiB", "MiB", "GiB", "TiB"};
  std::size_t unit = 0;
  while (std::abs(bytes) >= 1024 && unit + 1 < std::size(k_units)) {
    bytes /= 1024;
    ++unit;
  }
  return unit == 0 ? fmt::format("{:.0f} B", bytes) : fmt::format("{:.1f} {}", bytes, k_units[unit]);
}

std::string parameters_text(std::int64_t parameters) {
  const auto count = static_cast<double>(parameters);
  return count >= 1e12  ? fmt::format("{:.2f}T", count / 1e12)
         : count >= 1e9 ? fmt::format("{:.2f}B", count / 1e9)
                        : fmt::format("{:.0f}M", count / 1e6);
}

std::string grouped_text(std::int64_t number) {
  std::string digits = std::to_string(std::abs(number));
  for (std::size_t i = digits.size(); i > 3;) {
    i -= 3;
    digits.insert(i, 1, ',');
  }
  return (number < 0 ? "-" : "") + digits;
}

Decimal rounded(double value, int places) {
  constexpr double k_most = 9e9;  // what nine decimals of a 64-bit integer hold
  std::int64_t unit = Decimal::k_scale;
  for (int i = 0; i < places; ++i) {
    unit /= 10;
  }
  const double steps = std::clamp(value, -k_most, k_most) * static_cast<double>(Decimal::k_scale / unit);
  return Decimal::from_nanos(std::llround(steps) * unit);
}

output::Json bytes_json(const sizing::Estimate& bytes) {
  auto json = output::Json::object();
  json.set("low", std::int64_t{std::llround(std::ceil(bytes.low))});
  json.set("likely", std::int64_t{std::llround(std::ceil(bytes.likely))});
  json.set("high", std::int64_t{std::llround(std::ceil(bytes.high))});
  return json;
}

output::Json estimate_json(const sizing::Estimate& value, int places) {
  auto json = output::Json::object();
  json.set("low", rounded(value.low, places));
  json.set("likely", rounded(value.likely, places));
  json.set("high", rounded(value.high, places));
  return json;
}

}  // namespace kgpu::model
