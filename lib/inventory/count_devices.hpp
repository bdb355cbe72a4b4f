#pragma once

#include "kgpu/inventory/inventory.hpp"

#include <cstdint>
#include <optional>

namespace kgpu::inventory {

/// Fills accelerator, devices and offers of a node by its labels and what it offers (ledger.md 4 to 7).
/// `slice_devices` is how many physical devices drivers offer there by ResourceSlices.
void count_devices(NodeInventory& node, const catalog::Catalog& catalog, std::int64_t slice_devices);

/// How many cards a gcp N1 machine has, by what its node says of itself (ledger.md 9); empty: it does not say.
[[nodiscard]] std::optional<std::int64_t> cards_by_node(const snapshot::Node& node, const catalog::Catalog& catalog);

}  // namespace kgpu::inventory
