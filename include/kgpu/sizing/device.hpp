#pragma once

#include "kgpu/catalog/tables.hpp"
#include "kgpu/sizing/precision.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace kgpu::sizing {

/// How the devices of one node are joined.
enum class Link : std::uint8_t {
  pcie,
  pairs,   ///< NVLink between neighbours: as a switch for two, as PCIe for more
  fabric,  ///< all to all: NVSwitch, xGMI, NeuronLink
};

/// What the formulas need of one device, or of a slice of one.
struct Device {
  std::string name;
  std::string_view figures = "gpus.csv";  ///< the file of `data/` with its row
  std::string vendor;
  std::string architecture;
  double compute_capability = 0;            ///< CUDA's; 0 where there is none
  std::optional<double> capacity_bytes;     ///< that a framework sees; empty: not known
  std::optional<double> bandwidth_bytes_s;  ///< peak
  std::optional<double> peak_16bit_flops;   ///< dense
  std::optional<double> peak_fp8_flops;
  std::optional<double> peak_int8_ops;
  std::optional<double> peak_fp4_flops;
  std::optional<double> matmul_16bit;  ///< largest product reached over the peak
  std::optional<double> matmul_fp8;
  Link link = Link::pcie;
  std::int32_t cores = 1;  ///< Neuron: tensor parallelism counts these, and each has its part of the device

  [[nodiscard]] bool is_neuron() const { return vendor == "AWS"; }
  /// Hopper, Blackwell, CDNA3 and CDNA4: the class the speed figures were fitted on.
  [[nodiscard]] bool is_new_class() const;
};

/// From a row of the catalogue: the framework's total, else the driver's less 0.7 GiB on NVIDIA.
[[nodiscard]] Device device_of(const catalog::Accelerator& accelerator);

/// A part of `device`: `usable_bytes` of its memory, a share of its bandwidth and of its arithmetic. No links.
[[nodiscard]] Device slice_of(const Device& device, double usable_bytes, double bandwidth_share, double compute_share);

/// The device as one tensor-parallel rank sees it: itself, or a Neuron core.
[[nodiscard]] Device rank_of(const Device& device);

/// Operations a second with weights of a type: fp8 where the device has it, else 16-bit. Empty: not known.
[[nodiscard]] std::optional<double> peak_for(const Device& device, const Precision& precision);

/// The largest product reached over the peak for a type; empty when not measured.
[[nodiscard]] std::optional<double> matmul_share(const Device& device, const Precision& precision);

}  // namespace kgpu::sizing
