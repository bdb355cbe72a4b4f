#include "kgpu/pricing/offer_price.hpp"

#include "rate_price.hpp"

#include <algorithm>

namespace kgpu::pricing {
namespace {

using catalog::Capacity;
using catalog::Catalog;
using catalog::InstanceType;

constexpr std::int64_t k_percent = 100;

Money percent_of(Money amount, Decimal percent) {
  return amount.scaled(percent.nanos(), k_percent * Decimal::k_scale);
}

Decimal all_but(Decimal percent) {
  return Decimal::from_nanos(Decimal::whole(k_percent).nanos() - percent.nanos());
}

std::optional<OfferPrice> from_rates(const Catalog& catalog, const InstanceType& type, std::string_view region,
                                     Capacity capacity) {
  if (catalog.tables().rates.empty()) {
    return std::nullopt;
  }
  const auto labels = labels_of_offer(catalog, type, region, capacity);
  return price_by_rates(catalog, {.instance_type = type.name,
                                  .region = region,
                                  .capacity = capacity,
                                  .devices = type.accelerator_count,
                                  .labels = labels});
}

OfferPrice from_cell(const Catalog& catalog, const catalog::SourcedMoney& cell) {
  const catalog::Provenance& from = catalog.provenance(cell.provenance);
  OfferPrice price;
  price.basis = from.overlaid ? Basis::overlay : Basis::published;
  price.usd_per_hour = cell.usd_per_hour;
  price.as_of = from.as_of;
  price.source = from.source;
  return price;
}

/// Of the list price, without `--discount`: the saving was published against it.
std::optional<OfferPrice> estimated_spot(const Catalog& catalog, const catalog::PriceRow& row) {
  const auto saving = row.spot_savings_percent;
  if (!row.on_demand || !saving || *saving < Decimal() || *saving > Decimal::whole(k_percent)) {
    return std::nullopt;
  }
  const catalog::Provenance& on_demand = catalog.provenance(row.on_demand->provenance);
  const catalog::Provenance& savings = catalog.provenance(row.spot_savings_provenance);
  OfferPrice price;
  price.basis = Basis::estimated;
  price.usd_per_hour = percent_of(row.on_demand->usd_per_hour, all_but(*saving));
  if (on_demand.as_of && savings.as_of) {
    price.as_of = std::min(*on_demand.as_of, *savings.as_of);
  }
  price.source = "on-demand: " + std::string(on_demand.source) + "; saving: " + std::string(savings.source);
  return price;
}

std::optional<OfferPrice> from_catalog(const Catalog& catalog, const InstanceType& type, std::string_view region,
                                       const catalog::PriceRow* row, Capacity capacity, const PriceRules& rules) {
  if (capacity == Capacity::reserved) {
    const auto* block = catalog.find_capacity_block(type.name, region);
    if (block == nullptr) {
      return std::nullopt;
    }
    OfferPrice price = from_cell(catalog, block->per_instance);
    price.basis = Basis::capacity_block;
    return price;
  }
  if (row == nullptr) {
    return std::nullopt;
  }
  if (capacity == Capacity::spot) {
    return row->spot ? from_cell(catalog, *row->spot) : estimated_spot(catalog, *row);
  }
  if (!row->on_demand) {
    return std::nullopt;
  }
  OfferPrice price = from_cell(catalog, *row->on_demand);
  price.usd_per_hour = percent_of(row->on_demand->usd_per_hour, all_but(rules.discount_percent));
  return price;
}

bool is_too_old(const OfferPrice& price, const PriceRules& rules) {
  return rules.max_age_days && rules.today && price.as_of &&
         rules.today->days_since(*price.as_of) > *rules.max_age_days;
}

}  // namespace

OfferPrice unless_too_old(OfferPrice price, const PriceRules& rules) {
  return is_too_old(price, rules) ? OfferPrice{} : price;
}

std::string_view to_string(Basis basis) {
  switch (basis) {
    case Basis::published:
      return "published";
    case Basis::estimated:
      return "estimated";
    case Basis::rate:
      return "rate";
    case Basis::overlay:
      return "overlay";
    case Basis::capacity_block:
      return "capacity-block";
    case Basis::unpriced:
      break;
  }
  return "unpriced";
}

OfferPrice price_offer(const Catalog& catalog, const InstanceType& type, std::string_view region,
                       const catalog::PriceRow* row, Capacity capacity, const PriceRules& rules) {
  auto found = from_rates(catalog, type, region, capacity);
  if (!found) {
    found = from_catalog(catalog, type, region, row, capacity, rules);
  }
  OfferPrice price = found ? unless_too_old(*std::move(found), rules) : OfferPrice{};
  price.capacity = capacity;
  if (capacity == Capacity::spot && row != nullptr) {
    price.interruption = row->spot_interruption;
  }
  return price;
}

OfferPrice price_offer(const Catalog& catalog, const InstanceType& type, std::string_view region, Capacity capacity,
                       const PriceRules& rules) {
  return price_offer(catalog, type, region, catalog.find_price(type, region), capacity, rules);
}

OfferPrice price_in_catalog(const Catalog& catalog, const InstanceType& type, std::string_view region,
                            Capacity capacity, const PriceRules& rules) {
  auto found = from_catalog(catalog, type, region, catalog.find_price(type, region), capacity, rules);
  OfferPrice price = found ? unless_too_old(*std::move(found), rules) : OfferPrice{};
  price.capacity = capacity;
  return price;
}

}  // namespace kgpu::pricing
