#pragma once

#include "kgpu/inventory/inventory.hpp"

#include <cstdint>
#include <string_view>

/// Cards that HAMi shares by memory and compute (ledger.md 19).
namespace kgpu::inventory {

/// What the annotation of a node registers.
struct HamiCards {
  std::int64_t cards = 0;
  std::int64_t card_mib = 0;  ///< of the smallest card
};

/// From `id,count,MiB,cores,type,numa,healthy:…` or the JSON list of newer versions; 0 cards for what is neither.
[[nodiscard]] HamiCards read_hami_cards(std::string_view annotation);

/// What a pod holds of cards of that size: for each card asked for the larger of its part of the memory and of the
/// cores; a whole card where no memory is named.
[[nodiscard]] Share hami_share(const snapshot::Demand& demand, std::int64_t cards_asked, std::int64_t card_mib);

}  // namespace kgpu::inventory
