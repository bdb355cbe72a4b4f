#include "kgpu/pool/list.hpp"

#include "kgpu/base/text.hpp"

#include <algorithm>

namespace kgpu::pool {
namespace {

using snapshot::text_of;

/// A pool of Karpenter and a node group of the same name are two.
using Key = std::pair<std::string, std::string>;

class Listing {
 public:
  Listing(const node::Cluster& cluster, const catalog::Catalog& catalog, const pricing::PriceRules& rules)
      : cluster_(cluster), catalog_(catalog), rules_(rules) {}

  void add_to(std::vector<PoolRow>& rows) {
    for (const snapshot::NodePool& pool : cluster_.snapshot.node_pools) {
      add_pool(pool);
    }
    for (const inventory::NodeInventory& node : cluster_.inventory.nodes) {
      add_accelerators(node);
    }
    for (const auto& [node, identity] : cluster_.inventory.others.nodes) {
      add_node(row_of(identity.pool, node->labels), identity, Decimal(), node->labels);
    }
    for (auto& [key, row] : pools_) {
      rows.push_back(std::move(row));
    }
  }

 private:
  PoolRow& row_of(const std::string& name, std::string_view manager) {
    PoolRow& row = pools_[{name, std::string(manager)}];
    row.cluster = &cluster_;
    row.name = name;
    row.managed_by = manager;
    return row;
  }
  PoolRow& row_of(const std::string& name, const snapshot::List<snapshot::Pair>& labels) {
    return row_of(name, inventory::pool_manager_of(labels));
  }

  void add_pool(const snapshot::NodePool& pool) {
    PoolRow& row = row_of(std::string(pool.object.name), "karpenter");
    if (pool.ready != snapshot::Condition::absent) {
      row.ready = pool.ready == snapshot::Condition::yes;
    }
    for (const snapshot::Pair& limit : pool.limits) {
      // Karpenter writes status.resources as a whole; what a pool has none of is left out.
      const std::string_view none = pool.used.empty() ? "" : "0";
      row.limits.push_back(
          {std::string(limit.key), std::string(find(pool.used, limit.key).value_or(none)), std::string(limit.value)});
    }
    const auto* const capacity =
        std::ranges::find(pool.requirements, "karpenter.sh/capacity-type", &snapshot::Requirement::key);
    if (capacity != pool.requirements.end() && capacity->operation == "In") {
      row.allowed.insert(capacity->values.begin(), capacity->values.end());
    }
  }

  void add_accelerators(const inventory::NodeInventory& node) {
    const auto& labels = node.labels();
    PoolRow& row = row_of(node.identity.pool, labels);
    row.accelerators[node.accelerator] += node.devices;
    row.devices += node.devices;
    row.held += node.held;
    row.free += node.free();
    add_node(row, node.identity, node.devices.decimal(), labels);
  }

  void add_node(PoolRow& row, const inventory::Identity& identity, Decimal devices,
                const snapshot::List<snapshot::Pair>& labels) {
    ++row.nodes;
    if (!identity.type.empty()) {
      row.types.insert(identity.type);
    }
    row.capacities.insert(identity.capacity_block ? "capacity-block"
                          : identity.capacity     ? std::string(to_string(*identity.capacity))
                                                  : "unknown");
    const auto price = node::price_of(identity, devices, labels, cluster_.snapshot, catalog_, rules_);
    if (price.usd_per_hour) {
      row.usd_per_hour = row.usd_per_hour + *price.usd_per_hour;
      if (price.basis == pricing::Basis::estimated) {
        row.estimated_usd_per_hour = row.estimated_usd_per_hour + *price.usd_per_hour;
      }
    } else {
      ++row.unpriced_nodes;
    }
  }

  const node::Cluster& cluster_;
  const catalog::Catalog& catalog_;
  const pricing::PriceRules& rules_;
  std::map<Key, PoolRow> pools_;
};

PoolTotals total_of(const std::vector<PoolRow>& rows) {
  PoolTotals totals;
  for (const PoolRow& row : rows) {
    totals.nodes += row.nodes;
    totals.devices += row.devices;
    totals.held += row.held;
    totals.free += row.free;
    totals.usd_per_hour = totals.usd_per_hour + row.usd_per_hour;
    totals.estimated_usd_per_hour = totals.estimated_usd_per_hour + row.estimated_usd_per_hour;
    totals.unpriced_nodes += row.unpriced_nodes;
  }
  return totals;
}

}  // namespace

PoolList list_pools(const std::vector<std::unique_ptr<node::Cluster>>& clusters, const catalog::Catalog& catalog,
                    const pricing::PriceRules& rules) {
  PoolList list;
  list.several_clusters = clusters.size() > 1;
  list.reading = node::reading_of(clusters);
  for (const auto& cluster : clusters) {
    Listing(*cluster, catalog, rules).add_to(list.rows);
    for (const auto* const missing : {&cluster->snapshot.missing, &cluster->inventory.missing}) {
      list.missing.insert(list.missing.end(), missing->begin(), missing->end());
    }
  }
  list.totals = total_of(list.rows);
  return list;
}

}  // namespace kgpu::pool
