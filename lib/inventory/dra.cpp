#include "dra.hpp"

#include "inventory_tables.hpp"

#include "kgpu/base/quantity.hpp"

#include <algorithm>
#include <optional>
#include <set>
#include <tuple>
#include <utility>

namespace kgpu::inventory {
namespace {

using snapshot::CounterUse;
using snapshot::Device;
using snapshot::List;
using snapshot::Pair;
using snapshot::ResourceSlice;

bool is_accelerator_driver(std::string_view driver) {
  return std::ranges::any_of(k_device_names,
                             [&](const DeviceNameRow& row) { return row.is == "dra-driver" && row.name == driver; });
}

/// A device and the slice that offers it.
struct DevicePlace {
  const ResourceSlice* slice = nullptr;
  const Device* device = nullptr;
  [[nodiscard]] std::string_view node() const { return device->node.empty() ? slice->node : device->node; }
};
using DeviceName = std::tuple<std::string_view, std::string_view, std::string_view>;  ///< driver, pool, device

std::optional<Share> ratio(std::string_view used, std::string_view whole) {
  const auto part = Quantity::parse(used);
  const auto all = Quantity::parse(whole);
  if (!part || !all || part->value() < 0 || all->value() <= 0) {
    return std::nullopt;
  }
  return Share::of(part->value(), all->value());
}

/// The sums of the counters that are memory slices.
std::int64_t memory_slices(const List<Pair>& counters) {
  std::int64_t sum = 0;
  for (const Pair& counter : counters) {
    const auto value = Quantity::parse(counter.value);
    sum += counter.key.starts_with("memory-slice") && value ? std::clamp<std::int64_t>(value->value(), 0, 1024) : 0;
  }
  return sum;
}

/// Memory-slice counters used ÷ those of the set; empty where the device is no part of a card.
std::optional<Share> share_by_counters(const DevicePlace& place) {
  for (const CounterUse& use : place.device->consumes) {
    const auto* const set = std::ranges::find(place.slice->counters, use.set, &CounterUse::set);
    const std::int64_t whole = set == place.slice->counters.end() ? 0 : memory_slices(set->counters);
    if (const std::int64_t used = memory_slices(use.counters); used > 0 && whole > 0) {
      return Share::of(std::min(used, whole), whole);
    }
  }
  return std::nullopt;
}

Share share_of(const DevicePlace& place, const snapshot::AllocatedDevice& given) {
  if (const auto share = share_by_counters(place)) {
    return *share;
  }
  Share largest;
  for (const Pair& consumed : given.consumed_capacity) {
    if (const auto whole = find(place.device->capacity, consumed.key)) {
      largest = std::max(largest, ratio(consumed.value, *whole).value_or(Share()));
    }
  }
  return largest.is_zero() ? Share::of(1) : std::min(largest, Share::of(1));
}

/// What makes a device the same silicon as another: its counters, else itself.
std::string_view silicon(const Device& device) {
  return device.consumes.empty() ? device.name : device.consumes[0].set;
}

/// A driver that replaces its pool's slices leaves those of the former generation for a while.
std::vector<const ResourceSlice*> newest_slices(const snapshot::Snapshot& snapshot) {
  std::map<std::pair<std::string_view, std::string_view>, std::int64_t> newest;
  for (const ResourceSlice& slice : snapshot.slices) {
    auto& generation = newest[{slice.driver, slice.pool}];
    generation = std::max(generation, slice.generation);
  }
  std::vector<const ResourceSlice*> slices;
  for (const ResourceSlice& slice : snapshot.slices) {
    if (is_accelerator_driver(slice.driver) && slice.generation == newest[{slice.driver, slice.pool}]) {
      slices.push_back(&slice);
    }
  }
  return slices;
}

}  // namespace

DraFacts read_dra(const snapshot::Snapshot& snapshot) {
  DraFacts facts;
  std::map<DeviceName, DevicePlace> places;
  std::map<std::string_view, std::set<std::string_view>> cards;
  for (const ResourceSlice* const slice : newest_slices(snapshot)) {
    for (const Device& device : slice->devices) {
      const DevicePlace place{slice, &device};
      places[{slice->driver, slice->pool, device.name}] = place;
      if (!place.node().empty()) {
        cards[place.node()].insert(silicon(device));
        facts.offers[place.node()].driver = slice->driver;
      }
    }
  }
  for (auto& [node, offer] : facts.offers) {
    offer.devices = static_cast<std::int64_t>(cards[node].size());
  }
  for (const snapshot::ResourceClaim& claim : snapshot.claims) {
    for (const snapshot::AllocatedDevice& given : claim.devices) {
      const auto found = places.find({given.driver, given.pool, given.device});
      if (!given.admin_access && found != places.end()) {
        facts.holdings.push_back({.node = found->second.node(),
                                  .driver = given.driver,
                                  .card = silicon(*found->second.device),
                                  .claim = &claim,
                                  .devices = share_of(found->second, given)});
      }
    }
  }
  return facts;
}

}  // namespace kgpu::inventory
