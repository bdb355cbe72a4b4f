#pragma once

#include "kgpu/inventory/inventory.hpp"

namespace kgpu::inventory {

/// Fills accelerator, devices and offers of a node by its labels and what it offers (ledger.md 4 to 7, 18).
/// `slice_devices` is how many physical devices drivers offer there by ResourceSlices.
void count_devices(NodeInventory& node, const catalog::Catalog& catalog, std::int64_t slice_devices);

/// The part of the cards that no offered instance covers, though they are in MIG mode, and the part that is not offered
/// at all.
struct Uncovered {
  Share mig_remainder;
  Share not_offered;
};
[[nodiscard]] Uncovered uncovered(const NodeInventory& node, const catalog::Catalog& catalog);

/// How many cards a gcp N1 machine has, by what its node says of itself (ledger.md 9); empty: it does not say.
[[nodiscard]] std::optional<std::int64_t> cards_by_node(const snapshot::Node& node, const catalog::Catalog& catalog);

/// Splits the node's free share into its kinds (ledger.md §4). `load` is what all live pods of the node ask for.
struct Load {
  std::int64_t cpu_millis = 0;
  std::int64_t memory_bytes = 0;
  std::int64_t pods = 0;
  std::vector<std::string> squatters;  ///< `namespace/pod`
};
void divide_idle(NodeInventory& node, const Load& load, std::int64_t moment, const catalog::Catalog& catalog);

}  // namespace kgpu::inventory
