#pragma once

#include "selection.hpp"

#include "kgpu/catalog/catalog.hpp"
#include "kgpu/pool/options.hpp"

#include <optional>
#include <string>
#include <vector>

namespace kgpu::pool {

/// One pool or group of the command: how its nodes are bought, and how much of it there may be.
struct Part {
  std::string name;
  std::vector<catalog::Capacity> capacity;  ///< in the order Karpenter tries them: reserved, spot, on-demand
  std::optional<std::int64_t> weight = {};
  std::string weight_why = {};
  std::int64_t limit = 0;  ///< devices or vCPUs (Karpenter); not used for eksctl
  bool baseline = false;
};

/// What `--capacity` and the reservation, block, fallback and baseline flags come to; empty with a baseline, whose
/// parts have their own. Throws Error{usage}.
[[nodiscard]] std::vector<catalog::Capacity> capacities_of(const PoolOptions& options, const Selection& selection,
                                                           const catalog::Catalog& catalog);

/// The most devices (vCPUs) all pools together may hold (Karpenter). Types larger than that leave the selection.
/// Throws Error{usage} for a limit below one node.
[[nodiscard]] std::int64_t apply_limit(const PoolOptions& options, Selection& selection,
                                       const catalog::Catalog& catalog);

/// The pools (Karpenter) or groups (eksctl) of the command.
[[nodiscard]] std::vector<Part> plan_parts(const PoolOptions& options, const Selection& selection,
                                           const std::vector<catalog::Capacity>& capacity, std::int64_t limit);

[[nodiscard]] bool contains(const std::vector<catalog::Capacity>& list, catalog::Capacity one);

/// `on-demand`, `reserved or on-demand`.
[[nodiscard]] std::string capacity_words(const std::vector<catalog::Capacity>& capacity);

}  // namespace kgpu::pool
