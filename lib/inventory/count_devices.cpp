#include "count_devices.hpp"

#include "hami.hpp"
#include "inventory_tables.hpp"
#include "mig.hpp"
#include "node_labels.hpp"
#include "offers.hpp"

#include "kgpu/k8s/well_known.hpp"

#include <algorithm>

namespace kgpu::inventory {
namespace {

using catalog::Catalog;
using snapshot::Amount;
using snapshot::List;
using snapshot::Pair;

/// The card by type, else by label, else the type's word for it.
std::string card_name(const NodeInventory& node, const List<Pair>& labels, const Catalog& catalog) {
  const catalog::InstanceType* const type = node.identity.catalogue_type;
  if (const auto* const card = type == nullptr ? nullptr : catalog.accelerator_of(*type)) {
    return std::string(card->name);
  }
  std::string word = accelerator_by_label(labels, catalog);
  return word.empty() && type != nullptr ? std::string(type->accelerator_model) : word;
}

/// Cards by the resource itself, where nothing else tells: the larger of a vendor's overlapping names would count cores
/// for chips, so the chip's name is asked first.
std::int64_t cards_of_other_vendors(const NodeInventory& node) {
  for (const DeviceNameRow& row : k_device_names) {
    const auto offer = std::ranges::find(node.offers, row.name, &Offer::resource);
    if (row.is == "chip" && offer != node.offers.end() && offer->capacity > 0) {
      return offer->capacity;
    }
  }
  std::int64_t most = 0;
  for (const Offer& offer : node.offers) {
    most = std::max(most, is_nvidia_card(offer.resource) || offer.slicing == Slicing::mig ? 0 : offer.capacity);
  }
  return most;
}

/// The first that exists of what ledger.md 4 lists.
Share physical_devices(const NodeInventory& node, const List<Pair>& labels, const Catalog& catalog,
                       std::int64_t slice_devices) {
  if (node.identity.catalogue_type != nullptr && node.identity.catalogue_type->has_accelerator()) {
    return Share::of(node.identity.catalogue_type->accelerator_count);
  }
  const Share offered = rounded_up(cards_offered(node, catalog));
  if (!single_profile(labels).empty() && !offered.is_zero()) {
    return offered;
  }
  if (const auto hami = hami_cards_of(node); !hami.empty()) {
    return Share::of(static_cast<std::int64_t>(hami.size()));
  }
  if (const std::int64_t count = number_label(labels, "nvidia.com/gpu.count"); count > 0) {
    return std::max(Share::of(count), offered);
  }
  if (const std::int64_t count = count_by_label(labels); count > 0) {
    return Share::of(count);
  }
  if (slice_devices > 0) {
    return Share::of(slice_devices);
  }
  return offered.is_zero() ? Share::of(cards_of_other_vendors(node)) : offered;
}

/// HAMi offers every card many times; what a pod holds of one its memory and cores say.
void share_by_hami(NodeInventory& node) {
  for (Offer& offer : node.offers) {
    if (is_nvidia_card(offer.resource) && offer.slicing != Slicing::mig && offer.capacity > 0) {
      offer.slicing = Slicing::hami;
      offer.unit = node.devices / Share::of(offer.capacity);
      offer.replicas = 1;
    }
  }
}

}  // namespace

void count_devices(NodeInventory& node, const Catalog& catalog, std::int64_t slice_devices) {
  const snapshot::Resources& capacity = node.node != nullptr ? node.node->capacity : node.claim->capacity;
  const List<Pair>& labels = node.labels();
  node.accelerator = card_name(node, labels, catalog);
  for (const Amount& amount : capacity.devices) {
    Offer& offer = node.offers.emplace_back(read_offer(amount, node.accelerator, labels, catalog));
    offer.allocatable =
        node.node != nullptr ? std::min(node.node->allocatable.device(amount.resource), amount.amount) : 0;
  }
  node.devices = physical_devices(node, labels, catalog, slice_devices);
  if (!hami_cards_of(node).empty()) {
    share_by_hami(node);
  }
  settle_units(node);
}

std::optional<std::int64_t> cards_by_node(const snapshot::Node& node, const Catalog& catalog) {
  if (const std::int64_t count = number_label(node.labels, "nvidia.com/gpu.count"); count > 0) {
    return count;
  }
  const std::int64_t capacity = node.capacity.device(k8s::k_resource_nvidia);
  if (capacity <= 0) {
    return std::nullopt;
  }
  NodeInventory trial;
  trial.node = &node;
  trial.accelerator = accelerator_by_label(node.labels, catalog);
  trial.offers.push_back(read_offer({k8s::k_resource_nvidia, capacity}, trial.accelerator, node.labels, catalog));
  const Share cards = rounded_up(cards_offered(trial, catalog));
  return cards.is_zero() ? std::nullopt : std::optional(cards.numerator());
}

}  // namespace kgpu::inventory
