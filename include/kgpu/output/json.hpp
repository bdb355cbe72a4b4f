#pragma once

#include "kgpu/base/date.hpp"
#include "kgpu/base/decimal.hpp"
#include "kgpu/base/money.hpp"

#include <cstdint>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace kgpu::output {

/// A JSON value to be written. Ours and not a library's because money is written from its integer, never through a
/// double (CONTRACTS §2), and because members keep the order they were added in.
class Json {
 public:
  using Array = std::vector<Json>;
  using Object = std::vector<std::pair<std::string, Json>>;

  Json() = default;  ///< null
  // NOLINTBEGIN(google-explicit-constructor): a value stands for itself, as in {"count", 4}
  Json(bool value) : value_(value) {}
  Json(int value) : value_(static_cast<std::int64_t>(value)) {}
  Json(std::int64_t value) : value_(value) {}
  Json(Decimal value) : value_(value) {}
  Json(Money value) : value_(Decimal::from_nanos(value.nanos())) {}
  Json(Date value) : value_(value.to_string()) {}
  Json(std::string value) : value_(std::move(value)) {}
  Json(std::string_view value) : value_(std::string(value)) {}
  Json(const char* value) : value_(std::string(value)) {}
  // NOLINTEND(google-explicit-constructor)

  /// A number read from outside that no integer and no Decimal holds, `1e300`. Finite; never money.
  static Json real(double value) {
    Json json;
    json.value_ = value;
    return json;
  }
  static Json array() { return Json(Array{}); }
  static Json object() { return Json(Object{}); }

  /// Adds a member at the end. The caller adds each key once.
  Json& set(std::string key, Json value);
  /// Adds the member only when there is a value: absent means unknown.
  template <class T>
  Json& set_known(std::string key, const std::optional<T>& value) {
    return value ? set(std::move(key), Json(*value)) : *this;
  }
  Json& push(Json value);
  /// Gives the member of that name this value, or adds it at the end.
  Json& replace(const std::string& key, Json value);
  /// Takes the member away, where there is one.
  void remove(std::string_view key);

  using Value = std::variant<std::monostate, bool, std::int64_t, Decimal, double, std::string, Array, Object>;
  [[nodiscard]] const Value& value() const { return value_; }

  /// The member of that name; null when there is none or this is no object.
  [[nodiscard]] const Json* find(std::string_view key) const;
  [[nodiscard]] Json* find(std::string_view key);

  bool operator==(const Json& other) const = default;

 private:
  explicit Json(Array value) : value_(std::move(value)) {}
  explicit Json(Object value) : value_(std::move(value)) {}

  Value value_;
};

/// Indented by two spaces, a newline at the end. Bytes that are not UTF-8 become U+FFFD.
[[nodiscard]] std::string to_json(const Json& value);

/// The same tree as YAML: strings in double quotes where a YAML 1.1 or 1.2 parser could read a bare word as something
/// else.
[[nodiscard]] std::string to_yaml(const Json& value);

}  // namespace kgpu::output
