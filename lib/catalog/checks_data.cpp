#include "checks.hpp"

#include "kgpu/base/text.hpp"
#include "kgpu/catalog/glob.hpp"

#include <algorithm>

namespace kgpu::catalog {
namespace {

void check_price(const Draft& draft, const Entry<PriceRow>& entry) {
  const PriceRow& row = entry.row;
  if (!row.on_demand && !row.spot) {
    fail_at(draft, entry.origin, "on_demand_usd_per_hour", "a row without any price");
  }
  if (row.on_demand && row.spot && row.spot->usd_per_hour > row.on_demand->usd_per_hour) {
    fail_at(draft, entry.origin, "spot_usd_per_hour", "spot is dearer than on-demand");
  }
}

/// Types and regions that a row of provenance.csv names have to exist, or it has outlived them.
void check_provenance(const Draft& draft, const Entry<Provenance>& entry) {
  const Provenance& row = entry.row;
  const auto matches = [&](const auto& priced) { return glob_matches(row.types, priced.row.instance_type); };
  const bool of_types = row.types != "*";
  const bool named = std::ranges::any_of(draft.instance_types,
                                         [&](const auto& type) { return glob_matches(row.types, type.row.name); }) ||
                     std::ranges::any_of(draft.capacity_block_prices, matches);
  if (of_types && !named) {
    fail_at(draft, entry.origin, "types", in_quotes(row.types) + " matches no instance type");
  }
  if (row.region != "*" &&
      std::ranges::none_of(draft.prices,
                           [&](const auto& price) {
                             return price.origin.file == row.file && price.row.region == row.region && matches(price);
                           }) &&
      std::ranges::none_of(draft.capacity_block_prices, [&](const auto& block) {
        return block.origin.file == row.file && block.row.region == row.region && matches(block);
      })) {
    fail_at(draft, entry.origin, "region", "no price of " + in_quotes(row.types) + " in " + in_quotes(row.region));
  }
}

void check_types_exist(const Draft& draft, const Entry<AcceleratorOfTypes>& entry) {
  const bool any = std::ranges::any_of(draft.instance_types, [&](const Entry<InstanceType>& type) {
    return glob_matches(entry.row.types, type.row.name) && type.row.accelerator_model == entry.row.accelerator_model;
  });
  if (!any) {
    fail_at(draft, entry.origin, "types", in_quotes(entry.row.types) + " matches no instance type with this model");
  }
}

/// An alias that is another accelerator's own name would hide it.
void check_alias(const Draft& draft, const Entry<AcceleratorAlias>& entry) {
  const std::string alias = to_lower(entry.row.alias);
  for (const Entry<Accelerator>& accelerator : draft.accelerators) {
    if (to_lower(accelerator.row.name) == alias && accelerator.row.name != entry.row.accelerator) {
      fail_at(draft, entry.origin, "alias", in_quotes(entry.row.alias) + " is the name of another accelerator");
    }
  }
}

}  // namespace

void check_data(const Draft& draft) {
  for (const auto& entry : draft.accelerator_aliases) {
    check_alias(draft, entry);
  }
  for (const auto& entry : draft.accelerators_of_types) {
    check_types_exist(draft, entry);
  }
  for (const auto& entry : draft.prices) {
    check_price(draft, entry);
  }
  for (const auto& entry : draft.provenance) {
    check_provenance(draft, entry);
  }
}

}  // namespace kgpu::catalog
