#include "kgpu/k8s/catalogue_labels.hpp"

#include "kgpu/base/text.hpp"

#include <algorithm>
#include <array>
#include <string>

namespace kgpu::k8s {
namespace {

/// Clouds, Karpenter and the vendors' label writers define these keys and all their values.
constexpr std::array<std::string_view, 33> k_keys{
    "node.kubernetes.io/instance-type",
    "beta.kubernetes.io/instance-type",
    "topology.kubernetes.io/region",
    "topology.kubernetes.io/zone",
    "failure-domain.beta.kubernetes.io/region",
    "failure-domain.beta.kubernetes.io/zone",
    "topology.k8s.aws/zone-id",
    "kubernetes.io/arch",
    "kubernetes.io/os",
    "beta.kubernetes.io/arch",
    "beta.kubernetes.io/os",
    "karpenter.sh/capacity-type",
    "karpenter.k8s.aws/capacity-reservation-type",
    "eks.amazonaws.com/capacityType",
    "eks.amazonaws.com/compute-type",
    "kubernetes.azure.com/scalesetpriority",
    "cloud.google.com/gke-spot",
    "cloud.google.com/gke-preemptible",
    "cloud.google.com/gke-provisioning",
    "cloud.google.com/gke-accelerator",
    "cloud.google.com/gke-accelerator-count",
    "cloud.google.com/gke-gpu-partition-size",
    "cloud.google.com/gke-gpu-sharing-strategy",
    "cloud.google.com/gke-max-shared-clients-per-gpu",
    "cloud.google.com/machine-family",
    "k8s.amazonaws.com/accelerator",
    "nvidia.com/gfd.timestamp",
    "nvidia.com/mig.capable",
    "nvidia.com/mig.strategy",
    "nvidia.com/mig.config.state",
    "amd.com/gpu.product-name",
    "gpu.intel.com/device-count",
    "gpu.intel.com/product",
};

constexpr std::array<std::string_view, 10> k_families{"karpenter.k8s.aws/instance-",
                                                      "karpenter.k8s.gcp/instance-",
                                                      "karpenter.azure.com/sku-",
                                                      "eks.amazonaws.com/instance-",
                                                      "nvidia.com/cuda",
                                                      "nvidia.com/mig-",
                                                      "nvidia.com/gpu.",
                                                      "amd.com/gpu.",
                                                      "gpu.intel.com/device-id.",
                                                      "gpu.intel.com/memory."};

/// An identifier of one NVLink domain of somebody's.
constexpr std::string_view k_clique = "nvidia.com/gpu.clique";

/// Keys that anybody may use, with the values that have a meaning here.
struct Word {
  std::string_view key;
  std::string_view value;  ///< lower case
};
constexpr std::array k_words{
    Word{"type", "virtual-kubelet"},
    Word{"lifecycle", "spot"},
    Word{"lifecycle", "normal"},
    Word{"lifecycle", "on-demand"},
    Word{"node-lifecycle", "spot"},
    Word{"node-lifecycle", "on-demand"},
    Word{"node.kubernetes.io/lifecycle", "spot"},
    Word{"node.kubernetes.io/lifecycle", "normal"},
    Word{"node.kubernetes.io/lifecycle", "on-demand"},
};

}  // namespace

bool is_catalogue_label(std::string_view key, std::string_view value) {
  if (std::ranges::find(k_keys, key) != k_keys.end()) {
    return true;
  }
  const auto* const family =
      std::ranges::find_if(k_families, [&](std::string_view start) { return key.starts_with(start); });
  if (family != k_families.end()) {
    return key != k_clique;
  }
  const std::string word = to_lower(value);
  return std::ranges::any_of(k_words, [&](const Word& row) { return row.key == key && row.value == word; });
}

}  // namespace kgpu::k8s
