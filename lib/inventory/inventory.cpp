#include "kgpu/inventory/inventory.hpp"

#include "dra.hpp"
#include "hami.hpp"
#include "offers.hpp"

#include "kgpu/base/error.hpp"
#include "kgpu/base/text.hpp"

#include <algorithm>
#include <map>
#include <tuple>
#include <unordered_map>
#include <utility>

namespace kgpu::inventory {
namespace {

using catalog::Catalog;
using snapshot::Node;
using snapshot::Phase;
using snapshot::Pod;
using snapshot::Snapshot;
using snapshot::text_of;

bool is_virtual(const Node& node) {
  return text_of(node.labels, "type") == "virtual-kubelet" ||
         text_of(node.labels, "eks.amazonaws.com/compute-type") == "fargate";
}

bool has_accelerator(const Node& node, const Identity& identity, const Catalog& catalog) {
  const bool by_type = identity.catalogue_type != nullptr && identity.catalogue_type->has_accelerator();
  return by_type || !node.capacity.devices.empty() || !accelerator_by_label(node.labels, catalog).empty();
}

/// Everything while it is counted.
class Count {
 public:
  Count(const Snapshot& snapshot, const Catalog& catalog)
      : snapshot_(snapshot), catalog_(catalog), moment_(snapshot.moment()), dra_(read_dra(snapshot)) {}

  Inventory take() {
    add_nodes();
    add_claims_without_node();
    for (const Pod& pod : snapshot_.pods) {
      add_pod(pod);
    }
    add_claims();
    check_absent_nodes();
    loads_.resize(result_.nodes.size());
    for (std::size_t i = 0; i < result_.nodes.size(); ++i) {
      finish(result_.nodes[i], loads_[i]);
    }
    sort();
    return std::move(result_);
  }

 private:
  enum class Place : std::uint8_t { accelerators, other, virtual_node };
  struct Where {
    Place place = Place::other;
    std::size_t index = 0;
  };

  /// How many cards a gcp N1 machine has, where its own node does not tell: another of its pool (ledger.md 9).
  std::optional<std::int64_t> physical_hint(const Node& node) const {
    if (const auto own = cards_by_node(node, catalog_)) {
      return own;
    }
    const std::string_view pool = pool_of(node.labels);
    for (const Node& other : snapshot_.nodes) {
      if (pool_of(other.labels) == pool) {
        if (const auto cards = cards_by_node(other, catalog_)) {
          return cards;
        }
      }
    }
    return std::nullopt;
  }

  Identity identity_of(const Node& node) const {
    const bool is_gcp = node.provider_id.starts_with("gce://");
    return identify(node.labels, node.provider_id, catalog_, is_gcp ? physical_hint(node) : std::nullopt);
  }

  void add_nodes() {
    for (const Node& node : snapshot_.nodes) {
      if (is_virtual(node)) {
        ++result_.others.virtual_nodes;
        places_[node.object.name] = {Place::virtual_node, 0};
        continue;
      }
      Identity identity = identity_of(node);
      if (!has_accelerator(node, identity, catalog_) && !dra_.offers.contains(node.object.name)) {
        ++result_.others.nodes;
        result_.others.list.push_back(&node);
        places_[node.object.name] = {Place::other, 0};
        continue;
      }
      places_[node.object.name] = {Place::accelerators, result_.nodes.size()};
      NodeInventory& counted = result_.nodes.emplace_back();
      counted.node = &node;
      counted.identity = std::move(identity);
      const auto offered = dra_.offers.find(node.object.name);
      count_devices(counted, catalog_, offered == dra_.offers.end() ? 0 : offered->second.devices);
      if (offered != dra_.offers.end()) {
        add_dra_offer(counted, offered->second);
      }
    }
  }

  static void add_dra_offer(NodeInventory& node, const DraOffer& offered) {
    Offer& offer = node.offers.emplace_back();
    offer.resource = offered.driver;
    offer.slicing = Slicing::dra;
    offer.capacity = offered.devices;
    offer.allocatable = offered.devices;
    offer.unit = Share::of(1);
  }

  /// A claim's devices belong to the pods it is reserved for, in equal parts; with none, to itself (ledger.md 20).
  void add_claims() {
    std::map<std::pair<std::string_view, std::string_view>, const Pod*> pods;
    std::size_t with_claims = 0;
    for (const Pod& pod : snapshot_.pods) {
      if (pod.demand != nullptr && pod.holds()) {
        pods[{pod.object.name_space, pod.object.name}] = &pod;
        with_claims += pod.demand->claims.empty() ? 0U : 1U;
      }
    }
    const bool read =
        snapshot_.has_read(snapshot::Kind::resource_claim) && snapshot_.has_read(snapshot::Kind::resource_slice);
    if (with_claims > 0 && !read) {
      result_.warnings.push_back("pods with resource claims: " + std::to_string(with_claims) +
                                 "; ResourceClaims and ResourceSlices were not read, so what they hold counts as free");
    }
    for (const DraHolding& holding : dra_.holdings) {
      const auto place = places_.find(holding.node);
      if (place == places_.end() || place->second.place != Place::accelerators) {
        continue;
      }
      NodeInventory& node = result_.nodes[place->second.index];
      std::vector<const Pod*> holders;
      for (const std::string_view name : holding.claim->pods) {
        if (const auto pod = pods.find({holding.claim->object.name_space, name}); pod != pods.end()) {
          holders.push_back(pod->second);
        }
      }
      if (holders.empty()) {
        holders.push_back(nullptr);
      }
      for (const Pod* const pod : holders) {
        node.holders.push_back({.pod = pod,
                                .claim = holding.claim,
                                .resource = holding.driver,
                                .amount = 1,
                                .devices = holding.devices / Share::of(static_cast<std::int64_t>(holders.size()))});
      }
      const auto offer = std::ranges::find(node.offers, holding.driver, &Offer::resource);
      if (offer != node.offers.end()) {
        ++offer->held;
      }
    }
  }

  /// A machine that was bought and has not joined yet is billed already (ledger.md 3).
  void add_claims_without_node() {
    for (const snapshot::NodeClaim& claim : snapshot_.node_claims) {
      const bool joined =
          std::ranges::any_of(snapshot_.nodes, [&](const Node& node) { return node.provider_id == claim.provider_id; });
      if (claim.provider_id.empty() || joined) {
        continue;
      }
      Identity identity = identify(claim.labels, claim.provider_id, catalog_, std::nullopt);
      const bool by_type = identity.catalogue_type != nullptr && identity.catalogue_type->has_accelerator();
      if (!by_type && claim.capacity.devices.empty()) {
        continue;
      }
      NodeInventory& counted = result_.nodes.emplace_back();
      counted.claim = &claim;
      counted.identity = std::move(identity);
      count_devices(counted, catalog_, 0);
    }
  }

  void add_pod(const Pod& pod) {
    const bool asks = pod.demand != nullptr && (!pod.demand->devices.empty() || !pod.demand->claims.empty());
    if (pod.node.empty()) {
      if (asks && pod.phase != Phase::succeeded && pod.phase != Phase::failed) {
        add_pending(pod);
      }
      return;
    }
    if (!pod.holds()) {
      return;
    }
    const auto found = places_.find(pod.node);
    if (found == places_.end()) {
      if (asks && !pod.demand->devices.empty()) {
        absent_.push_back(&pod);
      }
      return;
    }
    const Where where = found->second;
    if (where.place == Place::virtual_node && asks) {
      result_.virtual_pods.push_back(&pod);
    } else if (where.place == Place::accelerators) {
      add_load(load(where.index), pod, asks);
      if (asks) {
        add_holder(result_.nodes[where.index], pod);
      }
    }
  }

  Load& load(std::size_t index) {
    loads_.resize(std::max(loads_.size(), result_.nodes.size()));
    return loads_[index];
  }

  static void add_load(Load& load, const Pod& pod, bool asks) {
    load.cpu_millis += std::min(pod.cpu_millis, std::int64_t{1} << 40);
    load.memory_bytes += std::min(pod.memory_bytes, std::int64_t{1} << 50);
    ++load.pods;
    if (!asks && pod.owner.kind != "DaemonSet" && !pod.mirror && !pod.object.deleting) {
      load.squatters.push_back(std::string(pod.object.name_space) + "/" + std::string(pod.object.name));
    }
  }

  static void add_holder(NodeInventory& node, const Pod& pod) {
    for (const snapshot::Amount& amount : pod.demand->devices) {
      const auto offer = std::ranges::find(node.offers, amount.resource, &Offer::resource);
      if (offer == node.offers.end()) {
        continue;
      }
      offer->held += amount.amount;
      node.holders.push_back({.pod = &pod,
                              .resource = amount.resource,
                              .amount = amount.amount,
                              .devices = offer->slicing == Slicing::hami
                                             ? hami_share(*pod.demand, amount.amount, node.hami_card_mib)
                                             : offer->unit * Share::of(amount.amount)});
    }
  }

  void add_pending(const Pod& pod) {
    Pending pending{.pod = &pod, .why = std::string(pod.demand->waits_for)};
    for (const snapshot::Amount& amount : pod.demand->devices) {
      pending.devices += amount.amount;
    }
    result_.pending.push_back(std::move(pending));
  }

  void check_absent_nodes() {
    if (absent_.empty()) {
      return;
    }
    const Pod& first = *absent_.front();
    const std::string what = (absent_.size() == 1 ? "1 pod with accelerators is on a node that is not in "
                                                  : std::to_string(absent_.size()) +
                                                        " pods with accelerators are on nodes that are not in ") +
                             in_quotes(snapshot_.name) + ", such as " + std::string(first.object.name_space) + "/" +
                             std::string(first.object.name) + " on " + std::string(first.node);
    if (!snapshot_.from_server) {
      throw data_error(what,
                       "each --from is one cluster: put several files of one cluster into a directory, or "
                       "concatenate them on --from -");
    }
    result_.warnings.push_back(what);
  }

  void finish(NodeInventory& node, Load& load) {
    const auto key = [](const Holder& holder) {
      const snapshot::Object& object = holder.pod != nullptr ? holder.pod->object : holder.claim->object;
      return std::tuple(object.name_space, object.name, holder.resource);
    };
    std::ranges::stable_sort(node.holders, [&](const Holder& a, const Holder& b) { return key(a) < key(b); });
    for (const Holder& holder : node.holders) {
      node.held += holder.devices;
    }
    if (node.held > node.devices) {
      scale(node);
    }
    std::ranges::sort(load.squatters);
    divide_idle(node, load, moment_, catalog_);
  }

  /// More was given out than there is: everyone's part shrinks alike, and it is said (ledger.md 21).
  static void scale(NodeInventory& node) {
    const Share factor = node.devices / node.held;
    node.warnings.push_back("over-committed: its pods hold " + node.held.decimal().to_string() + " of " +
                            node.devices.decimal().to_string() + " accelerators");
    for (Holder& holder : node.holders) {
      holder.devices = holder.devices * factor;
    }
    node.held = node.devices;
  }

  void sort() {
    std::ranges::sort(result_.nodes, [](const NodeInventory& a, const NodeInventory& b) {
      return a.name() != b.name() &&
             (natural_less(a.name(), b.name()) || (!natural_less(b.name(), a.name()) && a.name() < b.name()));
    });
    const auto by_name = [](const Pod* a, const Pod* b) {
      return std::tie(a->object.name_space, a->object.name) < std::tie(b->object.name_space, b->object.name);
    };
    std::ranges::sort(result_.pending, by_name, &Pending::pod);
    std::ranges::sort(result_.virtual_pods, by_name);
  }

  const Snapshot& snapshot_;
  const Catalog& catalog_;
  Inventory result_;
  std::vector<Load> loads_;
  std::unordered_map<std::string_view, Where> places_;
  std::vector<const Pod*> absent_;
  std::int64_t moment_ = 0;
  DraFacts dra_;
};

}  // namespace

bool has_accelerator(const Node& node, const Catalog& catalog) {
  return !is_virtual(node) &&
         has_accelerator(node, identify(node.labels, node.provider_id, catalog, std::nullopt), catalog);
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

Share NodeInventory::free() const {
  const auto found = std::ranges::find(idle, IdleKind::unallocated, &Idle::kind);
  const auto squatted = std::ranges::find(idle, IdleKind::squatted, &Idle::kind);
  return found != idle.end() ? found->devices : squatted != idle.end() ? squatted->devices : Share();
}

Inventory take_inventory(const Snapshot& snapshot, const Catalog& catalog) {
  return Count(snapshot, catalog).take();
}

}  // namespace kgpu::inventory
