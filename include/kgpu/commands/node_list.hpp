#pragma once

#include "kgpu/base/error.hpp"
#include "kgpu/commands/cluster_options.hpp"
#include "kgpu/commands/common_options.hpp"
#include "kgpu/commands/env.hpp"
#include "kgpu/k8s/names.hpp"
#include "kgpu/node/report.hpp"

#include <optional>
#include <string>
#include <vector>

namespace kgpu::commands {

struct NodeListOptions {
  ClusterOptions cluster;
  bool only_free = false;
  std::vector<k8s::Label> labels;
  std::optional<node::SortKey> sort_key;
  PriceOptions prices;
  ReportOptions report;
};

/// Nodes with accelerators: which are free, who holds them, what they cost (CONTRACTS §9; ledger.md §1 to §4).
[[nodiscard]] ExitCode run_node_list(const NodeListOptions& options, Env& env);

}  // namespace kgpu::commands
