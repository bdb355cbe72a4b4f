#include "kgpu/inventory/identity.hpp"

#include "kgpu/base/text.hpp"
#include "kgpu/k8s/well_known.hpp"

#include <algorithm>
#include <array>
#include <cctype>

namespace kgpu::inventory {
namespace {

using catalog::Capacity;
using catalog::Provider;
using snapshot::List;
using snapshot::Pair;
using snapshot::text_of;

/// manifests.md 13, and the label that Karpenter wrote before v1beta1.
constexpr std::array<std::string_view, 6> k_pool_labels{
    "karpenter.sh/nodepool",         "eks.amazonaws.com/nodegroup",    "alpha.eksctl.io/nodegroup-name",
    "cloud.google.com/gke-nodepool", "kubernetes.azure.com/agentpool", "karpenter.sh/provisioner-name"};

struct CapacityLabel {
  std::string_view label;
  std::string_view value;  ///< lower case
  Capacity capacity;
};

/// manifests.md 13, in its order; an empty or unlisted value is passed over.
constexpr std::array k_capacity_labels{
    CapacityLabel{"karpenter.sh/capacity-type", "spot", Capacity::spot},
    CapacityLabel{"karpenter.sh/capacity-type", "on-demand", Capacity::on_demand},
    CapacityLabel{"karpenter.sh/capacity-type", "reserved", Capacity::reserved},
    CapacityLabel{"eks.amazonaws.com/capacityType", "spot", Capacity::spot},
    CapacityLabel{"eks.amazonaws.com/capacityType", "on_demand", Capacity::on_demand},
    CapacityLabel{"eks.amazonaws.com/capacityType", "capacity_block", Capacity::reserved},
    CapacityLabel{"node-lifecycle", "spot", Capacity::spot},
    CapacityLabel{"node-lifecycle", "on-demand", Capacity::on_demand},
    CapacityLabel{"cloud.google.com/gke-spot", "true", Capacity::spot},
    CapacityLabel{"cloud.google.com/gke-preemptible", "true", Capacity::spot},
    CapacityLabel{"cloud.google.com/gke-provisioning", "spot", Capacity::spot},
    CapacityLabel{"cloud.google.com/gke-provisioning", "preemptible", Capacity::spot},
    CapacityLabel{"cloud.google.com/gke-provisioning", "standard", Capacity::on_demand},
    CapacityLabel{"kubernetes.azure.com/scalesetpriority", "spot", Capacity::spot},
    CapacityLabel{"node.kubernetes.io/lifecycle", "spot", Capacity::spot},
    CapacityLabel{"node.kubernetes.io/lifecycle", "normal", Capacity::on_demand},
    CapacityLabel{"node.kubernetes.io/lifecycle", "on-demand", Capacity::on_demand},
    CapacityLabel{"lifecycle", "spot", Capacity::spot},
    CapacityLabel{"lifecycle", "normal", Capacity::on_demand},
    CapacityLabel{"lifecycle", "on-demand", Capacity::on_demand},
};

std::optional<Provider> provider_of(std::string_view provider_id) {
  if (provider_id.starts_with("aws://")) {
    return Provider::aws;
  }
  if (provider_id.starts_with("gce://")) {
    return Provider::gcp;
  }
  return provider_id.starts_with("azure://") ? std::optional(Provider::azure) : std::nullopt;
}

bool is_digit(char c) {
  return c >= '0' && c <= '9';
}

/// `us-east-1` of `us-east-1a` and of the local zone `us-east-1-bos-1a`: up to the first part that is a number.
std::string_view aws_region(std::string_view zone) {
  const auto number = zone.find_first_of("0123456789");
  if (number == std::string_view::npos) {
    return {};
  }
  std::size_t end = number;
  while (end < zone.size() && is_digit(zone[end])) {
    ++end;
  }
  return zone.substr(0, end);
}

std::string_view without_last_part(std::string_view zone) {
  const auto dash = zone.rfind('-');
  return dash == std::string_view::npos ? std::string_view() : zone.substr(0, dash);
}

std::string_view region_of_zone(std::string_view zone, Provider provider) {
  return provider == Provider::aws ? aws_region(zone) : without_last_part(zone);
}

/// AWS local zones have a name between region and letter.
bool is_local_zone(std::string_view zone) {
  return std::ranges::count(zone, '-') > 2 && std::ranges::count(aws_region(zone), '-') >= 2 &&
         zone.substr(aws_region(zone).size()).starts_with('-');
}

const catalog::InstanceType* find_type(const catalog::Catalog& catalog, Provider provider, const std::string& name) {
  if (const auto* exact = catalog.find_instance_type(name); exact != nullptr && exact->provider == provider) {
    return exact;
  }
  const std::string wanted = to_lower(name);
  const auto types = catalog.tables().instance_types;
  const auto found = std::ranges::find_if(types, [&](const catalog::InstanceType& type) {
    return type.provider == provider && type.name.size() == wanted.size() && to_lower(type.name) == wanted;
  });
  return found == types.end() ? nullptr : &*found;
}

std::string type_label(const List<Pair>& labels) {
  const std::string_view type = text_of(labels, k8s::k_label_instance_type);
  return std::string(type.empty() ? text_of(labels, "beta.kubernetes.io/instance-type") : type);
}

}  // namespace

std::string_view pool_of(const List<Pair>& labels) {
  for (const std::string_view label : k_pool_labels) {
    if (const std::string_view pool = text_of(labels, label); !pool.empty()) {
      return pool;
    }
  }
  return "(none)";
}

std::optional<Capacity> capacity_of(const List<Pair>& labels, std::optional<Provider> provider) {
  for (const CapacityLabel& row : k_capacity_labels) {
    if (to_lower(text_of(labels, row.label)) == row.value) {
      return row.capacity;
    }
  }
  const bool absence_says = provider == Provider::gcp || provider == Provider::azure;
  return absence_says ? std::optional(Capacity::on_demand) : std::nullopt;
}

Identity identify(const List<Pair>& labels, std::string_view provider_id, const catalog::Catalog& catalog,
                  std::optional<std::int64_t> physical_hint) {
  Identity identity;
  identity.provider = provider_of(provider_id);
  identity.pool = pool_of(labels);
  identity.type = type_label(labels);
  identity.zone = text_of(labels, k8s::k_label_zone);
  identity.region = text_of(labels, k8s::k_label_region);
  identity.capacity = capacity_of(labels, identity.provider);
  identity.capacity_block = to_lower(text_of(labels, "eks.amazonaws.com/capacityType")) == "capacity_block" ||
                            text_of(labels, "karpenter.k8s.aws/capacity-reservation-type") == "capacity-block";
  if (identity.capacity_block) {
    identity.capacity = Capacity::reserved;
  }
  if (!identity.provider) {
    return identity;
  }
  if (identity.region.empty()) {
    identity.region = region_of_zone(identity.zone, *identity.provider);
  }
  identity.local_zone = identity.provider == Provider::aws && is_local_zone(identity.zone);
  // On gcp an N1 machine is sold apart from its cards: the catalogue's key names both (CONTRACTS §3).
  const std::string_view attached = text_of(labels, "cloud.google.com/gke-accelerator");
  if (identity.provider == Provider::gcp && identity.type.starts_with("n1-") && !attached.empty()) {
    identity.type += "+" + std::string(attached) + "x" + (physical_hint ? std::to_string(*physical_hint) : "?");
  }
  identity.catalogue_type = find_type(catalog, *identity.provider, identity.type);
  return identity;
}

std::string accelerator_by_label(const List<Pair>& labels, const catalog::Catalog& catalog) {
  constexpr std::array<std::string_view, 10> k_labels{"nvidia.com/gpu.product",
                                                      "karpenter.k8s.aws/instance-gpu-name",
                                                      "karpenter.k8s.aws/instance-accelerator-name",
                                                      "eks.amazonaws.com/instance-gpu-name",
                                                      "eks.amazonaws.com/instance-accelerator-name",
                                                      "cloud.google.com/gke-accelerator",
                                                      "karpenter.azure.com/sku-gpu-name",
                                                      "karpenter.k8s.gcp/instance-gpu-name",
                                                      "amd.com/gpu.product-name",
                                                      "k8s.amazonaws.com/accelerator"};
  for (const std::string_view label : k_labels) {
    std::string_view word = text_of(labels, label);
    if (word.empty()) {
      continue;
    }
    word = word.substr(0, word.find("-MIG-"));
    if (word.ends_with("-SHARED")) {
      word.remove_suffix(7);
    }
    const auto known = catalog.find_accelerators(word);
    return known.size() == 1 ? std::string(known.front()->name) : std::string(word);
  }
  return {};
}

}  // namespace kgpu::inventory
