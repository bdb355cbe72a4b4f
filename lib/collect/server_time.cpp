#include "server_time.hpp"

#include <algorithm>
#include <array>

namespace kgpu::collect {

std::string rfc3339_of_http_date(std::string_view date) {
  constexpr std::array<std::string_view, 12> k_months{"Jan", "Feb", "Mar", "Apr", "May", "Jun",
                                                      "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"};
  constexpr std::string_view k_shape = "aaa, 00 aaa 0000 00:00:00 GMT";
  const auto is_digit = [](char c) { return c >= '0' && c <= '9'; };
  if (date.size() != k_shape.size()) {
    return {};
  }
  for (std::size_t i = 0; i < date.size(); ++i) {
    if (k_shape[i] == '0' ? !is_digit(date[i]) : k_shape[i] != 'a' && date[i] != k_shape[i]) {
      return {};
    }
  }
  const auto* const month = std::ranges::find(k_months, date.substr(8, 3));
  if (month == k_months.end()) {
    return {};
  }
  const auto number = static_cast<std::size_t>(month - k_months.begin()) + 1;
  return std::string(date.substr(12, 4)) + (number < 10 ? "-0" : "-") + std::to_string(number) + "-" +
         std::string(date.substr(5, 2)) + "T" + std::string(date.substr(17, 8)) + "Z";
}

}  // namespace kgpu::collect
