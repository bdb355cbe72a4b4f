#pragma once

#include "kgpu/inventory/inventory.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace kgpu::inventory {

/// What all live pods of a node ask for besides accelerators.
struct Load {
  std::int64_t cpu_millis = 0;
  std::int64_t memory_bytes = 0;
  std::int64_t pods = 0;
  std::vector<std::string> squatters;  ///< `namespace/pod`
};

/// Splits the node's free share into its kinds, and finds what of it a pod could take now (ledger.md §4). `unread` is
/// what stands under `(claims not read)`: it lacks a plugin, and is held.
void divide_idle(NodeInventory& node, const Load& load, Share unread, std::int64_t moment,
                 const catalog::Catalog& catalog);

}  // namespace kgpu::inventory
