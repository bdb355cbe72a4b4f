#include "kgpu/base/text.hpp"
#include "kgpu/pool/list.hpp"

#include <algorithm>
#include <iterator>

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
        (text.empty() ? "" : ", ") + limit.resource + " " + (limit.used.empty() ? "?" : limit.used) + "/" + limit.limit;
  }
  return text;
}

/// `>$3.2000`: some nodes have no price; `~$0.2000`: some prices are estimates.
std::string price_text(const PoolRow& row, Money rounded) {
  if (row.nodes > 0 && row.unpriced_nodes == row.nodes) {
    return {};
  }
  const Money shown = rounded == Money() ? row.usd_per_hour : rounded;
  const bool estimated = row.estimated_usd_per_hour != Money();
  return std::string(row.unpriced_nodes > 0 ? ">" : "") + (estimated ? "~" : "") + format_dollars(shown, 4);
}

/// Such that they add up to the total below (CONTRACTS §3).
std::vector<Money> rounded_prices(const PoolList& list) {
  std::vector<Money> amounts;
  std::ranges::transform(list.rows, std::back_inserter(amounts), &PoolRow::usd_per_hour);
  return round_to_total(amounts, 4);
}

std::string ready_text(const PoolRow& row) {
  return !row.ready ? "" : *row.ready ? "yes" : "no";
}

std::string count_text(std::int64_t count, const char* what) {
  return std::to_string(count) + " " + what + (count == 1 ? "" : "s");
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
      .set("estimated_usd_per_hour", row.estimated_usd_per_hour)
      .set("total_is_lower_bound", row.unpriced_nodes > 0)
      .set("unpriced_nodes", row.unpriced_nodes);
}

}  // namespace

output::Table pools_table(const PoolList& list) {
  constexpr std::size_t k_most_types = 3;
  output::Table table;
  table.columns = {{"POOL"},
                   {"MANAGED BY"},
                   {"READY"},
                   {"NODES", Align::right},
                   {"TYPES"},
                   {"CAPACITY"},
                   {"ACCELERATORS"},
                   {"USED", Align::right},
                   {"FREE", Align::right},
                   {"LIMITS"},
                   {"$/HOUR", Align::right}};
  if (list.several_clusters) {
    table.columns.insert(table.columns.begin(), output::Column{"CLUSTER"});
  }
  const std::vector<Money> prices = rounded_prices(list);
  for (std::size_t i = 0; i < list.rows.size(); ++i) {
    const PoolRow& row = list.rows[i];
    std::vector<std::string> cells = {row.name,
                                      row.managed_by,
                                      ready_text(row),
                                      std::to_string(row.nodes),
                                      words(row.types, k_most_types),
                                      words(capacities_of(row), k_most_types),
                                      accelerators_text(row),
                                      node::devices_text(row.held),
                                      node::devices_text(row.free),
                                      limits_text(row),
                                      price_text(row, prices[i])};
    if (list.several_clusters) {
      cells.insert(cells.begin(), row.cluster->snapshot.name);
    }
    table.rows.push_back(std::move(cells));
  }
  return table;
}

std::string pools_totals_line(const PoolList& list) {
  const PoolTotals& totals = list.totals;
  std::string line = count_text(static_cast<std::int64_t>(list.rows.size()), "pool") + ", " +
                     count_text(totals.nodes, "node") + ", " + node::devices_text(totals.devices) +
                     (totals.devices == Share::of(1) ? " accelerator: " : " accelerators: ") +
                     node::devices_text(totals.held) + " used, " + node::devices_text(totals.free) + " free";
  if (totals.unpriced_nodes < totals.nodes) {
    line += "; " + format_dollars(totals.usd_per_hour, 4) + "/h";
  }
  if (totals.estimated_usd_per_hour != Money()) {
    line += ", of that " + format_dollars(totals.estimated_usd_per_hour, 4) + "/h estimated";
  }
  if (totals.unpriced_nodes > 0) {
    line += "; " + count_text(totals.unpriced_nodes, "node") + " without a price";
  }
  return line;
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
  const PoolTotals& totals = list.totals;
  json.set("kind", "PoolList")
      .set("version", 1)
      .set("nodes", totals.nodes)
      .set("devices", totals.devices.decimal())
      .set("held_devices", totals.held.decimal())
      .set("free_devices", totals.free.decimal())
      .set("usd_per_hour", totals.usd_per_hour)
      .set("estimated_usd_per_hour", totals.estimated_usd_per_hour)
      .set("total_is_lower_bound", totals.unpriced_nodes > 0)
      .set("unpriced_nodes", totals.unpriced_nodes);
  node::set_reading(json, list.reading);
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
