#include "kgpu/node/report.hpp"

#include "kgpu/base/error.hpp"
#include "kgpu/base/text.hpp"

#include <algorithm>
#include <array>

namespace kgpu::node {
namespace {

using inventory::NodeInventory;
using inventory::Share;

const snapshot::List<snapshot::Pair>& labels_of(const NodeInventory& node) {
  return node.node != nullptr ? node.node->labels : node.claim->labels;
}

bool is_wanted(const NodeInventory& node, const Filter& filter) {
  const bool has_labels = std::ranges::all_of(
      filter.labels, [&](const snapshot::Pair& wanted) { return find(labels_of(node), wanted.key) == wanted.value; });
  return has_labels && (!filter.only_free || !node.free().is_zero());
}

void add(Totals& totals, const Row& row) {
  ++totals.nodes;
  totals.devices += row.node->devices;
  totals.held += row.node->held;
  totals.free += row.node->free();
  if (!row.price.usd_per_hour) {
    ++totals.unpriced_nodes;
    return;
  }
  totals.usd_per_hour = totals.usd_per_hour + *row.price.usd_per_hour;
  if (row.price.basis == pricing::Basis::estimated) {
    totals.estimated_usd_per_hour = totals.estimated_usd_per_hour + *row.price.usd_per_hour;
  }
}

struct KeyWord {
  std::string_view word;
  SortKey key;
};
constexpr std::array k_keys{KeyWord{"name", SortKey::name}, KeyWord{"free", SortKey::free},
                            KeyWord{"used", SortKey::used}, KeyWord{"price", SortKey::price},
                            KeyWord{"age", SortKey::age}};

std::int64_t created(const Row& row) {
  return row.node->node != nullptr ? row.node->node->object.created : row.node->claim->object.created;
}

}  // namespace

pricing::OfferPrice price_of(const inventory::Identity& identity, Decimal devices,
                             const snapshot::List<snapshot::Pair>& labels, const snapshot::Snapshot& snapshot,
                             const catalog::Catalog& catalog, const pricing::PriceRules& rules) {
  return pricing::price_node(catalog,
                             {.type = identity.catalogue_type,
                              .type_name = identity.type,
                              .region = identity.region,
                              .capacity = identity.capacity,
                              .capacity_block = identity.capacity_block,
                              .devices = devices,
                              .labels = labels},
                             snapshot.node_overlays, rules);
}

Report report_nodes(const std::vector<std::unique_ptr<Cluster>>& clusters, const catalog::Catalog& catalog,
                    const Filter& filter, const pricing::PriceRules& rules) {
  Report report;
  report.name_space = filter.name_space;
  report.several_clusters = clusters.size() > 1;
  for (const auto& cluster : clusters) {
    const std::string where = report.several_clusters ? cluster->snapshot.name + ": " : "";
    for (const NodeInventory& node : cluster->inventory.nodes) {
      for (const std::string& warning : node.warnings) {
        report.warnings.push_back(where + "node " + std::string(node.name()) + " " + warning);
      }
      if (is_wanted(node, filter)) {
        report.rows.push_back(
            {cluster.get(), &node,
             price_of(node.identity, node.devices.decimal(), labels_of(node), cluster->snapshot, catalog, rules)});
        add(report.totals, report.rows.back());
      }
    }
    for (const inventory::Pending& pending : cluster->inventory.pending) {
      if (filter.name_space.empty() || pending.pod->object.name_space == filter.name_space) {
        report.pending.push_back(pending);
      }
    }
    for (const std::string& warning : cluster->inventory.warnings) {
      report.warnings.push_back(where + warning);
    }
    report.missing.insert(report.missing.end(), cluster->snapshot.missing.begin(), cluster->snapshot.missing.end());
  }
  return report;
}

std::vector<std::string_view> sort_key_words() {
  std::vector<std::string_view> words;
  for (const KeyWord& row : k_keys) {
    words.push_back(row.word);
  }
  return words;
}

SortKey parse_sort_key(std::string_view text) {
  const auto* const found = std::ranges::find(k_keys, text, &KeyWord::word);
  if (found == k_keys.end()) {
    const auto words = sort_key_words();
    std::string list;
    for (const std::string_view word : words) {
      list += (list.empty() ? "" : ", ") + std::string(word);
    }
    throw usage_error("--sort-by: unknown value " + in_quotes(text) + " (one of: " + list + ")",
                      did_you_mean(text, words));
  }
  return found->key;
}

void sort_by(Report& report, SortKey key) {
  std::ranges::stable_sort(report.rows, [&](const Row& a, const Row& b) {
    switch (key) {
      case SortKey::name:
        return natural_less(a.node->name(), b.node->name());
      case SortKey::free:
        return a.node->free() > b.node->free();
      case SortKey::used:
        return a.node->held > b.node->held;
      case SortKey::price:
        return a.price.usd_per_hour > b.price.usd_per_hour;
      case SortKey::age:
        break;
    }
    // Unknown ages stand last.
    return created(b) == 0 ? created(a) != 0 : created(a) != 0 && created(a) < created(b);
  });
}

}  // namespace kgpu::node
