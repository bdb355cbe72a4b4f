#include "kgpu/k8s/well_known.hpp"
#include "kgpu/pricing/rates.hpp"

#include <string>

namespace kgpu::pricing {
namespace {

using Labels = std::vector<k8s::Label>;

void add(Labels& labels, std::string_view key, std::string_view value) {
  if (!value.empty()) {
    labels.push_back({std::string(key), std::string(value)});
  }
}

template <class Number>
void add(Labels& labels, std::string_view key, const std::optional<Number>& value) {
  if (value) {
    add(labels, key, std::string_view(std::to_string(*value)));
  }
}

void add_karpenter_labels(Labels& labels, const catalog::KarpenterLabels& row) {
  add(labels, "karpenter.k8s.aws/instance-category", row.category);
  add(labels, "karpenter.k8s.aws/instance-family", row.family);
  add(labels, "karpenter.k8s.aws/instance-generation", row.generation);
  add(labels, "karpenter.k8s.aws/instance-gpu-manufacturer", row.gpu_manufacturer);
  add(labels, "karpenter.k8s.aws/instance-gpu-name", row.gpu_name);
  add(labels, "karpenter.k8s.aws/instance-gpu-count", row.gpu_count);
  add(labels, "karpenter.k8s.aws/instance-gpu-memory", row.gpu_memory_mib_each);
  add(labels, "karpenter.k8s.aws/instance-accelerator-manufacturer", row.accelerator_manufacturer);
  add(labels, "karpenter.k8s.aws/instance-accelerator-name", row.accelerator_name);
  add(labels, "karpenter.k8s.aws/instance-accelerator-count", row.accelerator_count);
}

}  // namespace

Labels labels_of_offer(const catalog::Catalog& catalog, const catalog::InstanceType& type, std::string_view region,
                       catalog::Capacity capacity) {
  // `n1-standard-8+nvidia-tesla-t4x1` is our name for a machine with attached cards; its node has the machine's.
  const std::string_view machine = type.name.substr(0, type.name.find('+'));
  Labels labels;
  add(labels, k8s::k_label_instance_type, machine);
  add(labels, "beta.kubernetes.io/instance-type", machine);
  add(labels, k8s::k_label_region, region);
  add(labels, "failure-domain.beta.kubernetes.io/region", region);
  add(labels, k8s::k_label_arch, to_string(type.architecture));
  add(labels, k8s::k_label_os, "linux");
  add(labels, k8s::k_label_karpenter_capacity_type, to_string(capacity));
  if (type.provider == catalog::Provider::gcp) {
    add(labels, "cloud.google.com/gke-accelerator", type.node_label_value);
  }
  if (const auto* row = catalog.karpenter_labels(type.name); row != nullptr) {
    add_karpenter_labels(labels, *row);
  }
  return labels;
}

}  // namespace kgpu::pricing
