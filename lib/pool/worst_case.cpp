#include "kgpu/pool/worst_case.hpp"

#include "purchase.hpp"
#include "selection.hpp"
#include "word_list.hpp"

#include <algorithm>
#include <iterator>
#include <utility>

namespace kgpu::pool {
namespace {

using catalog::Capacity;
using catalog::Catalog;
using catalog::InstanceType;

/// One pool at its limit, bought one way, filled with its dearest type.
struct FullPool {
  Capacity capacity{};
  std::optional<Money> usd_per_hour;  ///< absent when no type has a price
  std::int64_t units = 0;             ///< devices (vCPUs) that it then holds
  const InstanceType* type = nullptr;
  std::optional<Date> as_of;
  std::vector<std::string> unpriced;
};

/// A reservation costs what on-demand does; a block has a price of its own.
Capacity priced_as(Capacity capacity, bool block) {
  return capacity == Capacity::reserved && !block ? Capacity::on_demand : capacity;
}

/// Whole nodes where all types have one count, else the limit at the type's rate per unit.
std::pair<Money, std::int64_t> filled_with(const InstanceType& type, Money usd_per_hour, const Exposure& exposure) {
  const std::int64_t count = units_of(type);
  if (exposure.unit == LimitUnit::nodes) {
    return {usd_per_hour * exposure.limit, exposure.limit * count};
  }
  if (unit_counts(exposure.types).size() > 1) {
    return {usd_per_hour.scaled(exposure.limit, count), exposure.limit};
  }
  const std::int64_t nodes = exposure.limit / count;
  return {usd_per_hour * nodes, nodes * count};
}

FullPool full_pool(const Exposure& exposure, Capacity capacity, const Catalog& catalog, std::string_view region,
                   const pricing::PriceRules& rules) {
  FullPool full{.capacity = capacity, .usd_per_hour = {}, .as_of = {}, .unpriced = {}};
  for (const InstanceType* type : exposure.types) {
    const auto price =
        pricing::price_offer(catalog, *type, region, priced_as(capacity, exposure.capacity_block), rules);
    if (!price.usd_per_hour) {
      full.unpriced.emplace_back(type->name);
      continue;
    }
    const auto [amount, units] = filled_with(*type, *price.usd_per_hour, exposure);
    if (!full.usd_per_hour || amount > *full.usd_per_hour) {
      full.usd_per_hour = amount;
      full.units = units;
      full.type = type;
      full.as_of = price.as_of;
    }
  }
  return full;
}

/// At the dearest capacity that the pool allows; one without a price loses.
FullPool dearest_of(const Exposure& exposure, const Catalog& catalog, std::string_view region,
                    const pricing::PriceRules& rules) {
  std::optional<FullPool> dearest;
  for (const Capacity capacity : {Capacity::on_demand, Capacity::reserved, Capacity::spot}) {
    if (!contains(exposure.capacity, capacity)) {
      continue;
    }
    FullPool full = full_pool(exposure, capacity, catalog, region, rules);
    if (!dearest) {
      dearest = std::move(full);
    } else if (full.usd_per_hour && full.usd_per_hour > dearest->usd_per_hour) {
      // Types without an on-demand price stay named: a spot price is no bound for them.
      full.unpriced = std::move(dearest->unpriced);
      dearest = std::move(full);
    }
  }
  return dearest.value_or(FullPool{});
}

std::string devices_of(const Exposure& exposure, const Catalog& catalog) {
  if (exposure.unit == LimitUnit::vcpus) {
    return "vCPU";
  }
  std::vector<std::string> names;
  for (const InstanceType* type : exposure.types) {
    const std::string name = device_name(*type, catalog);
    if (std::ranges::find(names, name) == names.end()) {
      names.push_back(name);
    }
  }
  return word_list(names, "or");
}

/// `8 x L4, on-demand`
std::string words_of(const Exposure& exposure, const FullPool& full, const Catalog& catalog) {
  std::string text;
  if (exposure.unit == LimitUnit::nodes) {
    const InstanceType& type = full.type == nullptr ? *exposure.types.front() : *full.type;
    text = std::to_string(exposure.limit) + " x " + std::string(type.name);
  } else {
    text = std::to_string(full.usd_per_hour ? full.units : exposure.limit) + " x " + devices_of(exposure, catalog);
  }
  const bool reserved = full.capacity == Capacity::reserved;
  text +=
      reserved && exposure.capacity_block ? ", Capacity Block" : ", " + std::string(catalog::to_string(full.capacity));
  return reserved ? text + ", already paid" : text;
}

template <class Value>
void sort_and_keep_one_of_each(std::vector<Value>& values) {
  std::ranges::sort(values);
  values.erase(std::unique(values.begin(), values.end()), values.end());
}

}  // namespace

WorstCase worst_case(const PoolPlan& plan, const Catalog& catalog, std::string_view region,
                     const pricing::PriceRules& rules) {
  WorstCase worst;
  worst.region = std::string(region);
  std::optional<Money> ceiling = Money();  // absent once a price for it is missing
  bool any_spot = false;
  for (const Exposure& exposure : plan.exposures) {
    const FullPool full = dearest_of(exposure, catalog, region, rules);
    worst.what += (worst.what.empty() ? "" : " + ") + words_of(exposure, full, catalog);
    for (const std::string& type : full.unpriced) {
      if (std::ranges::find(worst.unpriced, type) == worst.unpriced.end()) {
        worst.unpriced.push_back(type);
      }
    }
    if (!full.usd_per_hour) {
      continue;
    }
    if (full.as_of) {
      worst.as_of.push_back(*full.as_of);
    }
    const bool spot = full.capacity == Capacity::spot;
    any_spot = any_spot || spot;
    const auto at_most =
        spot ? full_pool(exposure, Capacity::on_demand, catalog, region, rules).usd_per_hour : full.usd_per_hour;
    worst.usd_per_month = worst.usd_per_month.value_or(Money()) + *full.usd_per_hour * k_hours_per_month;
    ceiling = ceiling && at_most ? std::optional(*ceiling + *at_most * k_hours_per_month) : std::nullopt;
  }
  if (any_spot) {
    worst.on_demand_ceiling = ceiling;
  }
  sort_and_keep_one_of_each(worst.as_of);
  return worst;
}

std::string to_line(const WorstCase& worst) {
  constexpr int k_places = 2;
  const std::string unpriced = worst.unpriced.empty() ? "" : ", no price for " + word_list(worst.unpriced);
  if (!worst.usd_per_month) {
    return "worst case: unknown (" + worst.what + ", " + worst.region + unpriced + ")";
  }
  std::vector<std::string> days;
  for (const Date day : worst.as_of) {
    days.push_back(day.to_string());
  }
  const std::string ceiling =
      worst.on_demand_ceiling
          ? ", at most " + format_dollars(*worst.on_demand_ceiling, k_places) + " at on-demand prices"
          : "";
  return std::string("worst case: ") + (worst.unpriced.empty() ? "" : "at least ") +
         format_dollars(*worst.usd_per_month, k_places) + " a month" + ceiling + " (" + worst.what + ", " +
         worst.region + (days.empty() ? "" : ", prices of " + word_list(days, "and")) + unpriced + ")";
}

}  // namespace kgpu::pool
