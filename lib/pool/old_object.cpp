#include "old_object.hpp"

#include <algorithm>

namespace kgpu::pool {

using output::Json;

bool is_null(const Json& value) {
  return std::holds_alternative<std::monostate>(value.value());
}

Error wrong(const OldObject& object, const std::string& path, const std::string& what) {
  return data_error(object.where + ": " + object.title + ": " + path + " " + what);
}

Fields::Fields(const OldObject& object, const Json* value, std::string path)
    : object_(&object), path_(std::move(path)) {
  if (value == nullptr || is_null(*value)) {
    return;
  }
  members_ = std::get_if<Json::Object>(&value->value());
  if (members_ == nullptr) {
    throw wrong(object, path_, "is not a mapping");
  }
}

const Json* Fields::find(std::string_view key) const {
  if (members_ == nullptr) {
    return nullptr;
  }
  const auto found = std::ranges::find(*members_, key, &Json::Object::value_type::first);
  return found == members_->end() || is_null(found->second) ? nullptr : &found->second;
}

bool Fields::has(std::string_view key) const {
  return find(key) != nullptr;
}

std::string Fields::path_of(std::string_view key) const {
  return path_.empty() ? std::string(key) : path_ + "." + std::string(key);
}

const Json* Fields::take(std::string_view key) {
  const Json* value = find(key);
  if (value != nullptr) {
    taken_.emplace_back(key);
  }
  return value;
}

std::optional<std::string> Fields::take_text(std::string_view key) {
  const Json* value = take(key);
  if (value == nullptr) {
    return std::nullopt;
  }
  const auto* text = std::get_if<std::string>(&value->value());
  if (text == nullptr) {
    throw wrong(*object_, path_of(key), "is not a text");
  }
  return *text;
}

std::optional<std::int64_t> Fields::take_integer(std::string_view key) {
  const Json* value = take(key);
  if (value == nullptr) {
    return std::nullopt;
  }
  const auto* number = std::get_if<std::int64_t>(&value->value());
  if (number == nullptr) {
    throw wrong(*object_, path_of(key), "is not a whole number");
  }
  return *number;
}

std::optional<bool> Fields::take_boolean(std::string_view key) {
  const Json* value = take(key);
  if (value == nullptr) {
    return std::nullopt;
  }
  const auto* flag = std::get_if<bool>(&value->value());
  if (flag == nullptr) {
    throw wrong(*object_, path_of(key), "is not true or false");
  }
  return *flag;
}

Fields Fields::take_fields(std::string_view key) {
  const Json* value = take(key);
  return {*object_, value, path_of(key)};
}

std::vector<const Json*> Fields::take_list(std::string_view key) {
  std::vector<const Json*> elements;
  const Json* value = take(key);
  if (value == nullptr) {
    return elements;
  }
  const auto* array = std::get_if<Json::Array>(&value->value());
  if (array == nullptr) {
    throw wrong(*object_, path_of(key), "is not a list");
  }
  for (const Json& element : *array) {
    elements.push_back(&element);
  }
  return elements;
}

std::vector<std::pair<std::string, std::string>> Fields::take_texts(std::string_view key) {
  std::vector<std::pair<std::string, std::string>> texts;
  Fields inner = take_fields(key);
  for (const auto& [name, value] : inner.members()) {
    const auto* text = std::get_if<std::string>(&value.value());
    if (text == nullptr) {
      throw wrong(*object_, inner.path_of(name), "is not a text: put it in quotes");
    }
    texts.emplace_back(name, *text);
  }
  return texts;
}

std::vector<std::string> Fields::left() const {
  std::vector<std::string> keys;
  for (const auto& [key, value] : members()) {
    if (!is_null(value) && std::ranges::find(taken_, key) == taken_.end()) {
      keys.push_back(key);
    }
  }
  return keys;
}

const Json::Object& Fields::members() const {
  static const Json::Object k_none;
  return members_ == nullptr ? k_none : *members_;
}

void Draft::note(const std::string& field, const std::string& text) {
  findings.push_back({object_->where, object_->title, field, text, false});
}

void Draft::lose(const std::string& field, const std::string& text, const std::string& place) {
  findings.push_back({object_->where, object_->title, field, text, true});
  remarks.inside(place, (field.empty() ? "" : field + ": ") + text);
}

void Draft::lose_left(const Fields& fields, const std::string& place) {
  for (const std::string& key : fields.left()) {
    lose(fields.path_of(key), "no such field in v1", place);
  }
}

}  // namespace kgpu::pool
