#include "words.hpp"

#include "kgpu/base/text.hpp"
#include "kgpu/inventory/owner.hpp"

#include <algorithm>
#include <iterator>

namespace kgpu::node {
namespace {

using inventory::NodeInventory;
using output::Align;
using output::Table;

std::string section(const std::string& title, const Table& table) {
  return table.rows.empty() ? "" : "\n" + title + ":\n" + to_text(table, {.wide = true, .headers = true});
}

/// With the key that has no row in the catalogue (ledger.md 9).
std::string why_unpriced(const Row& row) {
  const inventory::Identity& identity = row.node->identity;
  if (identity.type.empty()) {
    return "no label tells the machine's type; a rates.csv in --catalog DIR can price it by its labels";
  }
  if (!identity.provider) {
    return "no provider ID, so no cloud sells it; a rates.csv in --catalog DIR can price it";
  }
  if (identity.catalogue_type == nullptr) {
    return "the catalogue has no type " + identity.type;
  }
  return identity.region.empty() ? "no label tells the region"
                                 : "the catalogue has no " + std::string(to_string(row.price.capacity)) + " price of " +
                                       identity.type + " in " + identity.region;
}

Table facts(const Row& row) {
  const NodeInventory& node = *row.node;
  Table table;
  table.columns = {{"FACT"}, {"VALUE"}};
  const auto add = [&](const char* fact, std::string value) {
    if (!value.empty()) {
      table.rows.push_back({std::string(fact) + ":", std::move(value)});
    }
  };
  add("Name", std::string(node.name()));
  add("Status", status_of(node));
  add("Pool", node.identity.pool);
  add("Type", node.identity.type);
  add("Region", node.identity.region);
  add("Zone", node.identity.zone);
  add("Capacity", std::string(capacity_word(node.identity)));
  add("Accelerators", devices_text(node.devices) + (node.accelerator.empty() ? "" : " x " + node.accelerator));
  add("Used", devices_text(node.held));
  add("Free", devices_text(node.free()));
  add("Taints", join(taints_of(node), ", "));
  add("Age", age_of(row));
  add("Price", row.price.usd_per_hour ? price_text(row.price) + "/h as " + std::string(to_string(row.price.capacity)) +
                                            ", " + std::string(to_string(row.price.basis)) +
                                            (row.price.as_of ? ", " + row.price.as_of->to_string() : "")
                                      : "unknown: " + why_unpriced(row));
  add("Price from", row.price.source);
  return table;
}

Table offers(const NodeInventory& node) {
  Table table;
  table.columns = {{"RESOURCE"},
                   {"SLICING"},
                   {"REPLICAS", Align::right},
                   {"CAPACITY", Align::right},
                   {"ALLOCATABLE", Align::right},
                   {"HELD", Align::right},
                   {"OF A CARD", Align::right}};
  for (const inventory::Offer& offer : node.offers) {
    table.rows.push_back({std::string(offer.resource), std::string(to_string(offer.slicing)),
                          std::to_string(offer.replicas), std::to_string(offer.capacity),
                          std::to_string(offer.allocatable), std::to_string(offer.held), devices_text(offer.unit)});
  }
  return table;
}

std::string resource_text(const HolderWord& word) {
  const bool by_claim = word.holder->pod != nullptr && word.holder->claim != nullptr;
  return std::string(word.resource) + (by_claim ? " by claim " + std::string(word.holder->claim->object.name) : "");
}

Table holders(const Row& row) {
  Table table;
  table.columns = {{"POD"}, {"OWNER"}, {"RESOURCE"}, {"AMOUNT", Align::right}, {"ACCELERATORS", Align::right}};
  const std::vector<HolderWord> words = holders_of(*row.node, "");
  std::vector<inventory::Share> shares;
  std::ranges::transform(words, std::back_inserter(shares), &HolderWord::devices);
  const std::vector<std::string> devices = devices_texts(shares);
  for (std::size_t i = 0; i < words.size(); ++i) {
    const snapshot::Pod* const pod = words[i].holder->pod;
    table.rows.push_back({words[i].name, pod == nullptr ? "" : inventory::top_owner(row.cluster->snapshot, *pod).text(),
                          resource_text(words[i]), words[i].amount == 0 ? "" : std::to_string(words[i].amount),
                          devices[i]});
  }
  return table;
}

Table idle(const NodeInventory& node) {
  Table table;
  table.columns = {{"KIND"}, {"REASON"}, {"ACCELERATORS", Align::right}, {"MEANING"}};
  for (const inventory::Idle& part : node.idle) {
    table.rows.push_back({std::string(to_string(part.kind)), std::string(part.reason), devices_text(part.devices),
                          std::string(meaning_of(part))});
  }
  return table;
}

}  // namespace

std::string describe_text(const Row& row) {
  const NodeInventory& node = *row.node;
  std::string text = to_text(facts(row), {.wide = false, .headers = false});
  text += section("Offers", offers(node)) + section("Held by", holders(row)) + section("Not used", idle(node));
  if (!node.squatters.empty()) {
    text += "\nPods without accelerators that keep this node: " + join(node.squatters, ", ") + "\n";
  }
  return text;
}

}  // namespace kgpu::node
