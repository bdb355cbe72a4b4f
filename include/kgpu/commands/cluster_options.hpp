#pragma once

#include "kgpu/commands/env.hpp"
#include "kgpu/node/report.hpp"

#include <memory>
#include <string>
#include <vector>

namespace kgpu::commands {

/// Which cluster a report reads: `--from`.
struct ClusterOptions {
  std::vector<std::string> from;  ///< files; each is one cluster
};

/// The clusters asked for, read and counted.
[[nodiscard]] std::vector<std::unique_ptr<node::Cluster>> read_clusters(const ClusterOptions& options,
                                                                        const catalog::Catalog& catalog, Env& env);

}  // namespace kgpu::commands
