#include "find_nodes.hpp"

#include "count_devices.hpp"

#include <map>
#include <optional>
#include <unordered_set>
#include <utility>

namespace kgpu::inventory {
namespace {

using catalog::Catalog;
using snapshot::List;
using snapshot::Node;
using snapshot::Pair;
using snapshot::Snapshot;
using snapshot::text_of;

bool is_virtual(const Node& node) {
  return text_of(node.labels, "type") == "virtual-kubelet" ||
         text_of(node.labels, "eks.amazonaws.com/compute-type") == "fargate";
}

bool has_accelerator(const List<Pair>& labels, const snapshot::Resources& capacity, const Identity& identity,
                     const Catalog& catalog) {
  const bool by_type = identity.catalogue_type != nullptr && identity.catalogue_type->has_accelerator();
  return by_type || !capacity.devices.empty() || !accelerator_by_label(labels, catalog).empty();
}

class Finding {
 public:
  Finding(const Snapshot& snapshot, const Catalog& catalog, const DraFacts& dra, Inventory& result)
      : snapshot_(snapshot), catalog_(catalog), dra_(dra), result_(result) {}

  Places find() {
    for (const Node& node : snapshot_.nodes) {
      places_[node.object.name] = is_virtual(node) ? virtual_node() : add(node);
    }
    add_claims_without_node();
    return std::move(places_);
  }

 private:
  /// How many cards the first node of the pool that tells has (ledger.md 9).
  std::optional<std::int64_t> cards_in_pool(std::string_view pool) {
    const auto [found, is_new] = cards_in_pool_.try_emplace(pool);
    for (auto node = snapshot_.nodes.begin(); is_new && !found->second && node != snapshot_.nodes.end(); ++node) {
      if (pool_of(node->labels) == pool) {
        found->second = cards_by_node(*node, catalog_);
      }
    }
    return found->second;
  }

  Identity identity_of(const List<Pair>& labels, std::string_view provider_id, const Node* node) {
    std::optional<std::int64_t> cards;
    if (needs_card_count(labels, provider_id)) {
      cards = node == nullptr ? std::nullopt : cards_by_node(*node, catalog_);
      cards = cards ? cards : cards_in_pool(pool_of(labels));
    }
    return identify(labels, provider_id, catalog_, cards);
  }

  Where virtual_node() {
    ++result_.others.virtual_nodes;
    return {Place::virtual_node, 0};
  }

  Where add(const Node& node) {
    Identity identity = identity_of(node.labels, node.provider_id, &node);
    const auto offered = dra_.offers.find(node.object.name);
    const bool by_driver = offered != dra_.offers.end();
    if (!by_driver && !has_accelerator(node.labels, node.capacity, identity, catalog_)) {
      result_.others.nodes.push_back({&node, std::move(identity)});
      return {Place::other, 0};
    }
    NodeInventory& counted = result_.nodes.emplace_back();
    counted.node = &node;
    counted.identity = std::move(identity);
    count_devices(counted, catalog_, by_driver ? offered->second.devices : 0);
    if (by_driver) {
      add_dra_offer(counted, offered->second);
    }
    return {Place::accelerators, result_.nodes.size() - 1};
  }

  static void add_dra_offer(NodeInventory& node, const DraOffer& offered) {
    Offer& offer = node.offers.emplace_back();
    offer.resource = offered.driver;
    offer.slicing = Slicing::dra;
    offer.capacity = offered.devices;
    offer.allocatable = offered.devices;
    offer.unit = Share::of(1);
  }

  /// A machine that was bought and has not joined yet is billed already (ledger.md 3).
  void add_claims_without_node() {
    std::unordered_set<std::string_view> joined;
    for (const Node& node : snapshot_.nodes) {
      joined.insert(node.provider_id);
    }
    for (const snapshot::NodeClaim& claim : snapshot_.node_claims) {
      if (claim.provider_id.empty() || joined.contains(claim.provider_id) || places_.contains(claim.node)) {
        continue;
      }
      Identity identity = identity_of(claim.labels, claim.provider_id, nullptr);
      if (has_accelerator(claim.labels, claim.capacity, identity, catalog_)) {
        NodeInventory& counted = result_.nodes.emplace_back();
        counted.claim = &claim;
        counted.identity = std::move(identity);
        count_devices(counted, catalog_, 0);
      }
    }
  }

  const Snapshot& snapshot_;
  const Catalog& catalog_;
  const DraFacts& dra_;
  Inventory& result_;
  Places places_;
  std::map<std::string_view, std::optional<std::int64_t>> cards_in_pool_;
};

}  // namespace

bool has_accelerator(const Node& node, const Catalog& catalog) {
  return !is_virtual(node) && has_accelerator(node.labels, node.capacity,
                                              identify(node.labels, node.provider_id, catalog, std::nullopt), catalog);
}

Places find_nodes(const Snapshot& snapshot, const Catalog& catalog, const DraFacts& dra, Inventory& into) {
  return Finding(snapshot, catalog, dra, into).find();
}

}  // namespace kgpu::inventory
