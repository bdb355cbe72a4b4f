#pragma once

#include "kgpu/base/money.hpp"
#include "kgpu/catalog/catalog.hpp"
#include "kgpu/model/workload.hpp"
#include "kgpu/recommend/question.hpp"

#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace kgpu::commands {

/// What is to run, how much of it, and how well: the flags that `instance recommend` and `pool create --for-model`
/// share.
struct NeedOptions {
  model::WorkloadOptions workload;
  std::optional<double> requests_per_second;
  std::optional<double> tokens_per_second;
  std::optional<double> max_tpot_ms;  ///< 0: none
  std::optional<double> max_ttft_ms;  ///< 0: none
  std::optional<Money> max_price;
  std::optional<double> max_hours;
  std::optional<std::int32_t> max_nodes;
  std::optional<double> train_tokens;
  std::optional<double> mtbf_hours;
  bool formula_only = false;  ///< no measured rows

  [[nodiscard]] bool has_model() const;
};

/// Refuses flags that exclude each other (recommend.md 42). Throws Error{usage}.
void check_need(const NeedOptions& need);

/// Training when a flag of training is given, else inference.
[[nodiscard]] recommend::Stage usual_stage(const NeedOptions& need);

/// The need of one stage with every default filled in; where the hardware may come from is not said yet. Throws
/// Error{usage} for a model or a length that cannot be.
[[nodiscard]] recommend::Question question_of(const NeedOptions& need, recommend::Stage stage,
                                              const catalog::Catalog& catalog);

/// What `--accelerator` names. Throws Error{usage} with the nearest name.
[[nodiscard]] std::set<const catalog::Accelerator*> accelerators_named(const std::vector<std::string>& names,
                                                                       const catalog::Catalog& catalog);

}  // namespace kgpu::commands
