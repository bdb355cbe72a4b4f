#pragma once

#include "kgpu/base/error.hpp"
#include "kgpu/base/memory_size.hpp"
#include "kgpu/commands/common_options.hpp"
#include "kgpu/commands/env.hpp"
#include "kgpu/commands/need.hpp"
#include "kgpu/instance/view_recommendation.hpp"
#include "kgpu/recommend/question.hpp"

#include <optional>
#include <string>
#include <vector>

namespace kgpu::commands {

struct InstanceRecommendOptions {
  NeedOptions need;
  std::vector<recommend::Stage> stages;  ///< empty: by the task
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
  bool explains = false;  ///< how the figures of the first row came about
  std::size_t top = 10;   ///< rows of each stage
  bool all = false;       ///< every parallelism of a type in tables too
  PriceOptions prices;
  ReportOptions report;
};

/// `kubectl gpu instance recommend`: exit 3 when nothing fits; the document is printed all the same.
[[nodiscard]] ExitCode run_instance_recommend(const InstanceRecommendOptions& given, Env& env);

}  // namespace kgpu::commands
