#pragma once

#include "purchase.hpp"
#include "selection.hpp"

#include "kgpu/catalog/catalog.hpp"
#include "kgpu/pool/options.hpp"
#include "kgpu/pool/plan.hpp"

#include <string>
#include <vector>

namespace kgpu::pool {

/// Fills the NodePools, the EC2NodeClass and the exposures.
void plan_karpenter(PoolPlan& plan, const PoolOptions& options, const Selection& selection,
                    const std::vector<Part>& parts, const catalog::Catalog& catalog);

/// Fills the ClusterConfig and the exposures.
void plan_eksctl(PoolPlan& plan, const PoolOptions& options, const Selection& selection, const std::vector<Part>& parts,
                 const catalog::Catalog& catalog);

/// What tells the selected types from all others to Karpenter (pools.md 12 to 14). Types of more than `limit` devices
/// are kept out.
[[nodiscard]] std::vector<Requirement> type_requirements(const PoolOptions& options, const Selection& selection,
                                                         const catalog::Catalog& catalog, std::int64_t limit);

/// Disk of the nodes: given, or by what the pool is for (pools.md 3, 19).
struct DiskSize {
  std::int64_t gib = 0;
  std::string why;
};
[[nodiscard]] DiskSize disk_of(const PoolOptions& options, const Selection& selection);

}  // namespace kgpu::pool
