#include "holders.hpp"

#include "hami.hpp"

#include "kgpu/base/bounded_sum.hpp"
#include "kgpu/base/error.hpp"
#include "kgpu/base/text.hpp"

#include <algorithm>
#include <map>
#include <tuple>
#include <utility>

namespace kgpu::inventory {
namespace {

using snapshot::Phase;
using snapshot::Pod;
using snapshot::Snapshot;

bool has_claims(const Pod& pod) {
  return pod.demand != nullptr && (!pod.demand->claims.empty() || !pod.demand->extended_claim.empty());
}

bool asks_for_devices(const Pod& pod) {
  return pod.demand != nullptr && (!pod.demand->devices.empty() || has_claims(pod));
}

void add_load(Load& load, const Pod& pod) {
  load.cpu_millis += std::min(pod.cpu_millis, std::int64_t{1} << 40);
  load.memory_bytes += std::min(pod.memory_bytes, std::int64_t{1} << 50);
  ++load.pods;
  if (!asks_for_devices(pod) && pod.owner.kind != "DaemonSet" && !pod.mirror && !pod.object.deleting) {
    load.squatters.push_back(std::string(pod.object.name_space) + "/" + std::string(pod.object.name));
  }
}

class Finding {
 public:
  Finding(const Snapshot& snapshot, const Places& places, const DraFacts& dra, Inventory& result)
      : snapshot_(snapshot), places_(places), dra_(dra), result_(result), holdings_(result.nodes.size()) {}

  std::vector<Holdings> find() {
    claims_read_ =
        snapshot_.has_read(snapshot::Kind::resource_claim) && snapshot_.has_read(snapshot::Kind::resource_slice);
    for (const Pod& pod : snapshot_.pods) {
      if (pod.node.empty()) {
        add_pending(pod);
      } else if (pod.holds()) {
        add_bound(pod);
      }
    }
    for (const DraHolding& holding : dra_.holdings) {
      add_claim(holding);
    }
    check_absent_nodes();
    return std::move(holdings_);
  }

 private:
  void add_pending(const Pod& pod) {
    if (!asks_for_devices(pod) || pod.phase == Phase::succeeded || pod.phase == Phase::failed) {
      return;
    }
    Pending pending{.pod = &pod, .why = std::string(pod.demand->waits_for)};
    for (const snapshot::Amount& amount : pod.demand->devices) {
      pending.devices = bounded_sum(pending.devices, amount.amount);
    }
    result_.pending.push_back(std::move(pending));
  }

  void add_bound(const Pod& pod) {
    const auto found = places_.find(pod.node);
    if (found == places_.end()) {
      if (pod.demand != nullptr && !pod.demand->devices.empty()) {
        absent_.push_back(&pod);
      }
      return;
    }
    const Where where = found->second;
    if (where.place == Place::virtual_node && asks_for_devices(pod)) {
      result_.virtual_pods.push_back(&pod);
    } else if (where.place == Place::accelerators) {
      Holdings& holdings = holdings_[where.index];
      add_load(holdings.load, pod);
      if (has_claims(pod)) {
        with_claims_[{pod.object.name_space, pod.object.name}] = &pod;
        holdings.claims_unread = !claims_read_;
      }
      if (asks_for_devices(pod) && pod.demand->extended_claim.empty()) {
        add_requests(where.index, pod);
      }
    }
  }

  void add_requests(std::size_t index, const Pod& pod) {
    NodeInventory& node = result_.nodes[index];
    for (const snapshot::Amount& amount : pod.demand->devices) {
      const auto offer = std::ranges::find(node.offers, amount.resource, &Offer::resource);
      if (offer == node.offers.end()) {
        continue;
      }
      offer->held = bounded_sum(offer->held, amount.amount);
      Holder& holder = node.holders.emplace_back();
      holder.pod = &pod;
      holder.resource = amount.resource;
      holder.amount = amount.amount;
      if (offer->slicing != Slicing::hami) {
        holder.devices = offer->unit * Share::of(amount.amount);
        continue;
      }
      for (HamiPart& part : hami_parts(*pod.demand, amount.amount, hami_cards_of(node))) {
        holdings_[index].parts.push_back({node.holders.size() - 1, std::move(part.card), part.share});
      }
    }
  }

  /// A claim's devices belong to the pods it is reserved for, in equal parts; with none, to itself (ledger.md 20).
  void add_claim(const DraHolding& holding) {
    const auto place = places_.find(holding.node);
    if (place == places_.end() || place->second.place != Place::accelerators) {
      return;
    }
    NodeInventory& node = result_.nodes[place->second.index];
    std::vector<const Pod*> holders;
    for (const std::string_view name : holding.claim->pods) {
      if (const auto pod = with_claims_.find({holding.claim->object.name_space, name}); pod != with_claims_.end()) {
        holders.push_back(pod->second);
      }
    }
    if (holders.empty()) {
      holders.push_back(nullptr);
    }
    const Share each = holding.devices / Share::of(static_cast<std::int64_t>(holders.size()));
    for (const Pod* const pod : holders) {
      Holder& holder = node.holders.emplace_back();
      holder.pod = pod;
      holder.claim = holding.claim;
      holder.resource = holding.driver;
      holder.amount = 1;
      holdings_[place->second.index].parts.push_back({node.holders.size() - 1, std::string(holding.card), each});
    }
    const auto offer = std::ranges::find(node.offers, holding.driver, &Offer::resource);
    if (offer != node.offers.end()) {
      ++offer->held;
    }
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

  const Snapshot& snapshot_;
  const Places& places_;
  const DraFacts& dra_;
  Inventory& result_;
  std::vector<Holdings> holdings_;
  std::map<std::pair<std::string_view, std::string_view>, const Pod*> with_claims_;  ///< by namespace and name
  std::vector<const Pod*> absent_;
  bool claims_read_ = false;
};

std::string factor_text(Share held, Share whole) {
  return "over-committed by a factor of " + (held / whole).decimal().to_string();
}

void scale_cards(NodeInventory& node, const std::vector<Part>& parts) {
  std::map<std::string_view, Share> given;
  for (const Part& part : parts) {
    if (!part.card.empty()) {
      given[part.card] += part.share;
    }
  }
  for (const auto& [card, share] : given) {
    if (share > Share::of(1)) {
      node.warnings.push_back("device " + std::string(card) + " is " + factor_text(share, Share::of(1)) +
                              ": what its pods hold of it is scaled to 1");
    }
  }
  for (const Part& part : parts) {
    const auto of_card = given.find(part.card);
    const bool over = of_card != given.end() && of_card->second > Share::of(1);
    node.holders[part.holder].devices += over ? part.share / of_card->second : part.share;
  }
}

/// Pods by namespace and name; what nobody is known to hold last.
auto sort_key(const Holder& holder) {
  const snapshot::Object* const object = holder.pod != nullptr     ? &holder.pod->object
                                         : holder.claim != nullptr ? &holder.claim->object
                                                                   : nullptr;
  return std::tuple(object == nullptr, object == nullptr ? std::string_view() : object->name_space,
                    object == nullptr ? std::string_view() : object->name, holder.resource);
}

}  // namespace

std::vector<Holdings> find_holders(const Snapshot& snapshot, const Places& places, const DraFacts& dra,
                                   Inventory& into) {
  return Finding(snapshot, places, dra, into).find();
}

void settle_held(NodeInventory& node, const std::vector<Part>& parts) {
  scale_cards(node, parts);
  std::ranges::stable_sort(node.holders, [](const Holder& a, const Holder& b) { return sort_key(a) < sort_key(b); });
  for (const Holder& holder : node.holders) {
    node.held += holder.devices;
  }
  if (node.held <= node.devices) {
    return;
  }
  if (node.devices.is_zero()) {
    node.warnings.push_back("has no accelerator left that anything tells of, and its pods hold " +
                            node.held.decimal().to_string());
  } else {
    node.warnings.push_back("is " + factor_text(node.held, node.devices) + ": its pods hold " +
                            node.held.decimal().to_string() + " of " + node.devices.decimal().to_string() +
                            " accelerators, and are scaled to that");
  }
  const Share factor = node.devices / node.held;
  for (Holder& holder : node.holders) {
    holder.devices = holder.devices * factor;
  }
  node.held = node.devices;
}

}  // namespace kgpu::inventory
