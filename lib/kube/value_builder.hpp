#pragma once

#include "value.hpp"

#include "kgpu/base/error.hpp"

#include <optional>
#include <string>
#include <unordered_set>
#include <vector>

namespace kgpu::kube {

/// Puts a value together from a parser's events and keeps the guards: depth, repeated keys, aliases that multiply.
class ValueBuilder {
 public:
  explicit ValueBuilder(std::string name) : name_(std::move(name)) {}

  void scalar(std::string text, bool plain, int line);
  void begin(Value::Kind kind, int line);
  void end();
  /// A value that was built before, seen again.
  void shared(Value::Pointer value, int line);

  [[nodiscard]] bool expects_key() const;
  [[nodiscard]] bool is_open() const { return !levels_.empty(); }
  /// The value completed last; null before the first.
  [[nodiscard]] const Value::Pointer& last() const { return last_; }
  [[nodiscard]] Error refused(int line, const std::string& what) const;

 private:
  struct Level {
    std::shared_ptr<Value> value;
    std::optional<std::string> key;  ///< read, its value still to come
    bool key_is_merge = false;
    std::unordered_set<std::string> keys;
    std::vector<Value::Pointer> merged;  ///< of `<<`, in order
  };

  void put(Value::Pointer value, int line);
  void add_merged(const Value::Pointer& value, int line);
  static void apply_merged(Level& level);

  std::string name_;
  std::vector<Level> levels_;
  Value::Pointer last_;
  std::size_t written_ = 0;  ///< nodes that the text has
};

}  // namespace kgpu::kube
