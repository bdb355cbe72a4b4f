#pragma once

#include "kgpu/inventory/inventory.hpp"

/// What a node offers of its cards, resource by resource (ledger.md 5 to 7, 18).
namespace kgpu::inventory {

/// NVIDIA's whole cards, shared or not: everything of theirs but MIG instances and HAMi's amounts.
[[nodiscard]] bool is_nvidia_card(std::string_view resource);

/// One offer of a node with these labels and that card; what one unit is of a card stays zero where only the count of
/// cards tells.
[[nodiscard]] Offer read_offer(const snapshot::Amount& amount, std::string_view card,
                               const snapshot::List<snapshot::Pair>& labels, const catalog::Catalog& catalog);

/// Cards that the offers which know their unit need at least: NVIDIA's.
[[nodiscard]] Share cards_offered(const NodeInventory& node, const catalog::Catalog& catalog);

/// Units that only `node.devices` tells: other vendors' resources, parts of a card, replicas without a label.
void settle_units(NodeInventory& node);

/// The part of the cards that no offered instance covers, though they are in MIG mode, and the part that is not offered
/// at all.
struct Uncovered {
  Share mig_remainder;
  Share not_offered;
};
[[nodiscard]] Uncovered uncovered(const NodeInventory& node, const catalog::Catalog& catalog);

}  // namespace kgpu::inventory
