#pragma once

#include "dra.hpp"

#include "kgpu/inventory/inventory.hpp"

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <unordered_map>

/// Which nodes are in the ledger (ledger.md 1 to 3).
namespace kgpu::inventory {

enum class Place : std::uint8_t { accelerators, other, virtual_node };

/// Where a node is in the Inventory.
struct Where {
  Place place = Place::other;
  std::size_t index = 0;  ///< in Inventory::nodes, of those with accelerators
};
using Places = std::unordered_map<std::string_view, Where>;  ///< by the node's name

/// Fills `nodes` and `others` of the inventory: nodes with their devices, then machines that have not joined.
[[nodiscard]] Places find_nodes(const snapshot::Snapshot& snapshot, const catalog::Catalog& catalog,
                                const DraFacts& dra, Inventory& into);

}  // namespace kgpu::inventory
