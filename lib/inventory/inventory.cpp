#include "kgpu/inventory/inventory.hpp"

#include "dra.hpp"
#include "find_nodes.hpp"
#include "holders.hpp"
#include "idle.hpp"
#include "offers.hpp"

#include "kgpu/base/text.hpp"

#include <algorithm>
#include <tuple>
#include <utility>

namespace kgpu::inventory {
namespace {

using catalog::Catalog;
using snapshot::Pod;
using snapshot::Snapshot;

/// Pods use claims that were not read, on a node with devices that no plugin offers: those count as held (ledger.md
/// 22).
Share hold_unread(NodeInventory& node, const Catalog& catalog) {
  Holder holder;
  holder.resource = "resource.k8s.io";
  holder.devices = std::min(uncovered(node, catalog).not_offered, node.devices - node.held);
  if (holder.devices <= Share()) {
    return {};
  }
  node.held += holder.devices;
  node.holders.push_back(holder);
  return holder.devices;
}

void add_missing(const Snapshot& snapshot, Inventory& inventory) {
  for (const auto& [kind, resource] : {std::pair(snapshot::Kind::resource_claim, "resourceclaims.resource.k8s.io"),
                                       std::pair(snapshot::Kind::resource_slice, "resourceslices.resource.k8s.io")}) {
    const bool known =
        std::ranges::find(snapshot.missing, resource, &snapshot::Missing::resource) != snapshot.missing.end();
    if (!snapshot.has_read(kind) && !known) {
      inventory.missing.push_back({resource, "list", "DRA devices are not told from free ones"});
    }
  }
}

/// They are billed until the cloud ends them (ledger.md 28).
void say_lost_nodes(Inventory& inventory) {
  std::vector<std::string> lost;
  for (const NodeInventory& node : inventory.nodes) {
    if (node.node != nullptr && node.node->ready == snapshot::Condition::unknown) {
      lost.emplace_back(node.name());
    }
  }
  if (!lost.empty()) {
    constexpr std::size_t k_most = 3;
    const std::string more = lost.size() > k_most ? ", +" + std::to_string(lost.size() - k_most) : "";
    const std::string count = lost.size() == 1 ? "1 node is lost" : std::to_string(lost.size()) + " nodes are lost";
    lost.resize(std::min(lost.size(), k_most));
    inventory.warnings.push_back(count +
                                 " (Ready is Unknown), and billed until the cloud ends it: " + join(lost, ", ") + more);
  }
}

void sort(Inventory& inventory) {
  std::ranges::sort(inventory.nodes, [](const NodeInventory& a, const NodeInventory& b) {
    return a.name() != b.name() &&
           (natural_less(a.name(), b.name()) || (!natural_less(b.name(), a.name()) && a.name() < b.name()));
  });
  const auto by_name = [](const Pod* a, const Pod* b) {
    return std::tie(a->object.name_space, a->object.name) < std::tie(b->object.name_space, b->object.name);
  };
  std::ranges::sort(inventory.pending, by_name, &Pending::pod);
  std::ranges::sort(inventory.virtual_pods, by_name);
}

}  // namespace

Inventory take_inventory(const Snapshot& snapshot, const Catalog& catalog) {
  Inventory result;
  const DraFacts dra = read_dra(snapshot);
  const Places places = find_nodes(snapshot, catalog, dra, result);
  std::vector<Holdings> holdings = find_holders(snapshot, places, dra, result);
  bool any_unread = false;
  for (std::size_t i = 0; i < result.nodes.size(); ++i) {
    NodeInventory& node = result.nodes[i];
    Holdings& held = holdings[i];
    settle_held(node, held.parts);
    const Share unread = held.claims_unread ? hold_unread(node, catalog) : Share();
    any_unread = any_unread || !unread.is_zero();
    std::ranges::sort(held.load.squatters);
    divide_idle(node, held.load, unread, snapshot.moment(), catalog);
  }
  if (any_unread) {
    add_missing(snapshot, result);
  }
  say_lost_nodes(result);
  sort(result);
  return result;
}

std::string_view to_string(Slicing slicing) {
  switch (slicing) {
    case Slicing::whole:
      return "whole";
    case Slicing::replicas:
      return "replicas";
    case Slicing::mig:
      return "mig";
    case Slicing::cores:
      return "cores";
    case Slicing::hami:
      return "hami";
    case Slicing::dra:
      break;
  }
  return "dra";
}

std::string_view NodeInventory::name() const {
  return node != nullptr ? node->object.name : claim->object.name;
}

const snapshot::List<snapshot::Pair>& NodeInventory::labels() const {
  return node != nullptr ? node->labels : claim->labels;
}

}  // namespace kgpu::inventory
