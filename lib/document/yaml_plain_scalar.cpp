#include "kgpu/document/yaml_plain_scalar.hpp"

#include "kgpu/base/int128.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <limits>
#include <string_view>

namespace kgpu::document {
namespace {

using output::Json;
using Words = std::array<std::string_view, 11>;

constexpr Words k_true = {"y", "Y", "yes", "Yes", "YES", "true", "True", "TRUE", "on", "On", "ON"};
constexpr Words k_false = {"n", "N", "no", "No", "NO", "false", "False", "FALSE", "off", "Off", "OFF"};
constexpr std::array<std::string_view, 5> k_null = {"", "~", "null", "Null", "NULL"};
constexpr std::array<std::string_view, 12> k_no_number = {".nan",  ".NaN",  ".NAN",  ".inf",  ".Inf",  ".INF",
                                                          "+.inf", "+.Inf", "+.INF", "-.inf", "-.Inf", "-.INF"};

bool contains(const auto& words, std::string_view text) {
  return std::ranges::find(words, text) != words.end();
}

bool is_digit(char c) {
  return c >= '0' && c <= '9';
}

/// Go's `strconv.ParseInt(text, 0, …)`, without its limit of 64 bits; empty when it is no integer.
std::optional<Int128> parse_integer(std::string_view text) {
  const bool negative = text.starts_with('-');
  if (negative || text.starts_with('+')) {
    text.remove_prefix(1);
  }
  int base = 10;
  if (text.size() > 1 && text.front() == '0') {
    const char mark = static_cast<char>(text[1] | 0x20);  // lower case
    base = mark == 'x' ? 16 : mark == 'b' ? 2 : 8;
    text.remove_prefix(mark == 'x' || mark == 'b' || mark == 'o' ? 2 : 1);
  }
  // 16 hexadecimal digits and 20 decimal ones hold whatever 64 bits do; more is a number, but no integer.
  const auto digits = text.find_first_not_of('0') == std::string_view::npos ? text.substr(0, 1)
                                                                            : text.substr(text.find_first_not_of('0'));
  std::uint64_t magnitude = 0;
  const auto result = std::from_chars(digits.data(), digits.data() + digits.size(), magnitude, base);
  if (digits.empty() || result.ec != std::errc() || result.ptr != digits.data() + digits.size()) {
    return std::nullopt;
  }
  const auto value = static_cast<Int128>(magnitude);
  return negative ? -value : value;
}

/// go-yaml's `^[-+]?(\.[0-9]+|[0-9]+(\.[0-9]*)?)([eE][-+]?[0-9]+)?$`.
bool looks_like_number(std::string_view text) {
  const auto skip_digits = [&text] {
    const auto count = std::min(text.find_first_not_of("0123456789"), text.size());
    text.remove_prefix(count);
    return count;
  };
  const auto skip_sign = [&text] { text.remove_prefix(text.starts_with('-') || text.starts_with('+') ? 1 : 0); };
  skip_sign();
  const bool whole = skip_digits() > 0;
  if (text.starts_with('.')) {
    text.remove_prefix(1);
    if (skip_digits() == 0 && !whole) {
      return false;
    }
  } else if (!whole) {
    return false;
  }
  if (text.starts_with('e') || text.starts_with('E')) {
    text.remove_prefix(1);
    skip_sign();
    if (skip_digits() == 0) {
      return false;
    }
  }
  return text.empty();
}

/// The number exactly where an integer or nine decimal places hold it, else as a double; empty beyond a double.
std::optional<Json> parse_number(std::string_view text) {
  text.remove_prefix(text.starts_with('+') ? 1 : 0);
  if (const auto exact = Decimal::parse(text)) {
    return exact->is_whole() ? Json(exact->truncated()) : Json(*exact);
  }
  double value = 0;
  const auto result = std::from_chars(text.data(), text.data() + text.size(), value);
  if (result.ec != std::errc() || !std::isfinite(value)) {
    return std::nullopt;
  }
  constexpr double k_integers_end = 9223372036854775808.0;  // 2^63
  if (std::trunc(value) == value && std::abs(value) < k_integers_end) {
    return Json(static_cast<std::int64_t>(value));
  }
  std::array<char, 400> buffer{};
  const auto end = std::to_chars(buffer.data(), buffer.data() + buffer.size(), value, std::chars_format::fixed).ptr;
  const auto exact = Decimal::parse({buffer.data(), static_cast<std::size_t>(end - buffer.data())});
  return exact ? Json(*exact) : Json::real(value);
}

}  // namespace

std::optional<Json> resolve_plain_scalar(const std::string& text) {
  if (contains(k_null, text)) {
    return Json();
  }
  if (contains(k_true, text) || contains(k_false, text)) {
    return Json(contains(k_true, text));
  }
  if (contains(k_no_number, text)) {
    return std::nullopt;
  }
  if (!is_digit(text.front()) && std::string_view("+-.").find(text.front()) == std::string_view::npos) {
    return Json(text);
  }
  std::string plain = text;
  std::erase(plain, '_');
  if (const auto integer = parse_integer(plain)) {
    if (*integer > std::numeric_limits<std::int64_t>::max()) {
      return std::nullopt;
    }
    if (*integer >= std::numeric_limits<std::int64_t>::min()) {
      return Json(static_cast<std::int64_t>(*integer));
    }
  }
  if (looks_like_number(plain)) {
    // What is beyond a double stays a string, as in Go.
    return parse_number(plain).value_or(Json(text));
  }
  return Json(text);
}

}  // namespace kgpu::document
