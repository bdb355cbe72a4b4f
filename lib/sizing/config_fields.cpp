#include "config_fields.hpp"

#include "kgpu/base/error.hpp"
#include "kgpu/base/text.hpp"

#include <cmath>

namespace kgpu::sizing {
namespace {

constexpr std::int64_t k_most = std::int64_t{1} << 40;

}  // namespace

ConfigFields::ConfigFields(std::string_view text, std::string_view name) : name_(printable(name)) {
  whole_ = nlohmann::json::parse(text, nullptr, false);
  if (!whole_.is_object()) {
    fail("is not a JSON object", "--config takes the config.json of a Hugging Face model");
  }
  const auto nested = whole_.find("text_config");
  text_ = nested != whole_.end() && nested->is_object() ? &*nested : &whole_;
}

void ConfigFields::fail(const std::string& what, const std::string& hint) const {
  throw data_error(name_ + ": " + what, hint);
}

const nlohmann::json* ConfigFields::value(std::string_view field) const {
  for (const nlohmann::json* place : {text_, &whole_}) {
    const auto found = place->find(field);
    if (found != place->end() && !found->is_null()) {
      return &*found;
    }
  }
  return nullptr;
}

std::optional<std::int64_t> ConfigFields::find(std::initializer_list<std::string_view> names) const {
  for (const std::string_view field : names) {
    const nlohmann::json* found = value(field);
    if (found == nullptr) {
      continue;
    }
    if (!found->is_number_integer() || found->get<double>() < 0 || found->get<double>() > static_cast<double>(k_most)) {
      fail(std::string(field) + " is " + in_quotes(found->dump()) + ", not a whole number of at least 0");
    }
    return found->get<std::int64_t>();
  }
  return std::nullopt;
}

std::int64_t ConfigFields::get(std::initializer_list<std::string_view> names) const {
  const auto found = find(names);
  if (!found || *found == 0) {
    fail(std::string(*names.begin()) + (found ? " is 0" : " is missing"));
  }
  return *found;
}

std::int64_t ConfigFields::get_or(std::initializer_list<std::string_view> names, std::int64_t otherwise) const {
  return find(names).value_or(otherwise);
}

std::optional<bool> ConfigFields::flag(std::string_view field) const {
  const nlohmann::json* found = value(field);
  if (found == nullptr) {
    return std::nullopt;
  }
  if (!found->is_boolean()) {
    fail(std::string(field) + " is " + in_quotes(found->dump()) + ", not true or false");
  }
  return found->get<bool>();
}

std::string ConfigFields::word(std::initializer_list<std::string_view> names) const {
  for (const std::string_view field : names) {
    const nlohmann::json* found = value(field);
    if (found != nullptr && found->is_string()) {
      return found->get<std::string>();
    }
  }
  return {};
}

const nlohmann::json* ConfigFields::object(std::string_view field) const {
  for (const nlohmann::json* place : {text_, &whole_}) {
    const auto found = place->find(field);
    if (found != place->end() && found->is_object()) {
      return &*found;
    }
  }
  return nullptr;
}

nlohmann::json value_at(const nlohmann::json& place, std::string_view field) {
  if (!place.is_object()) {
    return {};
  }
  const auto found = place.find(field);
  return found == place.end() ? nlohmann::json() : *found;
}

std::string text_at(const nlohmann::json& place, std::string_view field) {
  const nlohmann::json value = value_at(place, field);
  return value.is_string() ? value.get<std::string>() : std::string();
}

bool truth_at(const nlohmann::json& place, std::string_view field) {
  const nlohmann::json value = value_at(place, field);
  return value.is_boolean() && value.get<bool>();
}

}  // namespace kgpu::sizing
