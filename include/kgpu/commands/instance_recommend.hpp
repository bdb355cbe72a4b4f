#pragma once

#include "kgpu/base/error.hpp"
#include "kgpu/base/memory_size.hpp"
#include "kgpu/commands/common_options.hpp"
#include "kgpu/commands/env.hpp"
#include "kgpu/instance/view_recommendation.hpp"
#include "kgpu/recommend/question.hpp"

#include <optional>
#include <string>
#include <vector>

namespace kgpu::commands {

struct InstanceRecommendOptions {
  model::WorkloadOptions workload;
  std::optional<std::int64_t> concurrency;
  std::optional<double> requests_per_second;
  std::optional<double> tokens_per_second;
  std::vector<recommend::Stage> stages;  ///< empty: by the task
  std::optional<double> max_tpot_ms;     ///< 0: none
  std::optional<double> max_ttft_ms;     ///< 0: none
  std::optional<Money> max_price;
  std::optional<double> max_hours;
  std::optional<std::int32_t> max_nodes;
  std::optional<double> train_tokens;
  std::optional<double> mtbf_hours;
  Decimal utilization = Decimal::whole(1);
  std::vector<catalog::Provider> providers;  ///< empty: aws
  bool any_provider = false;
  std::string region;  ///< empty: each provider's default; `any`
  bool all_regions = false;
  std::vector<catalog::Capacity> capacities;  ///< empty: on-demand
  std::vector<std::string> instance_types;
  std::vector<std::string> accelerators;
  std::optional<MemorySize> accelerator_memory;
  recommend::Isolation isolation = recommend::Isolation::none;
  std::size_t top = 10;  ///< rows of each stage
  bool all = false;      ///< every parallelism of a type in tables too
  PriceOptions prices;
  ReportOptions report;
};

/// `kubectl gpu instance recommend`: exit 3 when nothing fits; the document is printed all the same.
[[nodiscard]] ExitCode run_instance_recommend(const InstanceRecommendOptions& options, Env& env);

}  // namespace kgpu::commands
