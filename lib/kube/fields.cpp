#include "fields.hpp"

#include "kgpu/base/text.hpp"
#include "kgpu/document/yaml_plain_scalar.hpp"

namespace kgpu::kube {
namespace {

/// A plain scalar as it counts: `yes` is a boolean, `12` a number.
std::string_view what_it_is(const Value& value) {
  if (value.kind == Value::Kind::list) {
    return "a list";
  }
  if (value.kind == Value::Kind::map) {
    return "a mapping";
  }
  if (!value.plain) {
    return "text";
  }
  const auto resolved = document::resolve_plain_scalar(value.text);
  if (!resolved) {
    return "a number";
  }
  if (std::holds_alternative<std::string>(resolved->value())) {
    return "text";
  }
  return std::holds_alternative<bool>(resolved->value()) ? "a boolean" : "a number";
}

}  // namespace

Fields::Fields(const Value* value, std::string file, std::string where)
    : value_(value == nullptr || value->is_null() ? nullptr : value), file_(std::move(file)), where_(std::move(where)) {
  if (value_ != nullptr && value_->kind != Value::Kind::map) {
    throw refused(value_->line, "must be a mapping, not " + std::string(what_it_is(*value_)));
  }
}

Error Fields::refused(int line, const std::string& what) const {
  return data_error(file_ + (line > 0 ? ":" + std::to_string(line) : "") + ": " +
                    (where_.empty() || what.starts_with(':') ? "" : where_ + ": ") + what);
}

const Value* Fields::find(std::string_view key) const {
  const Value* found = value_ == nullptr ? nullptr : value_->find(key);
  return found == nullptr || found->is_null() ? nullptr : found;
}

std::string Fields::text_of(const Value& value, std::string_view key) const {
  const std::string_view is = what_it_is(value);
  if (is != "text") {
    throw refused(value.line, std::string(key) + " must be text, not " + std::string(is) +
                                  (value.kind == Value::Kind::scalar ? ": write it in quotes" : ""));
  }
  return value.text;
}

std::string Fields::text(std::string_view key) const {
  const Value* value = find(key);
  return value == nullptr ? "" : text_of(*value, key);
}

bool Fields::flag(std::string_view key) const {
  const Value* value = find(key);
  if (value == nullptr) {
    return false;
  }
  if (value->kind == Value::Kind::scalar && value->plain) {
    const auto resolved = document::resolve_plain_scalar(value->text);
    const bool* found = resolved ? std::get_if<bool>(&resolved->value()) : nullptr;
    if (found != nullptr) {
      return *found;
    }
  }
  throw refused(value->line,
                std::string(key) + " must be true or false without quotes, not " + std::string(what_it_is(*value)));
}

std::vector<std::string> Fields::texts(std::string_view key) const {
  std::vector<std::string> found;
  const Value* value = find(key);
  if (value == nullptr) {
    return found;
  }
  if (value->kind != Value::Kind::list) {
    throw refused(value->line, std::string(key) + " must be a list, not " + std::string(what_it_is(*value)));
  }
  for (const auto& item : value->items) {
    found.push_back(item->is_null() ? "" : text_of(*item, "an element of " + std::string(key)));
  }
  return found;
}

Fields Fields::map(std::string_view key) const {
  return {find(key), file_, where_.empty() ? std::string(key) : where_ + ": " + std::string(key)};
}

void Fields::each_item(std::string_view key, const std::function<void(const Fields& item, int line)>& visit) const {
  const Value* value = find(key);
  if (value == nullptr) {
    return;
  }
  if (value->kind != Value::Kind::list) {
    throw refused(value->line, std::string(key) + " must be a list, not " + std::string(what_it_is(*value)));
  }
  std::size_t number = 0;
  for (const auto& item : value->items) {
    ++number;
    const Fields unnamed(item.get(), file_, std::string(key) + " " + std::to_string(number));
    const std::string name = unnamed.text("name");
    visit(Fields(item.get(), file_, name.empty() ? unnamed.where_ : std::string(key) + " " + in_quotes(name)),
          item->line);
  }
}

void Fields::each_member(const std::function<void(const std::string& key)>& visit) const {
  if (value_ != nullptr) {
    for (const auto& member : value_->members) {
      visit(member.first);
    }
  }
}

}  // namespace kgpu::kube
