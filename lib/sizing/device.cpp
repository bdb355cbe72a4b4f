#include "kgpu/sizing/device.hpp"

#include "sizing_tables.hpp"

#include "kgpu/base/memory_size.hpp"
#include "kgpu/catalog/device_memory.hpp"

#include <algorithm>
#include <charconv>

namespace kgpu::sizing {
namespace {

std::optional<double> number(const std::optional<Decimal>& cell, double unit) {
  if (!cell) {
    return std::nullopt;
  }
  return static_cast<double>(cell->nanos()) / static_cast<double>(Decimal::k_scale) * unit;
}

constexpr double k_giga = 1e9;
constexpr double k_tera = 1e12;
constexpr double k_gibibyte = static_cast<double>(k_gib);

Link link_of(const catalog::Accelerator& accelerator) {
  if (accelerator.vendor == "AWS" || accelerator.architecture == "CDNA3" || accelerator.architecture == "CDNA4") {
    return Link::fabric;
  }
  const double nvlink = number(accelerator.nvlink_gb_s, 1).value_or(0);
  return nvlink >= factor::switch_nvlink_gb_s ? Link::fabric : nvlink > 0 ? Link::pairs : Link::pcie;
}

std::int32_t neuron_cores(std::string_view architecture) {
  struct Cores {
    std::string_view architecture;
    double cores;
  };
  constexpr Cores k_cores[] = {{"NeuronCore-v1", factor::neuron_cores_v1},
                               {"NeuronCore-v2", factor::neuron_cores_v2},
                               {"NeuronCore-v3", factor::neuron_cores_v3},
                               {"NeuronCore-v4", factor::neuron_cores_v4}};
  const auto* row = std::ranges::find(k_cores, architecture, &Cores::architecture);
  return row == std::end(k_cores) ? 1 : static_cast<std::int32_t>(row->cores);
}

std::optional<double> scaled(const std::optional<double>& value, double share) {
  return value ? std::optional<double>(*value * share) : std::nullopt;
}

}  // namespace

bool Device::is_new_class() const {
  return architecture == "Hopper" || architecture == "Blackwell" || architecture == "CDNA3" || architecture == "CDNA4";
}

Device device_of(const catalog::Accelerator& accelerator) {
  Device device;
  device.name = accelerator.name;
  device.vendor = accelerator.vendor;
  device.architecture = accelerator.architecture;
  const std::string_view capability = accelerator.compute_capability;
  std::from_chars(capability.data(), capability.data() + capability.size(), device.compute_capability);
  if (const auto seen = catalog::framework_bytes(accelerator)) {
    device.capacity_bytes = static_cast<double>(*seen);
  }
  // Neuron's figures are GiB/s, as AWS prints them.
  device.bandwidth_bytes_s = number(accelerator.memory_bandwidth_gb_s, device.is_neuron() ? k_gibibyte : k_giga);
  device.peak_16bit_flops = number(accelerator.fp16_bf16_dense_tflops, k_tera);
  device.peak_fp8_flops = number(accelerator.fp8_dense_tflops, k_tera);
  device.peak_int8_ops = number(accelerator.int8_tops, k_tera);
  device.peak_fp4_flops = number(accelerator.fp4_dense_tflops, k_tera);
  const auto* efficiency = std::ranges::find(k_efficiencies, accelerator.name, &EfficiencyRow::accelerator);
  if (efficiency != std::end(k_efficiencies)) {
    device.matmul_16bit = efficiency->matmul_16bit;
    device.matmul_fp8 = efficiency->matmul_fp8;
  }
  device.link = link_of(accelerator);
  device.cores = device.is_neuron() ? neuron_cores(accelerator.architecture) : 1;
  return device;
}

Device slice_of(const Device& device, double usable_bytes, double bandwidth_share, double compute_share) {
  Device slice = device;
  slice.capacity_bytes = usable_bytes;
  slice.bandwidth_bytes_s = scaled(device.bandwidth_bytes_s, bandwidth_share);
  slice.peak_16bit_flops = scaled(device.peak_16bit_flops, compute_share);
  slice.peak_fp8_flops = scaled(device.peak_fp8_flops, compute_share);
  slice.peak_int8_ops = scaled(device.peak_int8_ops, compute_share);
  slice.peak_fp4_flops = scaled(device.peak_fp4_flops, compute_share);
  slice.link = Link::pcie;
  return slice;
}

Device rank_of(const Device& device) {
  if (device.cores <= 1) {
    return device;
  }
  const double share = 1.0 / device.cores;
  Device core = slice_of(device, device.capacity_bytes.value_or(0) * share, share, share);
  if (!device.capacity_bytes) {
    core.capacity_bytes.reset();
  }
  core.link = device.link;
  core.cores = 1;
  return core;
}

std::optional<double> peak_for(const Device& device, const Precision& precision) {
  if (precision.multiplies_as == "fp8" && device.peak_fp8_flops) {
    return device.peak_fp8_flops;
  }
  if (precision.multiplies_as == "int8" && device.peak_int8_ops) {
    return device.peak_int8_ops;
  }
  if (precision.multiplies_as == "fp4" && device.peak_fp4_flops) {
    return device.peak_fp4_flops;
  }
  return device.peak_16bit_flops;
}

std::optional<double> matmul_share(const Device& device, const Precision& precision) {
  if (precision.multiplies_as == "fp8" && device.peak_fp8_flops) {
    return device.matmul_fp8 ? device.matmul_fp8 : device.matmul_16bit;
  }
  return device.matmul_16bit;
}

}  // namespace kgpu::sizing
