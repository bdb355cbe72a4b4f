#pragma once

#include "kgpu/pricing/offer_price.hpp"
#include "kgpu/snapshot/snapshot.hpp"

#include <optional>
#include <span>
#include <string_view>

/// What a node costs an hour (ledger.md 11 to 15).
namespace kgpu::pricing {

/// What is known of a node that is to be priced.
struct NodeSubject {
  const catalog::InstanceType* type = nullptr;  ///< null: the catalogue does not know it
  std::string_view type_name;                   ///< the label's word, for rates
  std::string_view region;
  std::optional<catalog::Capacity> capacity;  ///< empty: no label tells; priced as on-demand
  bool capacity_block = false;
  Decimal devices;  ///< physical accelerators
  snapshot::List<snapshot::Pair> labels;
};

/// The first that exists of: rate, NodeOverlay (only nodes of Karpenter), catalogue. `capacity` of the answer is what
/// it was priced as: reserved nodes outside of Capacity Blocks cost on-demand, used or not.
[[nodiscard]] OfferPrice price_node(const catalog::Catalog& catalog, const NodeSubject& subject,
                                    std::span<const snapshot::NodeOverlay> overlays, const PriceRules& rules);

}  // namespace kgpu::pricing
