#pragma once

#include "find_nodes.hpp"
#include "idle.hpp"

#include "kgpu/inventory/inventory.hpp"

#include <string>
#include <vector>

/// Who holds what of a node (ledger.md 16, 19 to 22).
namespace kgpu::inventory {

/// What a holder has of one card, where it is known which.
struct Part {
  std::size_t holder = 0;  ///< in NodeInventory::holders
  std::string card;        ///< empty: unknown
  Share share;
};

/// A node while its holders are found.
struct Holdings {
  Load load;
  std::vector<Part> parts;  ///< of those holders whose devices are a sum of them
  bool claims_unread = false;
};

/// Pods and claims to their nodes, and what waits; one Holdings a node of the inventory.
[[nodiscard]] std::vector<Holdings> find_holders(const snapshot::Snapshot& snapshot, const Places& places,
                                                 const DraFacts& dra, Inventory& into);

/// Sums up what is held. Where more was given out of a card, or of the node, than there is, everyone's part shrinks
/// alike, and it is said (ledger.md 21). Sorts the holders.
void settle_held(NodeInventory& node, const std::vector<Part>& parts);

}  // namespace kgpu::inventory
