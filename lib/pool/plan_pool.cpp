#include "provisioner_plans.hpp"
#include "purchase.hpp"
#include "refusals.hpp"
#include "selection.hpp"
#include "word_list.hpp"

#include "kgpu/pool/plan.hpp"

#include <algorithm>
#include <optional>

namespace kgpu::pool {
namespace {

using catalog::Capacity;
using catalog::Catalog;
using catalog::InstanceType;

/// The prices that decide: of one region, by the user's rules.
struct Prices {
  const Catalog& catalog;
  std::string_view region;
  const pricing::PriceRules& rules;

  [[nodiscard]] std::optional<Money> of(const InstanceType& type, Capacity capacity) const {
    return pricing::price_offer(catalog, type, region, capacity, rules).usd_per_hour;
  }
};

/// eksctl names types, so an accelerator becomes those that are priced, cheapest first (pools.md 12).
void order_for_eksctl(Selection& selection, const Prices& prices) {
  constexpr std::size_t k_most_types = 20;
  struct Priced {
    const InstanceType* type;
    Money usd_per_hour;
  };
  std::vector<Priced> priced;
  for (const InstanceType* type : selection.types) {
    const auto on_demand = prices.of(*type, Capacity::on_demand);
    const auto price = on_demand ? on_demand : prices.of(*type, Capacity::spot);
    if (price) {
      priced.push_back({type, *price});
    }
  }
  if (selection.by_name || priced.empty()) {
    return;
  }
  std::ranges::stable_sort(priced, {}, &Priced::usd_per_hour);
  priced.resize(std::min(priced.size(), k_most_types));
  selection.types.clear();
  for (const Priced& one : priced) {
    selection.types.push_back(one.type);
  }
}

bool sold_as_blocks(const InstanceType& type, const Catalog& catalog) {
  return std::ranges::any_of(catalog.tables().capacity_block_prices,
                             [&](const auto& row) { return row.instance_type == type.name; });
}

/// pools.md 15 and 18: no price is no refusal, for the catalogue may lag.
void warn_of_prices(const PoolOptions& options, const Selection& selection, const std::vector<Part>& parts,
                    const Prices& prices, std::vector<std::string>& warnings) {
  const bool on_demand =
      std::ranges::any_of(parts, [](const Part& part) { return contains(part.capacity, Capacity::on_demand); });
  std::vector<const InstanceType*> blocks_only;
  std::vector<const InstanceType*> unpriced;
  for (const InstanceType* type : selection.types) {
    if (options.capacity_block || prices.of(*type, Capacity::on_demand)) {
      continue;
    }
    if (on_demand && sold_as_blocks(*type, prices.catalog)) {
      blocks_only.push_back(type);
    } else if (!prices.of(*type, Capacity::spot)) {
      unpriced.push_back(type);
    }
  }
  const std::string region(prices.region);
  if (!blocks_only.empty()) {
    warnings.push_back(name_list(blocks_only) + (blocks_only.size() == 1 ? " has" : " have") +
                       " no on-demand price in " + region +
                       ": sold as Capacity Blocks (--capacity-block), there may be none on demand");
  }
  if (!unpriced.empty()) {
    warnings.push_back("no price for " + name_list(unpriced) + " in " + region + ": " +
                       (unpriced.size() == 1 ? "it" : "they") + " may not be sold there");
  }
}

/// What is named twice is meant once: `--zone us-east-1a,us-east-1a` is one zone.
void drop_repeats(std::vector<std::string>& values) {
  std::vector<std::string> once;
  for (std::string& value : values) {
    if (std::ranges::find(once, value) == once.end()) {
      once.push_back(std::move(value));
    }
  }
  values = std::move(once);
}

}  // namespace

DiskSize disk_of(const PoolOptions& options, const Selection& selection) {
  if (options.volume_gib) {
    return {*options.volume_gib, "as asked"};
  }
  if (selection.vendor == Vendor::cpu) {
    return {50, "images for CPU inference are small"};
  }
  if (options.stage == Stage::training) {
    return {500, "images, data and checkpoints"};
  }
  return {200, "model images are large, the usual 20 GiB is too small"};
}

namespace {

PoolPlan planned(const PoolOptions& asked, const ModelHardware* hardware, const Prices& prices) {
  const Catalog& catalog = prices.catalog;
  PoolOptions options = asked;
  drop_repeats(options.zones);
  drop_repeats(options.capacity_reservations);
  check_pool_names(options, {});
  check_flags(options);
  check_identifiers(options);
  check_zones(options, catalog);

  PoolPlan plan;
  plan.provisioner = options.provisioner;
  plan.name = options.name;
  const bool karpenter = options.provisioner == Provisioner::karpenter;
  Selection selection = hardware == nullptr ? select_types(options, catalog) : select_for_model(options, *hardware);
  apply_efa(options, selection, plan.warnings);
  const std::int64_t limit = karpenter ? apply_limit(options, selection, catalog) : 0;
  if (!karpenter) {
    order_for_eksctl(selection, prices);
  }
  const auto capacity = capacities_of(options, selection, catalog);
  const std::vector<Part> parts = plan_parts(options, selection, capacity, limit);
  std::vector<std::string> names;
  for (const Part& part : parts) {
    names.push_back(part.name);
  }
  check_pool_names(options, names);
  warn_of_prices(options, selection, parts, prices, plan.warnings);
  if (karpenter) {
    plan_karpenter(plan, options, selection, parts, catalog);
  } else {
    plan_eksctl(plan, options, selection, parts, catalog);
  }
  return plan;
}

}  // namespace

PoolPlan plan_pool(const PoolOptions& options, const Catalog& catalog, std::string_view region,
                   const pricing::PriceRules& rules) {
  return planned(options, nullptr, {catalog, region, rules});
}

PoolPlan plan_pool_for_model(const PoolOptions& options, const ModelHardware& hardware, const Catalog& catalog,
                             std::string_view region, const pricing::PriceRules& rules) {
  return planned(options, &hardware, {catalog, region, rules});
}

}  // namespace kgpu::pool
