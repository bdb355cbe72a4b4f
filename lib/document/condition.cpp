#include "kgpu/document/condition.hpp"

#include "kgpu/base/text.hpp"
#include "kgpu/document/json_text.hpp"

#include <cstdint>

namespace kgpu::document {
namespace {

std::optional<std::int64_t> number_at(const output::Json& value, Path path) {
  const output::Json* const found = value_at(value, path);
  const auto* number = found == nullptr ? nullptr : std::get_if<std::int64_t>(&found->value());
  return number == nullptr ? std::nullopt : std::optional(*number);
}

}  // namespace

ConditionReading read_condition(std::string_view object_json, std::string_view condition, const std::string& name) {
  const output::Json object = read_json(object_json, name);
  const auto generation = number_at(object, {"metadata", "generation"});
  const std::string wanted = to_lower(condition);
  for (const output::Json& entry : items_at(object, {"status", "conditions"})) {
    if (to_lower(text_at(entry, {"type"})) != wanted) {
      continue;
    }
    // A condition names the generation it saw; where it does not, the status as a whole may.
    auto seen = number_at(entry, {"observedGeneration"});
    seen = seen ? seen : number_at(object, {"status", "observedGeneration"});
    return {.condition = Condition{.status = text_at(entry, {"status"}),
                                   .reason = text_at(entry, {"reason"}),
                                   .message = printable(text_at(entry, {"message"}), 300)},
            .is_current = !generation || !seen || *seen >= *generation};
  }
  return {};
}

}  // namespace kgpu::document
