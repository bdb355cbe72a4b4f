#pragma once

#include "kgpu/catalog/catalog.hpp"
#include "kgpu/recommend/question.hpp"
#include "kgpu/sizing/device.hpp"

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <vector>

/// What a replica may run on: whole devices, a part that the cloud rents, a MIG slice, a CPU machine.
namespace kgpu::recommend {

struct CpuRow;

struct DeviceKind {
  const catalog::Accelerator* accelerator = nullptr;  ///< null on CPU types
  std::string name;                                   ///< distinct among kinds
  std::string slice;                                  ///< MIG profile; empty for whole devices and parts
  sizing::Device device;                              ///< of one rank: a device, a Neuron core, a slice
  std::int32_t cores = 1;                             ///< ranks a device
  std::int32_t slots = 1;                             ///< slices a card
  bool is_part = false;                               ///< less than a card, by the cloud's or MIG's cut
  double nominal_gb = 0;                              ///< on the box; a part has its part
  const CpuRow* cpu = nullptr;
  std::int32_t vcpus = 0;
};

using Kinds = std::vector<std::shared_ptr<const DeviceKind>>;

/// The kinds that types have, each made once.
class KindTable {
 public:
  explicit KindTable(const catalog::Catalog& catalog) : catalog_(&catalog) {}

  /// Whole devices first, then slices. Empty: nothing is known to run on such a type.
  [[nodiscard]] const Kinds& of(const catalog::InstanceType& type);

 private:
  Kinds make(const catalog::InstanceType& type, const catalog::Accelerator* accelerator) const;

  const catalog::Catalog* catalog_;
  std::map<std::string, Kinds> kinds_;
};

/// Bytes that a program sees in a MIG profile (sharing.md 3).
[[nodiscard]] double mig_usable_bytes(const catalog::Catalog& catalog, const catalog::MigProfile& profile);

}  // namespace kgpu::recommend
