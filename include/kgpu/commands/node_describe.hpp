#pragma once

#include "kgpu/base/error.hpp"
#include "kgpu/commands/cluster_options.hpp"
#include "kgpu/commands/common_options.hpp"
#include "kgpu/commands/env.hpp"

#include <string>

namespace kgpu::commands {

struct NodeDescribeOptions {
  std::string name;
  ClusterOptions cluster;
  PriceOptions prices;
  ReportOptions report;
};

/// Everything of one node with accelerators. Throws Error{data} when there is none of that name.
[[nodiscard]] ExitCode run_node_describe(const NodeDescribeOptions& options, Env& env);

}  // namespace kgpu::commands
