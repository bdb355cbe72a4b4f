#pragma once

#include <nlohmann/json.hpp>

#include <cstdint>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>

/// Fields of a `config.json`, wherever and under whichever name a family keeps them.
namespace kgpu::sizing {

class ConfigFields {
 public:
  /// Throws Error{data} when `text` is not a JSON object.
  ConfigFields(std::string_view text, std::string_view name);

  /// The object the text model's shape stands in: `text_config`, or the whole.
  [[nodiscard]] const nlohmann::json& text() const { return *text_; }
  [[nodiscard]] const nlohmann::json& whole() const { return whole_; }
  [[nodiscard]] const std::string& name() const { return name_; }

  /// A whole number under the first of `names` that is there and not null; nested first, then the top. A value of
  /// another type, negative or absurd throws Error{data} naming the field.
  [[nodiscard]] std::optional<std::int64_t> find(std::initializer_list<std::string_view> names) const;
  [[nodiscard]] std::int64_t get(std::initializer_list<std::string_view> names) const;  ///< missing: Error{data}
  [[nodiscard]] std::int64_t get_or(std::initializer_list<std::string_view> names, std::int64_t otherwise) const;
  [[nodiscard]] std::optional<bool> flag(std::string_view field) const;
  [[nodiscard]] std::string word(std::initializer_list<std::string_view> names) const;  ///< empty when absent
  /// Null when there is none.
  [[nodiscard]] const nlohmann::json* object(std::string_view field) const;

  [[noreturn]] void fail(const std::string& what, const std::string& hint = {}) const;

 private:
  [[nodiscard]] const nlohmann::json* value(std::string_view field) const;

  nlohmann::json whole_;
  const nlohmann::json* text_ = nullptr;
  std::string name_;
};

/// A member of an object that outside text may have of any kind: nothing where it is of another one.
[[nodiscard]] std::string text_at(const nlohmann::json& place, std::string_view field);
[[nodiscard]] bool truth_at(const nlohmann::json& place, std::string_view field);
[[nodiscard]] nlohmann::json value_at(const nlohmann::json& place, std::string_view field);

}  // namespace kgpu::sizing
