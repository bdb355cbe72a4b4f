#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace kgpu::document {

/// One entry of `status.conditions`, as far as waiting needs it.
struct Condition {
  std::string status;  ///< `True`, `False` or `Unknown`
  std::string reason;
  std::string message;
};

/// Whether a condition holds of the object as it was last changed.
struct ConditionReading {
  std::optional<Condition> condition;  ///< empty while no controller has written it
  bool is_current = false;             ///< it speaks of this generation, not of one before (observedGeneration)
  [[nodiscard]] bool holds() const { return condition && is_current && condition->status == "True"; }
};

/// Condition names compare without case, as in `kubectl wait` (kubernetes-client 5.5). Throws Error{data} beginning
/// with `name` for what is no JSON.
[[nodiscard]] ConditionReading read_condition(std::string_view object_json, std::string_view condition,
                                              const std::string& name);

}  // namespace kgpu::document
