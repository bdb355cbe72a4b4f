#pragma once

#include "kgpu/catalog/catalog.hpp"
#include "kgpu/pool/for_model.hpp"
#include "kgpu/pool/options.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace kgpu::pool {

/// Whose devices a pool holds: one kind per pool.
enum class Vendor : std::uint8_t { cpu, nvidia, amd, neuron };

/// The instance types a pool may start.
struct Selection {
  Vendor vendor{};
  bool by_name = false;  ///< `--instance-type`; else by accelerator
  std::vector<const catalog::InstanceType*> types;
  std::vector<std::string> left_out;         ///< sentences: above the limit, or without EFA
  const ModelHardware* for_model = nullptr;  ///< what a model settled them by; else null
};

/// The types that `--instance-type`, or `--accelerator` with its count and memory, name. Throws Error{usage}.
[[nodiscard]] Selection select_types(const PoolOptions& options, const catalog::Catalog& catalog);

/// The types that a model settled on, as if their card and count had been asked for.
[[nodiscard]] Selection select_for_model(const PoolOptions& options, const ModelHardware& hardware);

/// Devices (extended resource) that one node offers; vCPUs on CPU types.
[[nodiscard]] std::int64_t units_of(const catalog::InstanceType& type);

/// The distinct counts of units_of over the types, ascending.
[[nodiscard]] std::vector<std::int64_t> unit_counts(const std::vector<const catalog::InstanceType*>& types);

/// Canonical name of the device, `L4`; the catalogue's word where it has no row.
[[nodiscard]] std::string device_name(const catalog::InstanceType& type, const catalog::Catalog& catalog);

}  // namespace kgpu::pool
