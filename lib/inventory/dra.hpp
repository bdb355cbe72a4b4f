#pragma once

#include "kgpu/inventory/inventory.hpp"

#include <cstdint>
#include <map>
#include <string_view>
#include <vector>

/// Accelerators given out by Dynamic Resource Allocation (ledger.md 20).
namespace kgpu::inventory {

/// What drivers offer on a node by ResourceSlices.
struct DraOffer {
  std::string_view driver;
  std::int64_t devices = 0;  ///< physical: devices that share counters are one
};

/// What a claim was given of a node.
struct DraHolding {
  std::string_view node;
  std::string_view driver;
  std::string_view card;  ///< the device, or the counters that it shares with others
  const snapshot::ResourceClaim* claim = nullptr;
  Share devices;
};

struct DraFacts {
  std::map<std::string_view, DraOffer> offers;  ///< by node
  std::vector<DraHolding> holdings;
};

/// Devices of accelerator drivers only: networks and compute domains are none. `adminAccess` holds nothing.
[[nodiscard]] DraFacts read_dra(const snapshot::Snapshot& snapshot);

}  // namespace kgpu::inventory
