#pragma once

#include "kgpu/node/report.hpp"
#include "kgpu/output/json.hpp"
#include "kgpu/output/table.hpp"

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

/// The pools of a cluster: Karpenter's NodePools, and node groups by the labels of their nodes.
namespace kgpu::pool {

/// A limit of a NodePool and what of it is used, as the object has them.
struct LimitUse {
  std::string resource;
  std::string used;  ///< empty: unknown
  std::string limit;
};

struct PoolRow {
  const node::Cluster* cluster = nullptr;
  std::string name;
  std::string managed_by;  ///< `karpenter`, `eks`, `eksctl`, `gke`, `aks`; empty: no label tells
  std::int64_t nodes = 0;
  std::set<std::string> types;
  std::set<std::string> capacities;                      ///< of its nodes
  std::set<std::string> allowed;                         ///< capacity types that a NodePool's requirements name
  std::map<std::string, inventory::Share> accelerators;  ///< by name
  inventory::Share devices;
  inventory::Share held;
  inventory::Share free;
  std::vector<LimitUse> limits;
  std::optional<bool> ready;  ///< of a NodePool
  Money usd_per_hour;
  Money estimated_usd_per_hour;  ///< the part of it that is estimated
  std::int64_t unpriced_nodes = 0;
};

/// All rows together.
struct PoolTotals {
  std::int64_t nodes = 0;
  inventory::Share devices;
  inventory::Share held;
  inventory::Share free;
  Money usd_per_hour;
  Money estimated_usd_per_hour;
  std::int64_t unpriced_nodes = 0;
};

struct PoolList {
  std::vector<PoolRow> rows;  ///< by cluster and name
  PoolTotals totals;
  node::Reading reading;
  bool several_clusters = false;
  std::vector<snapshot::Missing> missing;
};

/// Every pool, those without accelerators too; the clusters must outlive it.
[[nodiscard]] PoolList list_pools(const std::vector<std::unique_ptr<node::Cluster>>& clusters,
                                  const catalog::Catalog& catalog, const pricing::PriceRules& rules);

[[nodiscard]] output::Table pools_table(const PoolList& list);
/// One line: pools, nodes, accelerators, used, free, money.
[[nodiscard]] std::string pools_totals_line(const PoolList& list);
[[nodiscard]] output::Table pools_csv(const PoolList& list);
/// `kind: PoolList`; docs/json/pool_list.schema.json.
[[nodiscard]] output::Json pools_json(const PoolList& list);

}  // namespace kgpu::pool
