#include "json_builder.hpp"

#include "kgpu/base/text.hpp"
#include "kgpu/document/yaml_plain_scalar.hpp"

#include <cstdint>
#include <limits>
#include <string_view>
#include <utility>
#include <variant>

namespace kgpu::document {
namespace {

using output::Json;

constexpr std::size_t k_most_depth = 200;

}  // namespace

bool JsonBuilder::refuse(const std::string& what) {
  refusal_ = what;
  return false;
}

bool JsonBuilder::null() {
  return add(Json());
}

bool JsonBuilder::boolean(bool value) {
  return add(Json(value));
}

bool JsonBuilder::number_integer(number_integer_t value) {
  return add(Json(static_cast<std::int64_t>(value)));
}

bool JsonBuilder::number_unsigned(number_unsigned_t value) {
  constexpr auto k_most = static_cast<number_unsigned_t>(std::numeric_limits<std::int64_t>::max());
  if (value <= k_most) {
    return add(Json(static_cast<std::int64_t>(value)));
  }
  return rules_ == JsonRules::strict ? refuse("a number that does not fit: " + std::to_string(value))
                                     : add(Json::real(static_cast<double>(value)));
}

bool JsonBuilder::number_float(number_float_t value, const string_t& digits) {
  return add(resolve_plain_scalar(digits).value_or(Json::real(value)));
}

bool JsonBuilder::string(string_t& value) {
  return add(Json(std::move(value)));
}

bool JsonBuilder::binary(binary_t& /*value*/) {
  return refuse("binary data");
}

bool JsonBuilder::start_object(std::size_t /*size*/) {
  return open(Json::object());
}

bool JsonBuilder::start_array(std::size_t /*size*/) {
  return open(Json::array());
}

bool JsonBuilder::key(string_t& key) {
  Level& level = levels_.back();
  level.key_is_new = level.keys.insert(key).second;
  if (!level.key_is_new && rules_ == JsonRules::strict) {
    return refuse("the key " + in_quotes(key) + " is there twice");
  }
  level.key = std::move(key);
  return true;
}

bool JsonBuilder::parse_error(std::size_t position, const std::string& last_token,
                              const nlohmann::detail::exception& error) {
  position_ = position;
  last_token_ = last_token;
  ends_early_ = std::string_view(error.what()).find("end of input") != std::string_view::npos;
  return false;
}

bool JsonBuilder::open(Json value) {
  if (levels_.size() == k_most_depth) {
    return refuse("nested deeper than " + std::to_string(k_most_depth) + " levels");
  }
  levels_.push_back({.value = std::move(value), .key = {}, .keys = {}});
  return true;
}

bool JsonBuilder::close() {
  Json value = std::move(levels_.back().value);
  levels_.pop_back();
  return add(std::move(value));
}

bool JsonBuilder::add(Json value) {
  if (levels_.empty()) {
    root_ = std::move(value);
  } else if (Level& level = levels_.back(); !std::holds_alternative<Json::Object>(level.value.value())) {
    level.value.push(std::move(value));
  } else if (level.key_is_new) {
    level.value.set(std::move(level.key), std::move(value));
  } else {
    level.value.replace(level.key, std::move(value));
  }
  return true;
}

}  // namespace kgpu::document
