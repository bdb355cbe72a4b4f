#pragma once

#include "kgpu/inventory/inventory.hpp"
#include "kgpu/output/json.hpp"
#include "kgpu/output/table.hpp"
#include "kgpu/pricing/node_price.hpp"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

/// Which accelerators are there, which are free, who holds them, what they cost: `node list` and `node describe`.
namespace kgpu::node {

/// A cluster that was read, and its devices. Kept on the heap: the inventory points into the snapshot.
struct Cluster {
  snapshot::Snapshot snapshot;
  inventory::Inventory inventory;
};

struct Row {
  const Cluster* cluster = nullptr;
  const inventory::NodeInventory* node = nullptr;
  pricing::OfferPrice price;
};

/// A pod that waits for accelerators, and where.
struct PendingRow {
  const Cluster* cluster = nullptr;
  inventory::Pending pending;
};

/// `node list`'s questions.
struct Filter {
  bool only_free = false;              ///< nodes from which a pod could take something now
  std::vector<snapshot::Pair> labels;  ///< nodes must have all of them
  std::string name_space;              ///< holders and pending pods of this namespace by name; empty: all
};

/// Nodes without accelerators, outside of the totals (ledger.md 2).
struct OtherNodes {
  std::int64_t nodes = 0;
  std::int64_t virtual_nodes = 0;  ///< Fargate, virtual kubelets; not among `nodes`
  std::int64_t virtual_pods = 0;   ///< pods with accelerators on those
  Money usd_per_hour;
  std::int64_t unpriced_nodes = 0;
};

struct Totals {
  std::int64_t nodes = 0;
  inventory::Share devices;
  inventory::Share held;
  inventory::Share free;
  Money usd_per_hour;
  Money estimated_usd_per_hour;
  std::int64_t unpriced_nodes = 0;
};

/// When the clusters were read, and whether whole (kubernetes-client 11.4, 11.20).
struct Reading {
  std::string as_of;  ///< RFC 3339, of several clusters the earliest; empty: one does not say
  bool only_accelerator_nodes_pods = false;
  bool inconsistent = false;  ///< a list went on after its snapshot expired
};
[[nodiscard]] Reading reading_of(const std::vector<std::unique_ptr<Cluster>>& clusters);
/// `as_of`, `pods_read`, `inconsistent`: the same members in every report.
void set_reading(output::Json& json, const Reading& reading);

struct Report {
  std::vector<Row> rows;
  std::vector<PendingRow> pending;
  Totals totals;
  OtherNodes others;
  std::string name_space;  ///< as filtered
  bool several_clusters = false;
  bool filtered = false;  ///< rows were left out
  Reading reading;
  std::vector<snapshot::Missing> missing;
  std::vector<std::string> warnings;
};

/// Rows of all clusters, by cluster, then by name. The clusters must outlive it.
[[nodiscard]] Report report_nodes(const std::vector<std::unique_ptr<Cluster>>& clusters,
                                  const catalog::Catalog& catalog, const Filter& filter,
                                  const pricing::PriceRules& rules);

/// What a node of that identity costs. `labels` are the node's, `devices` its physical accelerators.
[[nodiscard]] pricing::OfferPrice price_of(const inventory::Identity& identity, Decimal devices,
                                           const snapshot::List<snapshot::Pair>& labels,
                                           const snapshot::Snapshot& snapshot, const catalog::Catalog& catalog,
                                           const pricing::PriceRules& rules);

enum class SortKey : std::uint8_t { name, free, used, price, age };
[[nodiscard]] std::vector<std::string_view> sort_key_words();
[[nodiscard]] SortKey parse_sort_key(std::string_view text);
/// Name: ascending; free, used and price: the most first; age: the oldest first.
void sort_by(Report& report, SortKey key);

[[nodiscard]] output::Table list_table(const Report& report);
/// Accelerator pods that wait, and why.
[[nodiscard]] output::Table pending_table(const Report& report);
/// Lines: nodes, accelerators, used, free, money; and what stands outside of that.
[[nodiscard]] std::string totals_text(const Report& report);
[[nodiscard]] output::Json list_json(const Report& report);
/// CSV: a row a node, figures bare.
[[nodiscard]] output::Table list_csv(const Report& report);

/// Everything of one node: facts, what it offers, who holds it, why the rest is free.
[[nodiscard]] std::string describe_text(const Row& row);
/// `kind: Node`; docs/json/node.schema.json.
[[nodiscard]] output::Json describe_json(const Row& row);

/// For people: three places at most.
[[nodiscard]] std::string devices_text(inventory::Share share);

/// kubectl's AGE (kubernetes-client 7.4).
[[nodiscard]] std::string age_text(std::int64_t seconds);

}  // namespace kgpu::node
