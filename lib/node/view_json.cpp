#include "words.hpp"

#include "kgpu/inventory/owner.hpp"

#include <utility>

namespace kgpu::node {
namespace {

using inventory::NodeInventory;
using output::Json;

void set_text(Json& json, const char* key, std::string_view text) {
  if (!text.empty()) {
    json.set(key, text);
  }
}

Json offers_json(const NodeInventory& node) {
  Json offers = Json::array();
  for (const inventory::Offer& offer : node.offers) {
    Json json = Json::object();
    json.set("resource", offer.resource).set("slicing", to_string(offer.slicing));
    set_text(json, "profile", offer.profile);
    json.set("replicas", offer.replicas)
        .set("capacity", offer.capacity)
        .set("allocatable", offer.allocatable)
        .set("held", offer.held)
        .set("devices_each", offer.unit.decimal());
    offers.push(std::move(json));
  }
  return offers;
}

Json holders_json(const snapshot::Snapshot& snapshot, const std::vector<HolderWord>& words,
                  const std::vector<Decimal>& devices) {
  Json holders = Json::array();
  for (std::size_t i = 0; i < words.size(); ++i) {
    const HolderWord& word = words[i];
    Json json = Json::object();
    const bool is_unread = word.holder != nullptr && word.holder->is_unread();
    if (word.holder == nullptr || is_unread) {
      json.set("name", word.name);
    } else if (const auto* pod = word.holder->pod; pod != nullptr) {
      json.set("namespace", pod->object.name_space).set("pod", pod->object.name);
      if (!pod->owner.name.empty()) {
        json.set("controller", std::string(pod->owner.kind) + "/" + std::string(pod->owner.name));
      }
      json.set("owner", inventory::top_owner(snapshot, *pod).text());
    } else {
      json.set("namespace", word.holder->claim->object.name_space);
    }
    if (word.holder != nullptr && word.holder->claim != nullptr) {
      json.set("claim", word.holder->claim->object.name);
    }
    set_text(json, "resource", word.resource);
    if (!is_unread) {
      json.set("amount", word.amount);
    }
    json.set("devices", devices[i]);
    holders.push(std::move(json));
  }
  return holders;
}

Json idle_json(const NodeInventory& node, const std::vector<Decimal>& devices) {
  Json list = Json::array();
  for (std::size_t i = 0; i < node.idle.size(); ++i) {
    Json json = Json::object();
    json.set("kind", to_string(node.idle[i].kind));
    set_text(json, "reason", node.idle[i].reason);
    json.set("devices", devices[i]);
    list.push(std::move(json));
  }
  return list;
}

/// One word for programs; `cordoned` stands beside it.
std::string_view status_word(const NodeInventory& node) {
  if (node.node == nullptr) {
    return "starting";
  }
  switch (node.node->ready) {
    case snapshot::Condition::yes:
      return "ready";
    case snapshot::Condition::absent:
      break;
    case snapshot::Condition::no:
    case snapshot::Condition::unknown:
      return "not-ready";
  }
  return "unknown";
}

Json node_json(const Row& row, const std::string& name_space, Json json) {
  const NodeInventory& node = *row.node;
  const inventory::Identity& identity = node.identity;
  json.set("name", node.name()).set("status", status_word(node));
  if (node.node != nullptr) {
    json.set("cordoned", node.node->unschedulable);
  }
  json.set("pool", identity.pool);
  if (identity.provider) {
    json.set("provider", to_string(*identity.provider));
  }
  set_text(json, "type", identity.type);
  set_text(json, "region", identity.region);
  set_text(json, "zone", identity.zone);
  json.set("capacity", capacity_word(identity));
  set_text(json, "accelerator_model", node.accelerator);
  const std::vector<HolderWord> words = holders_of(node, name_space);
  const Figures figures = figures_of(node, words);
  json.set("devices", figures.devices)
      .set("held_devices", figures.held)
      .set("free_devices", figures.free)
      .set("offers", offers_json(node))
      .set("holders", holders_json(row.cluster->snapshot, words, figures.holders))
      .set("idle", idle_json(node, figures.idle));
  Json squatters = Json::array();
  for (const std::string& pod : node.squatters) {
    squatters.push(pod);
  }
  if (!node.squatters.empty()) {
    json.set("squatters", std::move(squatters));
  }
  Json taints = Json::array();
  for (const std::string& taint : taints_of(node)) {
    taints.push(taint);
  }
  json.set("taints", std::move(taints));
  set_text(json, "created", time_text(created(node)));
  json.set_known("usd_per_hour", row.price.usd_per_hour)
      .set("price_basis", to_string(row.price.basis))
      .set("priced_as", to_string(row.price.capacity));
  set_text(json, "price_source", row.price.source);
  json.set_known("as_of", row.price.as_of);
  return json;
}

Json pending_json(const Report& report) {
  Json list = Json::array();
  for (const auto& [cluster, pending] : report.pending) {
    Json wants = Json::array();
    for (const snapshot::Amount& amount : pending.pod->demand->devices) {
      wants.push(Json::object().set("resource", amount.resource).set("amount", amount.amount));
    }
    Json json = Json::object();
    if (report.several_clusters) {
      json.set("cluster", cluster->snapshot.name);
    }
    json.set("namespace", pending.pod->object.name_space)
        .set("pod", pending.pod->object.name)
        .set("wants", std::move(wants));
    Json claims = Json::array();
    for (const snapshot::ClaimUse& use : pending.pod->demand->claims) {
      claims.push(use.claim.empty() ? use.name : use.claim);
    }
    if (!pending.pod->demand->claims.empty()) {
      json.set("claims", std::move(claims));
    }
    set_text(json, "why", pending.why);
    list.push(std::move(json));
  }
  return list;
}

Json others_json(const Report& report) {
  return Json::object()
      .set("nodes", report.others.nodes)
      .set("usd_per_hour", report.others.usd_per_hour)
      .set("unpriced_nodes", report.others.unpriced_nodes)
      .set("virtual_nodes", report.others.virtual_nodes)
      .set("virtual_pods", report.others.virtual_pods);
}

/// Sums of what the rows say, so that they add up to the last decimal.
struct DeviceTotals {
  Decimal all;
  Decimal held;
  Decimal free;
};

DeviceTotals device_totals(const Report& report) {
  std::vector<Decimal> all;
  std::vector<Decimal> held;
  std::vector<Decimal> free;
  for (const Row& row : report.rows) {
    const Figures figures = figures_of(*row.node, holders_of(*row.node, report.name_space));
    all.push_back(figures.devices);
    held.push_back(figures.held);
    free.push_back(figures.free);
  }
  return {total(all), total(held), total(free)};
}

Json texts_json(const std::vector<std::string>& texts) {
  Json list = Json::array();
  for (const std::string& text : texts) {
    list.push(text);
  }
  return list;
}

}  // namespace

void set_reading(Json& json, const Reading& reading) {
  set_text(json, "as_of", reading.as_of);
  json.set("pods_read", reading.only_accelerator_nodes_pods ? "accelerator-nodes" : "all");
  if (reading.inconsistent) {
    json.set("inconsistent", true);
  }
}

Json list_json(const Report& report) {
  Json json = Json::object();
  const Totals& totals = report.totals;
  const DeviceTotals devices = device_totals(report);
  json.set("kind", "NodeList")
      .set("version", 1)
      .set("nodes", totals.nodes)
      .set("devices", devices.all)
      .set("held_devices", devices.held)
      .set("free_devices", devices.free)
      .set("usd_per_hour", totals.usd_per_hour)
      .set("estimated_usd_per_hour", totals.estimated_usd_per_hour)
      .set("total_is_lower_bound", totals.unpriced_nodes > 0)
      .set("unpriced_nodes", totals.unpriced_nodes);
  set_reading(json, report.reading);
  Json items = Json::array();
  for (const Row& row : report.rows) {
    Json item = Json::object();
    if (report.several_clusters) {
      item.set("cluster", row.cluster->snapshot.name);
    }
    items.push(node_json(row, report.name_space, std::move(item)));
  }
  json.set("items", std::move(items)).set("pending", pending_json(report)).set("other_nodes", others_json(report));
  Json missing = Json::array();
  for (const snapshot::Missing& one : report.missing) {
    missing.push(Json::object().set("resource", one.resource).set("verb", one.verb).set("effect", one.effect));
  }
  json.set("missing", std::move(missing)).set("warnings", texts_json(report.warnings));
  return json;
}

Json describe_json(const Row& row) {
  Json json = Json::object();
  json.set("kind", "Node").set("version", 1);
  json = node_json(row, "", std::move(json));
  Json labels = Json::object();
  for (const snapshot::Pair& label : row.node->labels()) {
    labels.set(std::string(label.key), label.value);
  }
  return json.set("labels", std::move(labels)).set("warnings", texts_json(row.node->warnings));
}

}  // namespace kgpu::node
