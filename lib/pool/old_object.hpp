#pragma once

#include "kgpu/base/error.hpp"
#include "kgpu/document/annotated_yaml.hpp"
#include "kgpu/output/json.hpp"
#include "kgpu/pool/migrate.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace kgpu::pool {

/// The two generations that are read.
enum class Generation : std::uint8_t { alpha, beta };

/// An object to be migrated: where it stands, and what it is called in messages.
struct OldObject {
  const output::Json* json = nullptr;
  Generation generation{};
  std::string where;  ///< `gpu.yaml:2`
  std::string title;  ///< `provisioner/gpu`
  std::string name;
  std::string api;  ///< `v1alpha5`, `v1alpha1`, `v1beta1`: what comments call it
};

/// A mapping of an old object that is read field by field. What nobody took is what has no equivalent: nothing can be
/// forgotten. A null counts as absent, as the API server has it.
class Fields {
 public:
  /// `value` may be null: no fields then. Throws Error{data} when it is no mapping.
  Fields(const OldObject& object, const output::Json* value, std::string path);

  /// The field; null when it is absent.
  const output::Json* take(std::string_view key);
  /// Throw Error{data} naming the field when it is of another type.
  std::optional<std::string> take_text(std::string_view key);
  std::optional<std::int64_t> take_integer(std::string_view key);
  std::optional<bool> take_boolean(std::string_view key);
  Fields take_fields(std::string_view key);
  /// Elements of a list; none when it is absent.
  std::vector<const output::Json*> take_list(std::string_view key);
  /// Members whose values are texts: labels, tags, selectors. In the order they are written in.
  std::vector<std::pair<std::string, std::string>> take_texts(std::string_view key);

  [[nodiscard]] bool is_present() const { return members_ != nullptr; }
  [[nodiscard]] bool has(std::string_view key) const;
  /// `spec.limits` for a field of it.
  [[nodiscard]] std::string path_of(std::string_view key) const;
  /// Keys that were not taken and are not null.
  [[nodiscard]] std::vector<std::string> left() const;
  [[nodiscard]] const output::Json::Object& members() const;

 private:
  [[nodiscard]] const output::Json* find(std::string_view key) const;

  const OldObject* object_;
  const output::Json::Object* members_ = nullptr;
  std::string path_;
  std::vector<std::string> taken_;
};

[[nodiscard]] bool is_null(const output::Json& value);

/// `gpu.yaml:2: provisioner/gpu: spec.weight is not a whole number`.
[[nodiscard]] Error wrong(const OldObject& object, const std::string& path, const std::string& what);

/// The new object while it is put together, and what is found on the way.
class Draft {
 public:
  explicit Draft(const OldObject& object) : object_(&object) {}

  document::Remarks remarks;
  std::vector<Finding> findings;

  /// For stderr alone.
  void note(const std::string& field, const std::string& text);
  /// No equivalent: a finding, and a comment at `place` of the new object.
  void lose(const std::string& field, const std::string& text, const std::string& place);
  /// Every field that nobody took.
  void lose_left(const Fields& fields, const std::string& place);

  [[nodiscard]] const OldObject& object() const { return *object_; }

 private:
  const OldObject* object_;
};

}  // namespace kgpu::pool
