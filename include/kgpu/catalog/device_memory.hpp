#pragma once

#include "kgpu/base/memory_size.hpp"
#include "kgpu/catalog/catalog.hpp"

#include <cstdint>
#include <optional>

namespace kgpu::catalog {

/// What a framework sees of a whole device, in bytes: its printed total; else the driver's, on NVIDIA less
/// `framework_below_driver_gib` of data/catalog_factors.csv (recommend.md 9). Empty where neither is known.
[[nodiscard]] std::optional<std::int64_t> framework_bytes(const Accelerator& accelerator);

/// The memory of one device of an instance type, by the two meanings of `--accelerator-memory` (pools.md 14). A part of
/// a GPU has its part of both.
struct DeviceMemory {
  /// What is on the box, in bytes of the decimal unit: 24 GB is 24 000 000 000, whatever the vendor means by it.
  std::int64_t nominal_bytes = 0;
  /// What a framework sees; where that is unknown what the cloud states.
  std::int64_t usable_bytes = 0;
};

/// Empty for CPU types.
[[nodiscard]] std::optional<DeviceMemory> device_memory(const Catalog& catalog, const InstanceType& type);

/// `80GB`: the nominal size is equal. `60Gi`: at least so much is usable.
[[nodiscard]] bool satisfies(const DeviceMemory& memory, const MemorySize& wanted);

}  // namespace kgpu::catalog
