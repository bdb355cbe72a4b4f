#pragma once

#include "kgpu/inventory/inventory.hpp"

#include <cstdint>
#include <string_view>

/// What MIG instances are of their cards (ledger.md 18).
namespace kgpu::inventory {

/// The part of a card that one instance is, shared by so many: its memory slices of the card's. Zero where no card of
/// the catalogue has the profile.
[[nodiscard]] Share mig_unit(const catalog::Catalog& catalog, std::string_view card, std::string_view profile,
                             std::int64_t replicas);

/// How many cards the MIG instances that a node offers lie on at least: a card has no more memory slices, compute
/// slices and instances of one profile than its rows say (ledger.md 4).
[[nodiscard]] Share cards_of_instances(const NodeInventory& node, const catalog::Catalog& catalog);

[[nodiscard]] Share rounded_up(Share share);

}  // namespace kgpu::inventory
