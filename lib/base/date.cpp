#include "kgpu/base/date.hpp"

#include <chrono>

namespace kgpu {
namespace {

std::optional<int> digits(std::string_view text) {
  int value = 0;
  for (const char c : text) {
    if (c < '0' || c > '9') {
      return std::nullopt;
    }
    value = value * 10 + (c - '0');
  }
  return value;
}

std::chrono::sys_days to_days(Date date) {
  return std::chrono::year(date.year) / date.month / date.day;
}

}  // namespace

std::optional<Date> Date::parse(std::string_view text) {
  if (text.size() != 10 || text[4] != '-' || text[7] != '-') {
    return std::nullopt;
  }
  const auto year = digits(text.substr(0, 4));
  const auto month = digits(text.substr(5, 2));
  const auto day = digits(text.substr(8, 2));
  if (!year || !month || !day) {
    return std::nullopt;
  }
  const auto calendar = std::chrono::year(*year) / *month / *day;
  if (!calendar.ok()) {
    return std::nullopt;
  }
  return Date{static_cast<std::int16_t>(*year), static_cast<std::int8_t>(*month), static_cast<std::int8_t>(*day)};
}

std::string Date::to_string() const {
  const auto padded = [](int value, std::size_t width) {
    std::string text = std::to_string(value);
    return std::string(width - std::min(width, text.size()), '0') + text;
  };
  return padded(year, 4) + "-" + padded(month, 2) + "-" + padded(day, 2);
}

std::int64_t Date::days_since(Date earlier) const {
  return (to_days(*this) - to_days(earlier)).count();
}

}  // namespace kgpu
