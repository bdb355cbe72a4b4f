#include "idle.hpp"

#include "inventory_tables.hpp"
#include "offers.hpp"

#include <algorithm>
#include <array>

namespace kgpu::inventory {
namespace {

using snapshot::Condition;
using snapshot::Node;

constexpr auto k_young_seconds = static_cast<std::int64_t>(factor::young_s.value);
constexpr auto k_least_cpu_millis = static_cast<std::int64_t>(factor::least_free_cpu_m.value);
constexpr auto k_least_memory = static_cast<std::int64_t>(factor::least_free_memory_gib.value * (1 << 30));

bool is_startup_taint(std::string_view key) {
  return std::ranges::any_of(k_startup_taints, [&](const StartupTaintRow& row) { return key.ends_with(row.ending); });
}

bool is_starting(const NodeInventory& inventory, std::int64_t moment) {
  const Node* const node = inventory.node;
  if (node == nullptr) {
    return true;
  }
  const bool young = moment > 0 && node->object.created > 0 && node->object.created >= moment - k_young_seconds;
  const bool offers_none =
      std::ranges::none_of(inventory.offers, [](const Offer& offer) { return offer.allocatable > 0; });
  const bool starts = std::ranges::any_of(node->taints, [](const auto& taint) { return is_startup_taint(taint.key); });
  return young && (node->ready != Condition::yes || offers_none || starts);
}

/// Why no pod can take a share that is offered on a node that is ready; empty: one can.
std::string_view obstacle(const Node& node, const Load& load) {
  if (node.unschedulable) {
    return "cordoned";
  }
  const snapshot::Resources& most = node.allocatable;
  if (most.cpu_millis > 0 && most.cpu_millis - load.cpu_millis < k_least_cpu_millis) {
    return "cpu";
  }
  if (most.memory_bytes > 0 && most.memory_bytes - load.memory_bytes < k_least_memory) {
    return "memory";
  }
  return most.pods > 0 && most.pods - load.pods < 1 ? "pods" : "";
}

}  // namespace

std::string_view to_string(IdleKind kind) {
  switch (kind) {
    case IdleKind::starting:
      return "starting";
    case IdleKind::stranded:
      return "stranded";
    case IdleKind::squatted:
      return "squatted";
    case IdleKind::unallocated:
      break;
  }
  return "unallocated";
}

void divide_idle(NodeInventory& node, const Load& load, Share unread, std::int64_t moment,
                 const catalog::Catalog& catalog) {
  Share rest = node.devices - node.held;
  const auto give = [&](IdleKind kind, std::string_view reason, Share wanted) {
    const Share part = std::min(wanted, rest);
    if (part > Share()) {
      node.idle.push_back({kind, reason, part});
      rest = rest - part;
    }
    return std::max(part, Share());
  };
  if (is_starting(node, moment)) {
    give(IdleKind::starting, "", rest);
    return;
  }
  if (node.node->object.deleting) {
    give(IdleKind::stranded, "deleting", rest);
    return;
  }
  const bool ready = node.node->ready == Condition::yes;
  const std::string_view why = obstacle(*node.node, load);
  Uncovered missing = uncovered(node, catalog);
  missing.not_offered = missing.not_offered - unread;
  if (node.held.is_zero() && !load.squatters.empty()) {
    // Squatters are named before whatever else stands in the way, but do not make the cards any freer.
    node.squatters = load.squatters;
    const Share offered = node.devices - missing.not_offered - missing.mig_remainder;
    node.takeable = ready && why.empty() ? std::max(offered, Share()) : Share();
    give(IdleKind::squatted, "", rest);
    return;
  }
  if (!ready) {
    give(IdleKind::stranded, "not-ready", rest);
    return;
  }
  give(IdleKind::stranded, "not-offered", missing.not_offered);
  give(IdleKind::stranded, "mig-remainder", missing.mig_remainder);
  if (why.empty()) {
    node.takeable = give(IdleKind::unallocated, "", rest);
  } else {
    give(IdleKind::stranded, why, rest);
  }
}

}  // namespace kgpu::inventory
