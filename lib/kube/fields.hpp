#pragma once

#include "value.hpp"

#include "kgpu/base/error.hpp"

#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace kgpu::kube {

/// The members of a mapping by their types, strict as kubectl is (1.3): text is no number, `"true"` no boolean. Errors
/// name file, line and field, never a value.
class Fields {
 public:
  /// `where` says in errors what the mapping is: `users 'dev'`. Null is an empty mapping.
  Fields(const Value* value, std::string file, std::string where);

  [[nodiscard]] std::string text(std::string_view key) const;
  [[nodiscard]] bool flag(std::string_view key) const;
  [[nodiscard]] std::vector<std::string> texts(std::string_view key) const;
  [[nodiscard]] Fields map(std::string_view key) const;
  /// True when the key is there and not null.
  [[nodiscard]] bool has(std::string_view key) const { return find(key) != nullptr; }
  void each_item(std::string_view key, const std::function<void(const Fields& item, int line)>& visit) const;
  void each_member(const std::function<void(const std::string& key)>& visit) const;
  [[nodiscard]] const Value* find(std::string_view key) const;

  [[nodiscard]] Error refused(int line, const std::string& what) const;

 private:
  [[nodiscard]] std::string text_of(const Value& value, std::string_view key) const;

  const Value* value_;
  std::string file_;
  std::string where_;
};

}  // namespace kgpu::kube
