#include "kgpu/document/json_text.hpp"

#include "kgpu/base/error.hpp"
#include "kgpu/base/text.hpp"
#include "kgpu/document/yaml_plain_scalar.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <limits>
#include <optional>
#include <unordered_set>
#include <vector>

namespace kgpu::document {
namespace {

using output::Json;

constexpr std::size_t k_most_depth = 200;

/// Builds the value from the parser's events: depth is counted before anything recurses over it.
class Builder : public nlohmann::json_sax<nlohmann::json> {
 public:
  bool null() override { return add(Json()); }
  bool boolean(bool value) override { return add(Json(value)); }
  bool number_integer(number_integer_t value) override { return add(Json(static_cast<std::int64_t>(value))); }
  bool number_unsigned(number_unsigned_t value) override {
    constexpr auto k_most = static_cast<number_unsigned_t>(std::numeric_limits<std::int64_t>::max());
    return add(value <= k_most ? Json(static_cast<std::int64_t>(value)) : Json::real(static_cast<double>(value)));
  }
  bool number_float(number_float_t value, const string_t& text) override {
    return add(resolve_plain_scalar(text).value_or(Json::real(value)));
  }
  bool string(string_t& value) override { return add(Json(std::move(value))); }
  bool binary(binary_t& /*value*/) override { return false; }
  bool start_object(std::size_t /*size*/) override { return open(Json::object()); }
  bool start_array(std::size_t /*size*/) override { return open(Json::array()); }
  bool end_object() override { return close(); }
  bool end_array() override { return close(); }
  bool key(string_t& key) override {
    open_.back().key = std::move(key);
    return true;
  }
  bool parse_error(std::size_t position, const std::string& /*token*/,
                   const nlohmann::detail::exception& /*failure*/) override {
    problem_ = "no JSON at byte " + std::to_string(position);
    return false;
  }

  [[nodiscard]] const std::string& problem() const { return problem_; }
  [[nodiscard]] Json take() { return std::move(root_); }

 private:
  struct Open {
    Json value;
    std::string key;  ///< of the member that comes next
    std::unordered_set<std::string> keys;
  };

  bool open(Json value) {
    if (open_.size() >= k_most_depth) {
      problem_ = "nested more than " + std::to_string(k_most_depth) + " deep";
      return false;
    }
    open_.push_back({.value = std::move(value), .key = {}, .keys = {}});
    return true;
  }

  bool close() {
    Json value = std::move(open_.back().value);
    open_.pop_back();
    return add(std::move(value));
  }

  bool add(Json value) {
    if (open_.empty()) {
      root_ = std::move(value);
    } else if (Open& parent = open_.back(); std::holds_alternative<Json::Object>(parent.value.value())) {
      if (parent.keys.insert(parent.key).second) {
        parent.value.set(parent.key, std::move(value));
      } else {
        parent.value.replace(parent.key, std::move(value));
      }
    } else {
      parent.value.push(std::move(value));
    }
    return true;
  }

  std::vector<Open> open_;
  Json root_;
  std::string problem_;
};

}  // namespace

Json read_json(std::string_view text, const std::string& name) {
  Builder builder;
  if (!nlohmann::json::sax_parse(text, &builder)) {
    throw data_error(name + ": " + builder.problem());
  }
  return builder.take();
}

const Json* value_at(const Json& value, Path path) {
  const Json* at = &value;
  for (const std::string_view key : path) {
    at = at == nullptr ? nullptr : at->find(key);
  }
  return at;
}

std::string text_at(const Json& value, Path path) {
  const Json* const found = value_at(value, path);
  const auto* text = found == nullptr ? nullptr : std::get_if<std::string>(&found->value());
  return text == nullptr ? std::string() : *text;
}

std::span<const Json> items_at(const Json& value, Path path) {
  const Json* const found = value_at(value, path);
  const auto* items = found == nullptr ? nullptr : std::get_if<Json::Array>(&found->value());
  return items == nullptr ? std::span<const Json>() : std::span<const Json>(*items);
}

}  // namespace kgpu::document
