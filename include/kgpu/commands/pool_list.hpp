#pragma once

#include "kgpu/base/error.hpp"
#include "kgpu/commands/cluster_options.hpp"
#include "kgpu/commands/common_options.hpp"
#include "kgpu/commands/env.hpp"

namespace kgpu::commands {

struct PoolListOptions {
  ClusterOptions cluster;
  PriceOptions prices;
  ReportOptions report;
};

/// Karpenter's NodePools and node groups by their labels: nodes, accelerators, limits, cost.
[[nodiscard]] ExitCode run_pool_list(const PoolListOptions& options, Env& env);

}  // namespace kgpu::commands
