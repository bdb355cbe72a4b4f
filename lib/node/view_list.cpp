#include "words.hpp"

#include "kgpu/base/text.hpp"

#include <algorithm>

namespace kgpu::node {
namespace {

using inventory::NodeInventory;
using inventory::Offer;
using inventory::Share;
using output::Align;

/// What claims hold of the devices of a driver.
Share held_by_claims(const NodeInventory& node, const Offer& offer) {
  Share held;
  for (const inventory::Holder& holder : node.holders) {
    held += holder.resource == offer.resource ? holder.devices : Share();
  }
  return held;
}

/// `1g.10gb 3/7`, `gpu 5/8 (4 a card)`: what is held of what is offered, where that is no whole card.
std::string slices_text(const NodeInventory& node) {
  std::string text;
  for (const Offer& offer : node.offers) {
    if (offer.slicing == inventory::Slicing::whole) {
      continue;
    }
    // Claims are of any size: their number says nothing beside the number of devices.
    const bool is_dra = offer.slicing == inventory::Slicing::dra;
    text += (text.empty() ? "" : ", ") + short_name(offer) + " " +
            (is_dra ? devices_text(held_by_claims(node, offer)) : std::to_string(offer.held)) + "/" +
            std::to_string(offer.capacity);
    if (offer.replicas > 1) {
      const bool of_instance = offer.slicing == inventory::Slicing::mig;
      text += " (" + std::to_string(offer.replicas) + (of_instance ? " an instance)" : " a card)");
    }
    text += offer.slicing == inventory::Slicing::hami ? " (HAMi)" : "";
  }
  return text;
}

/// What the rows' prices are shown as, such that they add up to the total below (CONTRACTS §3).
std::vector<Money> rounded_prices(const Report& report) {
  std::vector<Money> amounts;
  for (const Row& row : report.rows) {
    amounts.push_back(row.price.usd_per_hour.value_or(Money()));
  }
  return round_to_total(amounts, 4);
}

/// The estimates among them.
Money estimated_as_shown(const Report& report) {
  const std::vector<Money> rounded = rounded_prices(report);
  Money sum;
  for (std::size_t i = 0; i < report.rows.size(); ++i) {
    sum = report.rows[i].price.basis == pricing::Basis::estimated ? sum + rounded[i] : sum;
  }
  return sum;
}

std::vector<std::string> prices_of(const Report& report) {
  const std::vector<Money> rounded = rounded_prices(report);
  std::vector<std::string> texts;
  for (std::size_t i = 0; i < report.rows.size(); ++i) {
    pricing::OfferPrice price = report.rows[i].price;
    if (price.usd_per_hour && rounded[i] != Money()) {
      price.usd_per_hour = rounded[i];
    }
    texts.push_back(price_text(price));
  }
  return texts;
}

/// The numbers of one column, one a row, such that they add up to the total below.
template <class OfNode>
std::vector<std::string> column(const Report& report, OfNode&& of_node) {
  std::vector<Share> shares;
  for (const Row& row : report.rows) {
    shares.push_back(of_node(*row.node));
  }
  return devices_texts(shares);
}

std::string count_text(std::int64_t count, const char* what) {
  return std::to_string(count) + " " + what + (count == 1 ? "" : "s");
}

/// What is not in the list, and what it costs (ledger.md 2).
std::string others_text(const OtherNodes& others) {
  std::string text;
  if (others.nodes > 0) {
    text = count_text(others.nodes, "node") + " without accelerators";
    const bool any_price = others.unpriced_nodes < others.nodes;
    text += any_price ? ", " + format_dollars(others.usd_per_hour, 4) + "/h" : ", without a price";
    text += any_price && others.unpriced_nodes > 0
                ? " and " + std::to_string(others.unpriced_nodes) + " without a price"
                : "";
  }
  if (others.virtual_nodes > 0) {
    text += (text.empty() ? "" : "; ") + count_text(others.virtual_nodes, "virtual node");
    text += others.virtual_pods > 0 ? " with " + count_text(others.virtual_pods, "accelerator pod") : "";
  }
  return text.empty() ? "" : "not counted: " + text + "\n";
}

std::string holders_text(const NodeInventory& node, const std::string& name_space, std::size_t most) {
  const auto holders = holders_of(node, name_space);
  std::string text;
  for (std::size_t i = 0; i < std::min(most, holders.size()); ++i) {
    text += (text.empty() ? "" : ", ") + holders[i].name +
            (holders[i].amount <= 1 ? "" : " (" + std::to_string(holders[i].amount) + ")");
  }
  return holders.size() > most ? text + ", +" + std::to_string(holders.size() - most) + " more" : text;
}

/// Why what is free cannot be had.
std::string idle_text(const NodeInventory& node) {
  std::string text;
  for (const inventory::Idle& idle : node.idle) {
    text += (text.empty() ? "" : ", ") + devices_text(idle.devices) + " " +
            std::string(idle.reason.empty() ? to_string(idle.kind) : idle.reason);
  }
  return text;
}

/// The scheduler's words on one line.
std::string on_one_line(std::string text) {
  std::ranges::replace_if(
      text, [](char c) { return c == '\n' || c == '\r' || c == '\t'; }, ' ');
  return text;
}

constexpr std::size_t k_most_holders = 3;

}  // namespace

output::Table list_table(const Report& report) {
  output::Table table;
  if (report.several_clusters) {
    table.columns.push_back({"CLUSTER"});
  }
  for (output::Column column : std::initializer_list<output::Column>{{"NODE"},
                                                                     {"STATUS"},
                                                                     {"POOL"},
                                                                     {"TYPE"},
                                                                     {"CAPACITY"},
                                                                     {"ACCELERATOR"},
                                                                     {"TOTAL", Align::right},
                                                                     {"USED", Align::right},
                                                                     {"FREE", Align::right},
                                                                     {"SLICES"},
                                                                     {"HELD BY"},
                                                                     {"$/HOUR", Align::right},
                                                                     {"IDLE", Align::left, true},
                                                                     {"REGION", Align::left, true},
                                                                     {"TAINTS", Align::left, true},
                                                                     {"AGE", Align::left, true},
                                                                     {"BASIS", Align::left, true},
                                                                     {"AS OF", Align::left, true}}) {
    table.columns.push_back(std::move(column));
  }
  const auto devices = column(report, [](const NodeInventory& node) { return node.devices; });
  const auto held = column(report, [](const NodeInventory& node) { return node.held; });
  const auto free = column(report, [](const NodeInventory& node) { return node.free(); });
  const auto prices = prices_of(report);
  for (std::size_t i = 0; i < report.rows.size(); ++i) {
    const Row& row = report.rows[i];
    const NodeInventory& node = *row.node;
    std::vector<std::string> cells;
    if (report.several_clusters) {
      cells.push_back(row.cluster->snapshot.name);
    }
    cells.insert(cells.end(),
                 {std::string(node.name()), status_of(node), node.identity.pool, node.identity.type,
                  std::string(capacity_word(node.identity)), node.accelerator, devices[i], held[i], free[i],
                  slices_text(node), holders_text(node, report.name_space, k_most_holders), prices[i], idle_text(node),
                  node.identity.region, join(taints_of(node), ","), age_of(row),
                  std::string(to_string(row.price.basis)), row.price.as_of ? row.price.as_of->to_string() : ""});
    table.rows.push_back(std::move(cells));
  }
  return table;
}

output::Table pending_table(const Report& report) {
  output::Table table;
  table.columns = {{"PENDING"}, {"WANTS"}, {"WHY"}};
  if (report.several_clusters) {
    table.columns.insert(table.columns.begin(), output::Column{"CLUSTER"});
  }
  for (const auto& [cluster, pending] : report.pending) {
    std::string wants;
    for (const snapshot::Amount& amount : pending.pod->demand->devices) {
      wants += (wants.empty() ? "" : ", ") + std::to_string(amount.amount) + " " + std::string(amount.resource);
    }
    for (const snapshot::ClaimUse& use : pending.pod->demand->claims) {
      wants +=
          (wants.empty() ? "" : ", ") + std::string("claim ") + std::string(use.claim.empty() ? use.name : use.claim);
    }
    std::vector<std::string> cells;
    if (report.several_clusters) {
      cells.push_back(cluster->snapshot.name);
    }
    cells.insert(cells.end(),
                 {std::string(pending.pod->object.name_space) + "/" + std::string(pending.pod->object.name), wants,
                  pending.why.empty() ? "not scheduled yet" : on_one_line(pending.why)});
    table.rows.push_back(std::move(cells));
  }
  return table;
}

std::string totals_text(const Report& report) {
  const Totals& totals = report.totals;
  std::string line = count_text(totals.nodes, "node") + ", " + devices_text(totals.devices) +
                     (totals.devices == Share::of(1) ? " accelerator: " : " accelerators: ") +
                     devices_text(totals.held) + " used, " + devices_text(totals.free) + " free";
  const Share lost = totals.devices - totals.held - totals.free;
  if (!lost.is_zero()) {
    line += ", " + devices_text(lost) + " that no pod can take";
  }
  if (totals.unpriced_nodes < totals.nodes) {
    line += "; " + format_dollars(totals.usd_per_hour, 4) + "/h";
  }
  if (totals.estimated_usd_per_hour != Money()) {
    line += ", of that " + format_dollars(estimated_as_shown(report), 4) + "/h estimated";
  }
  if (totals.unpriced_nodes > 0) {
    line += "; " + count_text(totals.unpriced_nodes, "node") + " without a price";
  }
  return line + "\n" + (report.filtered ? "" : others_text(report.others));
}

output::Table list_csv(const Report& report) {
  output::Table table;
  table.columns = {{"cluster"},      {"node"},        {"status"},      {"pool"},    {"provider"},     {"type"},
                   {"region"},       {"capacity"},    {"accelerator"}, {"devices"}, {"held_devices"}, {"free_devices"},
                   {"usd_per_hour"}, {"price_basis"}, {"priced_as"},   {"as_of"},   {"pods"},         {"taints"}};
  for (const Row& row : report.rows) {
    const NodeInventory& node = *row.node;
    std::vector<std::string> pods;
    for (const HolderWord& holder : holders_of(node, report.name_space)) {
      pods.push_back(holder.name);
    }
    table.rows.push_back(
        {row.cluster->snapshot.name, std::string(node.name()), status_of(node), node.identity.pool,
         node.identity.provider ? std::string(to_string(*node.identity.provider)) : "", node.identity.type,
         node.identity.region, std::string(capacity_word(node.identity)), node.accelerator,
         node.devices.decimal().to_string(), node.held.decimal().to_string(), node.free().decimal().to_string(),
         row.price.usd_per_hour ? row.price.usd_per_hour->to_string() : "", std::string(to_string(row.price.basis)),
         std::string(to_string(row.price.capacity)), row.price.as_of ? row.price.as_of->to_string() : "",
         join(pods, " "), join(taints_of(node), " ")});
  }
  return table;
}

}  // namespace kgpu::node
