#include "offers.hpp"

#include "mig.hpp"
#include "node_labels.hpp"

#include "kgpu/k8s/accelerators.hpp"

#include <algorithm>
#include <string>
#include <utility>

namespace kgpu::inventory {
namespace {

using catalog::Catalog;
using snapshot::List;
using snapshot::Pair;

constexpr std::string_view k_mig_prefix = "nvidia.com/mig-";
constexpr std::string_view k_shared = ".shared";

std::int64_t replicas_of(const List<Pair>& labels, const std::string& label) {
  if (const std::int64_t replicas = number_label(labels, label); replicas > 1) {
    return replicas;
  }
  return std::max<std::int64_t>(number_label(labels, "cloud.google.com/gke-max-shared-clients-per-gpu"), 1);
}

/// The profile of a resource that counts MIG instances; empty for every other.
std::string_view profile_of(std::string_view resource, const List<Pair>& labels) {
  if (!resource.starts_with(k_mig_prefix)) {
    return is_nvidia_card(resource) ? single_profile(labels) : std::string_view();
  }
  resource.remove_prefix(k_mig_prefix.size());
  resource.remove_suffix(resource.ends_with(k_shared) ? k_shared.size() : 0);
  return resource;
}

std::string replicas_label(std::string_view resource, std::string_view profile) {
  return resource.starts_with(k_mig_prefix) ? "nvidia.com/mig-" + std::string(profile) + ".replicas"
                                            : "nvidia.com/gpu.replicas";
}

/// More units than cards, and no label that says so: each is its part of all cards.
void settle_unlabelled_replicas(NodeInventory& node, Offer& offer, Share by_count) {
  offer.unit = by_count;
  if (node.devices < Share::of(1)) {
    return;  // a type that has a part of a card offers it as one
  }
  const Share replicas = Share::of(offer.capacity) / node.devices;
  offer.slicing = Slicing::replicas;
  offer.replicas = replicas.denominator() == 1 ? replicas.numerator() : 1;
  node.warnings.push_back("offers " + std::to_string(offer.capacity) + " " + std::string(offer.resource) + " on " +
                          node.devices.decimal().to_string() + " cards, and no label says that they are shared");
}

}  // namespace

bool is_nvidia_card(std::string_view resource) {
  return resource.starts_with("nvidia.com/") && !resource.starts_with(k_mig_prefix) && !k8s::is_hami_amount(resource);
}

Offer read_offer(const snapshot::Amount& amount, std::string_view card, const List<Pair>& labels,
                 const Catalog& catalog) {
  Offer offer;
  offer.resource = amount.resource;
  offer.capacity = amount.amount;
  offer.profile = profile_of(amount.resource, labels);
  if (!offer.profile.empty()) {
    offer.slicing = Slicing::mig;
    offer.replicas = replicas_of(labels, replicas_label(amount.resource, offer.profile));
    offer.unit = mig_unit(catalog, card, offer.profile, offer.replicas);
  } else if (is_nvidia_card(amount.resource)) {
    offer.replicas = replicas_of(labels, replicas_label(amount.resource, {}));
    offer.slicing = offer.replicas > 1 ? Slicing::replicas : Slicing::whole;
    offer.unit = Share::of(1, offer.replicas);
  }
  return offer;
}

Share cards_offered(const NodeInventory& node, const Catalog& catalog) {
  Share cards = cards_of_instances(node, catalog);
  for (const Offer& offer : node.offers) {
    if (offer.slicing != Slicing::mig && is_nvidia_card(offer.resource)) {
      cards += offer.unit * Share::of(offer.capacity);
    }
  }
  return cards;
}

void settle_units(NodeInventory& node) {
  for (Offer& offer : node.offers) {
    if (offer.capacity <= 0 || offer.slicing == Slicing::dra || offer.slicing == Slicing::hami) {
      continue;
    }
    const Share by_count = node.devices / Share::of(offer.capacity);
    const bool is_mig = offer.slicing == Slicing::mig;
    if (!is_mig && !is_nvidia_card(offer.resource)) {
      offer.unit = by_count;
      offer.slicing = by_count == Share::of(1) ? Slicing::whole : Slicing::cores;
    } else if (!is_mig && offer.unit * Share::of(offer.capacity) > node.devices) {
      settle_unlabelled_replicas(node, offer, by_count);
    } else if (offer.unit.is_zero()) {
      offer.unit = by_count;
    }
  }
}

Uncovered uncovered(const NodeInventory& node, const Catalog& catalog) {
  Share covered;
  Share mig_memory;
  bool by_count = false;
  NodeInventory available;
  available.accelerator = node.accelerator;
  for (Offer offer : node.offers) {
    if (node.node != nullptr) {
      offer.capacity = std::max(offer.allocatable, offer.held);
    }
    const Share part = offer.unit * Share::of(offer.capacity);
    if (offer.slicing == Slicing::mig) {
      mig_memory += part;
    } else if (is_nvidia_card(offer.resource)) {
      covered += part;
    } else {
      // Overlapping names of one vendor: the supply counts once, the most that one of them offers.
      covered = by_count ? std::max(covered, part) : covered + part;
      by_count = true;
    }
    available.offers.push_back(std::move(offer));
  }
  const Share cards = std::min(cards_offered(available, catalog) + (by_count ? covered : Share()), node.devices);
  Uncovered result;
  const Share offered = std::min(covered + mig_memory, node.devices);
  if (!mig_memory.is_zero() && cards > offered) {
    result.mig_remainder = cards - offered;
  }
  result.not_offered = node.devices - offered - result.mig_remainder;
  return result;
}

}  // namespace kgpu::inventory
