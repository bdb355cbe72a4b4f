#include "value_builder.hpp"

#include "kgpu/base/text.hpp"

#include <algorithm>

namespace kgpu::kube {
namespace {

constexpr std::size_t k_most_depth = 200;
/// Nodes that aliases may add to those written; go-yaml begins to refuse at the same number.
constexpr std::size_t k_most_aliased = 400'000;

}  // namespace

const Value* Value::find(std::string_view key) const {
  const auto found = std::ranges::find_if(members, [&](const auto& member) { return member.first == key; });
  return found == members.end() ? nullptr : found->second.get();
}

bool Value::is_null() const {
  return kind == Kind::scalar && plain &&
         (text.empty() || text == "~" || text == "null" || text == "Null" || text == "NULL");
}

Error ValueBuilder::refused(int line, const std::string& what) const {
  return data_error(name_ + (line > 0 ? ":" + std::to_string(line) : "") + ": " + what);
}

bool ValueBuilder::expects_key() const {
  return !levels_.empty() && levels_.back().value->kind == Value::Kind::map && !levels_.back().key;
}

void ValueBuilder::scalar(std::string text, bool plain, int line) {
  ++written_;
  if (expects_key()) {
    Level& level = levels_.back();
    if (!level.keys.insert(text).second) {
      throw refused(line, "the key " + in_quotes(text) + " is there twice");
    }
    level.key_is_merge = plain && text == "<<";
    level.key = std::move(text);
    return;
  }
  auto value = std::make_shared<Value>();
  value->text = std::move(text);
  value->plain = plain;
  value->line = line;
  put(std::move(value), line);
}

void ValueBuilder::begin(Value::Kind kind, int line) {
  ++written_;
  if (expects_key()) {
    throw refused(line, "a list or mapping as a key");
  }
  if (levels_.size() == k_most_depth) {
    throw refused(line, "nested deeper than " + std::to_string(k_most_depth) + " levels");
  }
  auto value = std::make_shared<Value>();
  value->kind = kind;
  value->line = line;
  levels_.push_back({.value = std::move(value), .key = {}, .key_is_merge = false, .keys = {}, .merged = {}});
}

void ValueBuilder::end() {
  apply_merged(levels_.back());
  Value::Pointer value = std::move(levels_.back().value);
  levels_.pop_back();
  const int line = value->line;
  put(std::move(value), line);
}

void ValueBuilder::shared(Value::Pointer value, int line) {
  if (expects_key()) {
    if (value->kind != Value::Kind::scalar) {
      throw refused(line, "a list or mapping as a key");
    }
    scalar(value->text, value->plain, line);
    return;
  }
  put(std::move(value), line);
}

void ValueBuilder::put(Value::Pointer value, int line) {
  last_ = value;
  if (levels_.empty()) {
    return;
  }
  Level& level = levels_.back();
  level.value->nodes += value->nodes;
  level.value->depth = std::max(level.value->depth, value->depth + 1);
  if (level.value->nodes > written_ + k_most_aliased) {
    throw refused(line, "aliases that multiply beyond measure");
  }
  if (levels_.size() - 1 + level.value->depth > k_most_depth) {
    throw refused(line, "nested deeper than " + std::to_string(k_most_depth) + " levels");
  }
  if (level.value->kind == Value::Kind::list) {
    level.value->items.push_back(std::move(value));
    return;
  }
  if (level.key_is_merge) {
    add_merged(value, line);
  } else {
    level.value->members.emplace_back(std::move(*level.key), std::move(value));
  }
  level.key.reset();
}

void ValueBuilder::add_merged(const Value::Pointer& value, int line) {
  const auto add = [&](const Value::Pointer& map) {
    if (map->kind != Value::Kind::map) {
      throw refused(line, "a merge key '<<' takes mappings only");
    }
    levels_.back().merged.push_back(map);
  };
  if (value->kind != Value::Kind::list) {
    add(value);
    return;
  }
  std::ranges::for_each(value->items, add);
}

/// What the mapping says itself wins, then the earlier of those merged.
void ValueBuilder::apply_merged(Level& level) {
  for (const Value::Pointer& map : level.merged) {
    for (const auto& [key, value] : map->members) {
      if (level.keys.insert(key).second) {
        level.value->members.emplace_back(key, value);
      }
    }
  }
}

}  // namespace kgpu::kube
