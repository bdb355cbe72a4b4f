#pragma once

#include "kgpu/output/json.hpp"
#include "kgpu/output/table.hpp"
#include "kgpu/recommend/answer.hpp"

#include <optional>
#include <string>
#include <vector>

/// What `instance recommend` prints.
namespace kgpu::instance {

/// The answers, one for each stage that was asked for.
using Answers = std::vector<recommend::Answer>;

[[nodiscard]] output::Table recommendation_table(const Answers& answers);
/// All columns of numbers, for CSV.
[[nodiscard]] output::Table recommendation_csv(const Answers& answers);
/// What stands below the table: the nearest where nothing fits, and what would change the answer.
[[nodiscard]] std::string recommendation_notes(const Answers& answers);
/// `kind: Recommendation`; docs/json/recommendation.schema.json.
[[nodiscard]] output::Json recommendation_json(const Answers& answers);

/// `2 × L4`, `3g.40gb of H100-80`, `1/8 × L4`, `8 vCPU`: what one replica uses.
[[nodiscard]] std::string uses_text(const recommend::Row& row);

/// The cheapest hardware of every stage together; empty when one has none.
[[nodiscard]] std::optional<Money> total_usd_per_hour(const Answers& answers);

}  // namespace kgpu::instance
