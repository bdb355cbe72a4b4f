#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace kgpu::kube {

/// A YAML or JSON value as it was written, with its line: what a scalar means is for its field to say. Aliases share
/// their node.
struct Value {
  enum class Kind { scalar, list, map };
  using Pointer = std::shared_ptr<const Value>;

  Kind kind = Kind::scalar;
  std::string text;    ///< of a scalar
  bool plain = false;  ///< not quoted: a number, a boolean or null, where it reads so
  int line = 0;        ///< from 1; 0 when unknown
  std::vector<Pointer> items;
  std::vector<std::pair<std::string, Pointer>> members;  ///< each key once, merge keys applied

  std::size_t nodes = 1;  ///< with all below it, each alias counted as what it stands for
  std::size_t depth = 1;

  /// The member of that name, compared with case; null when there is none.
  [[nodiscard]] const Value* find(std::string_view key) const;
  /// `null`, `~` or nothing at all.
  [[nodiscard]] bool is_null() const;
};

enum class Trailing { ignored, refused };

/// The first document: YAML 1.1 with anchors, aliases and merge keys, or JSON; UTF-8, or UTF-16 with a byte order mark.
/// Null when there is none. Throws Error{data} `NAME:LINE: …`, which never quotes a value, for repeated keys, nesting
/// beyond 200, aliases that multiply, tags of other types, and with `Trailing::refused` for what follows the document.
[[nodiscard]] Value::Pointer read_value(std::string_view text, const std::string& name, Trailing trailing);

/// As compact JSON, plain scalars as kubectl reads them. Throws Error{data} naming `name` for a number that JSON has
/// not.
[[nodiscard]] std::string to_json(const Value& value, const std::string& name);

}  // namespace kgpu::kube
