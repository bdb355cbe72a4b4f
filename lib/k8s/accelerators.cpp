#include "kgpu/k8s/accelerators.hpp"

#include <algorithm>
#include <array>

namespace kgpu::k8s {
namespace {

using namespace std::string_view_literals;

/// Network cards under NVIDIA's name, as its Network Operator and guides for it call them.
bool is_network_card(std::string_view name) {
  constexpr std::array names{"nvidia.com/hostdev"sv, "nvidia.com/mlnxnics"sv};
  return std::ranges::find(names, name) != names.end() || name.starts_with("nvidia.com/rdma");
}

}  // namespace

bool is_hami_amount(std::string_view name) {
  constexpr std::array names{"nvidia.com/gpumem"sv, "nvidia.com/gpumem-percentage"sv, "nvidia.com/gpucores"sv};
  return std::ranges::find(names, name) != names.end();
}

bool is_accelerator_resource(std::string_view name) {
  if (name.ends_with("monitoring") || is_network_card(name)) {
    return false;
  }
  constexpr std::array prefixes{"nvidia.com/"sv, "amd.com/"sv, "aws.amazon.com/neuron"sv, "habana.ai/gaudi"sv,
                                "gpu.intel.com/"sv};
  return std::ranges::any_of(prefixes, [&](std::string_view prefix) { return name.starts_with(prefix); });
}

}  // namespace kgpu::k8s
