#pragma once

#include <compare>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace kgpu {

/// A calendar day (proleptic Gregorian), small enough to stand in compiled-in tables.
struct Date {
  std::int16_t year = 0;
  std::int8_t month = 0;
  std::int8_t day = 0;

  /// `2026-07-20`. Empty when it is not an existing day.
  static std::optional<Date> parse(std::string_view text);
  [[nodiscard]] std::string to_string() const;
  /// Days from `earlier` to this day; negative when this is before it.
  [[nodiscard]] std::int64_t days_since(Date earlier) const;

  constexpr auto operator<=>(const Date&) const = default;
};

}  // namespace kgpu
