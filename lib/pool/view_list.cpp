#include "kgpu/base/text.hpp"
#include "kgpu/pool/list.hpp"

#include <algorithm>

namespace kgpu::pool {
namespace {

using inventory::Share;
using output::Align;
using output::Json;

std::string words(const std::set<std::string>& set, std::size_t most) {
  std::string text;
  std::size_t count = 0;
  for (const std::string& word : set) {
    if (count++ == most) {
      return text + ", +" + std::to_string(set.size() - most);
    }
    text += (text.empty() ? "" : ", ") + word;
  }
  return text;
}

std::string accelerators_text(const PoolRow& row) {
  std::string text;
  for (const auto& [name, devices] : row.accelerators) {
    text += (text.empty() ? "" : ", ") + node::devices_text(devices) + " " + (name.empty() ? "unknown" : name);
  }
  return text;
}

std::string limits_text(const PoolRow& row) {
  std::string text;
  for (const LimitUse& limit : row.limits) {
    text +=
        (text.empty() ? "" : ", ") + limit.resource + " " + (limit.used.empty() ? "0" : limit.used) + "/" + limit.limit;
  }
  return text;
}

std::string price_text(const PoolRow& row) {
  if (row.nodes > 0 && row.unpriced_nodes == row.nodes) {
    return {};
  }
  return (row.unpriced_nodes > 0 ? ">" : "") + format_dollars(row.usd_per_hour, 4);
}

/// What its nodes are bought as; a pool without nodes: what it may buy.
const std::set<std::string>& capacities_of(const PoolRow& row) {
  return row.capacities.empty() ? row.allowed : row.capacities;
}

Json list_of(const std::set<std::string>& set) {
  Json list = Json::array();
  for (const std::string& word : set) {
    list.push(word);
  }
  return list;
}

Json row_json(const PoolRow& row, Json json) {
  json.set("name", row.name);
  if (!row.managed_by.empty()) {
    json.set("managed_by", row.managed_by);
  }
  json.set_known("ready", row.ready)
      .set("nodes", row.nodes)
      .set("types", list_of(row.types))
      .set("capacities", list_of(row.capacities));
  if (!row.allowed.empty()) {
    json.set("allowed_capacities", list_of(row.allowed));
  }
  Json accelerators = Json::array();
  for (const auto& [name, devices] : row.accelerators) {
    Json accelerator = Json::object();
    if (!name.empty()) {
      accelerator.set("accelerator_model", name);
    }
    accelerators.push(accelerator.set("devices", devices.decimal()));
  }
  json.set("accelerators", std::move(accelerators))
      .set("devices", row.devices.decimal())
      .set("held_devices", row.held.decimal())
      .set("free_devices", row.free.decimal());
  Json limits = Json::array();
  for (const LimitUse& limit : row.limits) {
    Json one = Json::object();
    one.set("resource", limit.resource).set("limit", limit.limit);
    if (!limit.used.empty()) {
      one.set("used", limit.used);
    }
    limits.push(std::move(one));
  }
  return json.set("limits", std::move(limits))
      .set("usd_per_hour", row.usd_per_hour)
      .set("total_is_lower_bound", row.unpriced_nodes > 0)
      .set("unpriced_nodes", row.unpriced_nodes);
}

}  // namespace

output::Table pools_table(const PoolList& list) {
  constexpr std::size_t k_most_types = 3;
  output::Table table;
  table.columns = {{"POOL"},     {"MANAGED BY"},          {"NODES", Align::right}, {"TYPES"},
                   {"CAPACITY"}, {"ACCELERATORS"},        {"USED", Align::right},  {"FREE", Align::right},
                   {"LIMITS"},   {"$/HOUR", Align::right}};
  if (list.several_clusters) {
    table.columns.insert(table.columns.begin(), output::Column{"CLUSTER"});
  }
  for (const PoolRow& row : list.rows) {
    std::vector<std::string> cells = {row.name,
                                      row.managed_by,
                                      std::to_string(row.nodes),
                                      words(row.types, k_most_types),
                                      words(capacities_of(row), k_most_types),
                                      accelerators_text(row),
                                      node::devices_text(row.held),
                                      node::devices_text(row.free),
                                      limits_text(row),
                                      price_text(row)};
    if (list.several_clusters) {
      cells.insert(cells.begin(), row.cluster->snapshot.name);
    }
    table.rows.push_back(std::move(cells));
  }
  return table;
}

output::Table pools_csv(const PoolList& list) {
  output::Table table;
  table.columns = {{"cluster"}, {"pool"},         {"managed_by"},   {"nodes"},  {"types"},        {"capacity"},
                   {"devices"}, {"held_devices"}, {"free_devices"}, {"limits"}, {"usd_per_hour"}, {"unpriced_nodes"}};
  for (const PoolRow& row : list.rows) {
    table.rows.push_back({row.cluster->snapshot.name, row.name, row.managed_by, std::to_string(row.nodes),
                          words(row.types, row.types.size()), words(capacities_of(row), capacities_of(row).size()),
                          row.devices.decimal().to_string(), row.held.decimal().to_string(),
                          row.free.decimal().to_string(), limits_text(row), row.usd_per_hour.to_string(),
                          std::to_string(row.unpriced_nodes)});
  }
  return table;
}

output::Json pools_json(const PoolList& list) {
  Json json = Json::object();
  json.set("kind", "PoolList").set("version", 1);
  Json items = Json::array();
  for (const PoolRow& row : list.rows) {
    Json item = Json::object();
    if (list.several_clusters) {
      item.set("cluster", row.cluster->snapshot.name);
    }
    items.push(row_json(row, std::move(item)));
  }
  json.set("items", std::move(items));
  Json missing = Json::array();
  for (const snapshot::Missing& one : list.missing) {
    missing.push(Json::object().set("resource", one.resource).set("verb", one.verb).set("effect", one.effect));
  }
  return json.set("missing", std::move(missing));
}

}  // namespace kgpu::pool
