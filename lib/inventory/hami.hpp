#pragma once

#include "kgpu/inventory/inventory.hpp"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

/// Cards that HAMi shares by memory and compute (ledger.md 19).
namespace kgpu::inventory {

struct HamiCard {
  std::string id;  ///< `GPU-…`
  std::int64_t mib = 0;
};

/// From `id,count,MiB,cores,type,numa,healthy:…` or the JSON list of newer versions; none for what is neither.
[[nodiscard]] std::vector<HamiCard> read_hami_cards(std::string_view annotation);

/// The cards that a node's annotation registers.
[[nodiscard]] std::vector<HamiCard> hami_cards_of(const NodeInventory& node);

/// What a pod holds of one card.
struct HamiPart {
  std::string card;  ///< its id; empty: unknown which
  Share share;       ///< at most 1
};

/// By the annotation that names the cards of each container, `id,type,MiB,cores:…;…`; without one by what the pod asks
/// for. Of a card the larger part of memory and cores counts, all of it where no memory is named. Where the card is not
/// known its memory is taken to be the smallest card's.
[[nodiscard]] std::vector<HamiPart> hami_parts(const snapshot::Demand& demand, std::int64_t cards_asked,
                                               const std::vector<HamiCard>& cards);

}  // namespace kgpu::inventory
