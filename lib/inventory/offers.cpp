#include "offers.hpp"

#include "hami.hpp"

#include "kgpu/base/text.hpp"
#include "kgpu/k8s/accelerators.hpp"
#include "kgpu/k8s/well_known.hpp"

#include <algorithm>
#include <array>
#include <charconv>

namespace kgpu::inventory {
namespace {

using catalog::Catalog;
using catalog::MigProfile;
using snapshot::Amount;
using snapshot::List;
using snapshot::Pair;
using snapshot::text_of;

constexpr std::string_view k_mig_prefix = "nvidia.com/mig-";
constexpr std::string_view k_shared = ".shared";

std::int64_t number_label(const List<Pair>& labels, std::string_view label) {
  const std::string_view text = text_of(labels, label);
  std::int64_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  return error == std::errc() && end == text.data() + text.size() && number > 0 ? number : 0;
}

/// The MIG profile that the whole node is cut into: GFD's product under strategy `single`, or GKE's partition.
std::string_view single_profile(const List<Pair>& labels) {
  std::string_view product = text_of(labels, "nvidia.com/gpu.product");
  if (product.ends_with("-SHARED")) {
    product.remove_suffix(7);
  }
  if (const auto mark = product.find("-MIG-"); mark != std::string_view::npos && !product.ends_with("-INVALID")) {
    return product.substr(mark + 5);
  }
  return text_of(labels, "cloud.google.com/gke-gpu-partition-size");
}

std::int64_t replicas_of(const List<Pair>& labels, const std::string& label) {
  if (const std::int64_t replicas = number_label(labels, label); replicas > 1) {
    return replicas;
  }
  return std::max<std::int64_t>(number_label(labels, "cloud.google.com/gke-max-shared-clients-per-gpu"), 1);
}

/// The profile of a card; where the card is unknown, of any card that has it.
const MigProfile* find_profile(const Catalog& catalog, std::string_view card, std::string_view profile) {
  std::string name(profile);
  std::ranges::replace(name, '+', '.');
  const auto same = [&](const MigProfile& row) {
    std::string row_name(row.profile);
    std::ranges::replace(row_name, '+', '.');
    return row_name == name;
  };
  const auto rows = catalog.tables().mig_profiles;
  const auto of_card =
      std::ranges::find_if(rows, [&](const MigProfile& row) { return row.gpu_model == card && same(row); });
  if (of_card != rows.end()) {
    return &*of_card;
  }
  const auto any = std::ranges::find_if(rows, same);
  return any == rows.end() ? nullptr : &*any;
}

struct CardSlices {
  std::int64_t memory = 1;
  std::int64_t compute = 1;
};

CardSlices slices_of(const Catalog& catalog, std::string_view card) {
  CardSlices most;
  for (const MigProfile& row : catalog.tables().mig_profiles) {
    if (row.gpu_model == card) {
      most.memory = std::max<std::int64_t>(most.memory, row.memory_slices);
      most.compute = std::max<std::int64_t>(most.compute, row.compute_slices);
    }
  }
  return most;
}

Share mig_unit(const Catalog& catalog, const MigProfile& profile, std::int64_t replicas) {
  return Share::of(profile.memory_slices, slices_of(catalog, profile.gpu_model).memory * replicas);
}

/// NVIDIA's whole cards, shared or not: everything of theirs but MIG instances and HAMi's amounts.
bool is_nvidia_card(std::string_view resource) {
  return resource.starts_with("nvidia.com/") && !resource.starts_with(k_mig_prefix) && !k8s::is_hami_amount(resource);
}

std::int64_t count_label(const List<Pair>& labels) {
  constexpr std::array<std::string_view, 7> k_labels{"karpenter.k8s.aws/instance-gpu-count",
                                                     "karpenter.k8s.aws/instance-accelerator-count",
                                                     "eks.amazonaws.com/instance-gpu-count",
                                                     "eks.amazonaws.com/instance-accelerator-count",
                                                     "karpenter.azure.com/sku-gpu-count",
                                                     "karpenter.k8s.gcp/instance-gpu-count",
                                                     "gpu.intel.com/device-count"};
  for (const std::string_view label : k_labels) {
    if (const std::int64_t count = number_label(labels, label); count > 0) {
      return count;
    }
  }
  return 0;
}

/// One offer, its share of a card still unknown where that needs the count of cards.
Offer read_offer(const Amount& amount, const NodeInventory& node, const List<Pair>& labels, const Catalog& catalog) {
  Offer offer;
  offer.resource = amount.resource;
  offer.capacity = amount.amount;
  if (amount.resource.starts_with(k_mig_prefix)) {
    std::string_view profile = amount.resource.substr(k_mig_prefix.size());
    const bool renamed = profile.ends_with(k_shared);
    profile.remove_suffix(renamed ? k_shared.size() : 0);
    offer.slicing = Slicing::mig;
    offer.profile = profile;
    offer.replicas = replicas_of(labels, "nvidia.com/mig-" + std::string(profile) + ".replicas");
  } else if (is_nvidia_card(amount.resource)) {
    offer.replicas = replicas_of(labels, "nvidia.com/gpu.replicas");
    offer.profile = single_profile(labels);
    offer.slicing = !offer.profile.empty() ? Slicing::mig : offer.replicas > 1 ? Slicing::replicas : Slicing::whole;
  }
  if (offer.slicing == Slicing::mig) {
    const MigProfile* const profile = find_profile(catalog, node.accelerator, offer.profile);
    offer.unit = profile == nullptr ? Share() : mig_unit(catalog, *profile, offer.replicas);
  } else if (is_nvidia_card(amount.resource)) {
    offer.unit = Share::of(1, offer.replicas);
  }
  return offer;
}

Share rounded_up(Share share) {
  const std::int64_t whole = share.numerator() / share.denominator();
  return Share::of(whole + (share.numerator() % share.denominator() > 0 ? 1 : 0));
}

/// Cards that what is offered needs at least, by the offers that know their unit.
Share cards_offered(const NodeInventory& node, const Catalog& catalog) {
  Share cards;
  Share mig_memory;
  Share mig_compute;
  for (const Offer& offer : node.offers) {
    if (offer.slicing == Slicing::mig) {
      const MigProfile* const profile = find_profile(catalog, node.accelerator, offer.profile);
      mig_memory += offer.unit * Share::of(offer.capacity);
      if (profile != nullptr) {
        const CardSlices card = slices_of(catalog, profile->gpu_model);
        mig_compute += Share::of(profile->compute_slices, card.compute * offer.replicas) * Share::of(offer.capacity);
      }
    } else if (is_nvidia_card(offer.resource)) {
      cards += offer.unit * Share::of(offer.capacity);
    }
  }
  return cards + rounded_up(std::max(mig_memory, mig_compute));
}

/// Cards by the resource itself, where nothing else tells: the larger of a vendor's overlapping names would count cores
/// for chips, so the chip's name is asked first.
std::int64_t cards_of_other_vendors(const NodeInventory& node) {
  constexpr std::array<std::string_view, 6> k_chips{"amd.com/gpu",           "habana.ai/gaudi",
                                                    "aws.amazon.com/neuron", "aws.amazon.com/neurondevice",
                                                    "gpu.intel.com/i915",    "gpu.intel.com/xe"};
  for (const std::string_view chip : k_chips) {
    const auto offer = std::ranges::find(node.offers, chip, &Offer::resource);
    if (offer != node.offers.end() && offer->capacity > 0) {
      return offer->capacity;
    }
  }
  std::int64_t most = 0;
  for (const Offer& offer : node.offers) {
    most = std::max(most, is_nvidia_card(offer.resource) || offer.slicing == Slicing::mig ? 0 : offer.capacity);
  }
  return most;
}

HamiCards hami_cards(const NodeInventory& node) {
  return node.node == nullptr ? HamiCards{}
                              : read_hami_cards(text_of(node.node->annotations, "hami.io/node-nvidia-register"));
}

Share physical_devices(const NodeInventory& node, const List<Pair>& labels, const Catalog& catalog,
                       std::int64_t slice_devices) {
  if (node.identity.catalogue_type != nullptr && node.identity.catalogue_type->has_accelerator()) {
    return Share::of(node.identity.catalogue_type->accelerator_count);
  }
  if (const HamiCards hami = hami_cards(node); hami.cards > 0) {
    return Share::of(hami.cards);
  }
  const Share offered = cards_offered(node, catalog);
  if (!single_profile(labels).empty() && !offered.is_zero()) {
    return rounded_up(offered);
  }
  if (const std::int64_t count = number_label(labels, "nvidia.com/gpu.count"); count > 0) {
    return std::max(Share::of(count), rounded_up(offered));
  }
  if (const std::int64_t count = count_label(labels); count > 0) {
    return Share::of(count);
  }
  if (slice_devices > 0) {
    return Share::of(slice_devices);
  }
  return offered.is_zero() ? Share::of(cards_of_other_vendors(node)) : rounded_up(offered);
}

/// HAMi offers every card many times; what a pod holds of one its memory and cores say.
void share_by_hami(NodeInventory& node, const HamiCards& cards) {
  for (Offer& offer : node.offers) {
    if (is_nvidia_card(offer.resource) && offer.capacity > 0) {
      offer.slicing = Slicing::hami;
      offer.unit = node.devices / Share::of(offer.capacity);
      offer.replicas = 1;
      node.hami_card_mib = cards.card_mib;
    }
  }
}

/// Units of offers that only the count of cards tells: other vendors' resources, parts of a card, replicas without a
/// label.
void settle_units(NodeInventory& node) {
  for (Offer& offer : node.offers) {
    if (offer.capacity <= 0 || offer.slicing == Slicing::dra || offer.slicing == Slicing::hami) {
      continue;
    }
    const Share by_count = node.devices / Share::of(offer.capacity);
    const bool is_card = is_nvidia_card(offer.resource) && offer.slicing != Slicing::mig;
    if (!is_card && offer.slicing != Slicing::mig) {
      offer.unit = by_count;
      offer.slicing = by_count == Share::of(1) ? Slicing::whole : Slicing::cores;
    } else if (is_card && offer.unit * Share::of(offer.capacity) > node.devices) {
      offer.unit = by_count;
      if (node.devices >= Share::of(1)) {
        offer.slicing = Slicing::replicas;
        offer.replicas = std::max<std::int64_t>(
            offer.capacity / std::max<std::int64_t>(node.devices.numerator() / node.devices.denominator(), 1), 1);
        node.warnings.push_back("offers " + std::to_string(offer.capacity) + " " + std::string(offer.resource) +
                                " on " + node.devices.decimal().to_string() +
                                " cards, and no label says that they are shared");
      }
    } else if (offer.unit.is_zero()) {
      offer.unit = by_count;
    }
  }
}

}  // namespace

void count_devices(NodeInventory& node, const Catalog& catalog, std::int64_t slice_devices) {
  const snapshot::Resources& capacity = node.node != nullptr ? node.node->capacity : node.claim->capacity;
  const List<Pair>& labels = node.node != nullptr ? node.node->labels : node.claim->labels;
  const catalog::InstanceType* const type = node.identity.catalogue_type;
  const catalog::Accelerator* const card = type == nullptr ? nullptr : catalog.accelerator_of(*type);
  node.accelerator = card != nullptr ? std::string(card->name) : accelerator_by_label(labels, catalog);
  if (node.accelerator.empty() && type != nullptr) {
    node.accelerator = type->accelerator_model;
  }
  for (const Amount& amount : capacity.devices) {
    node.offers.push_back(read_offer(amount, node, labels, catalog));
    node.offers.back().allocatable =
        node.node != nullptr ? std::min(node.node->allocatable.device(amount.resource), amount.amount) : 0;
  }
  node.devices = physical_devices(node, labels, catalog, slice_devices);
  if (const HamiCards hami = hami_cards(node); hami.cards > 0) {
    share_by_hami(node, hami);
  }
  settle_units(node);
}

std::optional<std::int64_t> cards_by_node(const snapshot::Node& node, const Catalog& catalog) {
  if (const std::int64_t count = number_label(node.labels, "nvidia.com/gpu.count"); count > 0) {
    return count;
  }
  NodeInventory trial;
  trial.node = &node;
  trial.accelerator = accelerator_by_label(node.labels, catalog);
  const std::int64_t capacity = node.capacity.device(k8s::k_resource_nvidia);
  if (capacity <= 0) {
    return std::nullopt;
  }
  trial.offers.push_back(read_offer({k8s::k_resource_nvidia, capacity}, trial, node.labels, catalog));
  const Share cards = rounded_up(cards_offered(trial, catalog));
  return cards.is_zero() ? std::nullopt : std::optional(cards.numerator());
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
