#include "kgpu/catalog/device_memory.hpp"

#include "catalog_figures.hpp"

#include "kgpu/base/int128.hpp"

#include <algorithm>

namespace kgpu::catalog {
namespace {

constexpr std::int64_t k_gb = 1'000'000'000;

std::int64_t bytes_of(Decimal amount, std::int64_t unit) {
  return static_cast<std::int64_t>(static_cast<Int128>(amount.nanos()) * unit / Decimal::k_scale);
}

}  // namespace

std::optional<std::int64_t> framework_bytes(const Accelerator& accelerator) {
  if (accelerator.memory_gib_framework) {
    return bytes_of(*accelerator.memory_gib_framework, k_gib);
  }
  if (!accelerator.memory_gib_usable) {
    return std::nullopt;
  }
  const double unseen = accelerator.vendor == "NVIDIA" ? factor::framework_below_driver_gib.value : 0;
  return bytes_of(*accelerator.memory_gib_usable, k_gib) - static_cast<std::int64_t>(unseen * k_gib);
}

std::optional<DeviceMemory> device_memory(const Catalog& catalog, const InstanceType& type) {
  if (!type.has_accelerator()) {
    return std::nullopt;
  }
  const std::int64_t stated = type.accelerator_memory_mib_each * k_mib;
  // A cloud's size is the vendor's number in binary units: 24576 MiB is on a box that says 24 GB.
  DeviceMemory memory{.nominal_bytes = type.accelerator_memory_mib_each * k_gb / 1024, .usable_bytes = stated};
  const Accelerator* accelerator = catalog.accelerator_of(type);
  if (accelerator == nullptr) {
    return memory;
  }
  const Decimal part = std::min(type.accelerator_count, Decimal::whole(1));
  if (accelerator->memory_nominal_gb) {
    const std::int64_t nominal = bytes_of(part, bytes_of(*accelerator->memory_nominal_gb, k_gb));
    // A third of a GPU is written 0.3333: to 10 MB that is 8 GB again.
    constexpr std::int64_t k_step = k_gb / 100;
    memory.nominal_bytes = (nominal + k_step / 2) / k_step * k_step;
  }
  if (const auto usable = framework_bytes(*accelerator)) {
    memory.usable_bytes = std::min(stated, bytes_of(part, *usable));
  }
  return memory;
}

bool satisfies(const DeviceMemory& memory, const MemorySize& wanted) {
  return wanted.meaning == MemoryMeaning::nominal ? memory.nominal_bytes == wanted.bytes
                                                  : memory.usable_bytes >= wanted.bytes;
}

}  // namespace kgpu::catalog
