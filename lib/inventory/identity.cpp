#include "kgpu/inventory/identity.hpp"

#include "kgpu/base/text.hpp"
#include "kgpu/k8s/well_known.hpp"

#include <algorithm>

namespace kgpu::inventory {
namespace {

using catalog::Capacity;
using catalog::Provider;
using snapshot::List;
using snapshot::Pair;
using snapshot::text_of;

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

bool needs_card_count(const List<Pair>& labels, std::string_view provider_id) {
  return provider_of(provider_id) == Provider::gcp && type_label(labels).starts_with("n1-") &&
         !text_of(labels, "cloud.google.com/gke-accelerator").empty();
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
  if (needs_card_count(labels, provider_id)) {
    identity.type += "+" + std::string(text_of(labels, "cloud.google.com/gke-accelerator")) + "x" +
                     (physical_hint ? std::to_string(*physical_hint) : "?");
  }
  identity.catalogue_type = find_type(catalog, *identity.provider, identity.type);
  return identity;
}

}  // namespace kgpu::inventory
