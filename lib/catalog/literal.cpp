#include "cell.hpp"

#include <fmt/format.h>

namespace kgpu::catalog {

std::string write_literal(std::string_view field) {
  std::string text = "\"";
  for (const char c : field) {
    if (c == '"' || c == '\\') {
      text += '\\';
    }
    // Two question marks could begin a trigraph; the reader has refused control characters.
    text += c == '?' ? std::string("\\?") : std::string(1, c);
  }
  return text + "\"sv";
}

std::string write_literal(Decimal field) {
  return fmt::format("Decimal::from_nanos({})", field.nanos());
}

std::string write_literal(Money field) {
  return fmt::format("Money::from_nanos({})", field.nanos());
}

std::string write_literal(const SourcedMoney& field) {
  return fmt::format("SourcedMoney{{{}, {}}}", write_literal(field.usd_per_hour), field.provenance);
}

std::string write_literal(Date field) {
  return fmt::format("Date{{{}, {}, {}}}", field.year, int{field.month}, int{field.day});
}

std::string write_literal(bool field) {
  return field ? "true" : "false";
}

std::string write_literal(Provider field) {
  return fmt::format("Provider::{}", to_string(field));
}

std::string write_literal(Architecture field) {
  return fmt::format("Architecture::{}", to_string(field));
}

std::string write_literal(Capacity field) {
  return fmt::format("static_cast<Capacity>({})", static_cast<int>(field));
}

std::string write_literal(InterruptionBand field) {
  return fmt::format("static_cast<InterruptionBand>({})", static_cast<int>(field));
}

}  // namespace kgpu::catalog
