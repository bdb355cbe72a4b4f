#include "words.hpp"

#include "kgpu/base/error.hpp"
#include "kgpu/base/text.hpp"

#include <algorithm>
#include <array>

namespace kgpu::node {
namespace {

using inventory::NodeInventory;

bool is_wanted(const NodeInventory& node, const Filter& filter) {
  const bool has_labels = std::ranges::all_of(
      filter.labels, [&](const snapshot::Pair& wanted) { return find(node.labels(), wanted.key) == wanted.value; });
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

void add_others(OtherNodes& others, const Cluster& cluster, const catalog::Catalog& catalog,
                const pricing::PriceRules& rules) {
  const inventory::Inventory& inventory = cluster.inventory;
  others.nodes += static_cast<std::int64_t>(inventory.others.nodes.size());
  others.virtual_nodes += inventory.others.virtual_nodes;
  others.virtual_pods += static_cast<std::int64_t>(inventory.virtual_pods.size());
  for (const inventory::OtherNode& other : inventory.others.nodes) {
    const auto price = price_of(other.identity, Decimal(), other.node->labels, cluster.snapshot, catalog, rules);
    if (price.usd_per_hour) {
      others.usd_per_hour = others.usd_per_hour + *price.usd_per_hour;
    } else {
      ++others.unpriced_nodes;
    }
  }
}

/// What is assumed of a price is said (ledger.md 8, 13).
void say_assumptions(Report& report) {
  std::int64_t unknown = 0;
  std::int64_t local = 0;
  for (const Row& row : report.rows) {
    const bool priced = row.price.usd_per_hour && row.price.basis != pricing::Basis::rate;
    unknown += priced && !row.node->identity.capacity ? 1 : 0;
    local += priced && row.node->identity.local_zone ? 1 : 0;
  }
  const auto nodes = [](std::int64_t count) { return std::to_string(count) + (count == 1 ? " node" : " nodes"); };
  if (unknown > 0) {
    report.warnings.push_back(nodes(unknown) + " of unknown capacity type, priced as on-demand: no label tells");
  }
  if (local > 0) {
    report.warnings.push_back(nodes(local) + " in local zones, priced as the region they belong to");
  }
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

Reading reading_of(const std::vector<std::unique_ptr<Cluster>>& clusters) {
  Reading reading;
  bool all_say = true;
  for (const auto& cluster : clusters) {
    const snapshot::Snapshot& snapshot = cluster->snapshot;
    const bool is_earlier = reading.as_of.empty() || snapshot.as_of < reading.as_of;
    reading.as_of = is_earlier ? snapshot.as_of : reading.as_of;
    all_say = all_say && !snapshot.as_of.empty();
    reading.only_accelerator_nodes_pods |= snapshot.only_accelerator_nodes_pods;
    reading.inconsistent |= snapshot.inconsistent;
  }
  if (!all_say) {
    reading.as_of.clear();
  }
  return reading;
}

Report report_nodes(const std::vector<std::unique_ptr<Cluster>>& clusters, const catalog::Catalog& catalog,
                    const Filter& filter, const pricing::PriceRules& rules) {
  Report report;
  report.name_space = filter.name_space;
  report.filtered = filter.only_free || !filter.labels.empty();
  report.several_clusters = clusters.size() > 1;
  report.reading = reading_of(clusters);
  for (const auto& cluster : clusters) {
    const std::string where = report.several_clusters ? cluster->snapshot.name + ": " : "";
    for (const NodeInventory& node : cluster->inventory.nodes) {
      if (is_wanted(node, filter)) {
        for (const std::string& warning : node.warnings) {
          report.warnings.push_back(where + "node " + std::string(node.name()) + " " + warning);
        }
        report.rows.push_back(
            {cluster.get(), &node,
             price_of(node.identity, node.devices.decimal(), node.labels(), cluster->snapshot, catalog, rules)});
        add(report.totals, report.rows.back());
      }
    }
    for (const inventory::Pending& pending : cluster->inventory.pending) {
      if (filter.name_space.empty() || pending.pod->object.name_space == filter.name_space) {
        report.pending.push_back({cluster.get(), pending});
      }
    }
    for (const std::string& warning : cluster->inventory.warnings) {
      report.warnings.push_back(where + warning);
    }
    for (const snapshot::Missing& missing : cluster->inventory.missing) {
      report.warnings.push_back(where + missing.resource + " not read: " + missing.effect);
    }
    add_others(report.others, *cluster, catalog, rules);
    for (const auto* const missing : {&cluster->snapshot.missing, &cluster->inventory.missing}) {
      report.missing.insert(report.missing.end(), missing->begin(), missing->end());
    }
  }
  say_assumptions(report);
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
    return created(*b.node) == 0 ? created(*a.node) != 0 : created(*a.node) != 0 && created(*a.node) < created(*b.node);
  });
}

}  // namespace kgpu::node
