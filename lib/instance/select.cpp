#include "conditions.hpp"

#include "kgpu/base/text.hpp"
#include "kgpu/instance/selection.hpp"

#include <algorithm>
#include <tuple>

namespace kgpu::instance {
namespace {

constexpr catalog::Capacity k_capacities[] = {catalog::Capacity::on_demand, catalog::Capacity::spot,
                                              catalog::Capacity::reserved};

/// `b` after `a` in the order of the list.
bool comes_before(const Offer& a, const Offer& b) {
  if (a.type->provider != b.type->provider) {
    return to_string(a.type->provider) < to_string(b.type->provider);
  }
  if (a.type->has_accelerator() != b.type->has_accelerator()) {
    return a.type->has_accelerator();
  }
  const std::string_view name_a = accelerator_name(a);
  const std::string_view name_b = accelerator_name(b);
  if (name_a != name_b) {
    return natural_less(name_a, name_b);
  }
  const auto* price_a = a.priced(catalog::Capacity::on_demand);
  const auto* price_b = b.priced(catalog::Capacity::on_demand);
  if ((price_a == nullptr) != (price_b == nullptr)) {
    return price_a != nullptr;
  }
  if (price_a != nullptr && *price_a->usd_per_hour != *price_b->usd_per_hour) {
    return *price_a->usd_per_hour < *price_b->usd_per_hour;
  }
  return natural_less(a.type->name, b.type->name);
}

/// Sorting needs the on-demand price even where only others are to be shown.
void keep_capacities(Offer& offer, const std::vector<catalog::Capacity>& capacities) {
  if (!capacities.empty()) {
    std::erase_if(offer.prices, [&](const pricing::OfferPrice& price) {
      return std::ranges::find(capacities, price.capacity) == capacities.end();
    });
  }
}

std::string count_of(std::size_t count, std::string_view singular) {
  return std::to_string(count) + " " + std::string(singular) + (count == 1 ? "" : "s");
}

/// Names what is in the way: each condition without which something would be left; else, in their order, the one that
/// left nothing of what the ones before had left.
std::string why_empty(const std::vector<Candidate>& candidates, const std::vector<Condition>& conditions) {
  std::vector<std::size_t> fails_alone(conditions.size(), 0);
  std::vector<bool> alive(candidates.size(), true);
  std::vector<std::size_t> first_failure(candidates.size(), conditions.size());
  for (std::size_t i = 0; i < candidates.size(); ++i) {
    std::vector<std::size_t> failures;
    for (std::size_t j = 0; j < conditions.size() && failures.size() < 2; ++j) {
      if (!conditions[j].holds(candidates[i])) {
        failures.push_back(j);
      }
    }
    if (failures.size() == 1) {
      ++fails_alone[failures.front()];
    }
    first_failure[i] = failures.empty() ? conditions.size() : failures.front();
  }
  std::string text;
  for (std::size_t j = 0; j < conditions.size(); ++j) {
    if (fails_alone[j] > 0) {
      text += (text.empty() ? "" : "; ") + conditions[j].text + " leaves none (" + count_of(fails_alone[j], "type") +
              " without it)";
    }
  }
  if (!text.empty() || conditions.empty()) {
    return text;
  }
  const std::size_t last = *std::ranges::max_element(first_failure);
  return conditions[last].text + " leaves none" + (last == 0 ? "" : " of what the other flags leave");
}

}  // namespace

const pricing::OfferPrice* Offer::priced(catalog::Capacity capacity) const {
  const auto found = std::ranges::find_if(prices, [&](const pricing::OfferPrice& price) {
    return price.capacity == capacity && price.usd_per_hour.has_value();
  });
  return found == prices.end() ? nullptr : &*found;
}

std::string_view accelerator_name(const Offer& offer) {
  return offer.accelerator != nullptr ? offer.accelerator->name : offer.type->accelerator_model;
}

Offer make_offer(const catalog::Catalog& catalog, const catalog::InstanceType& type, const std::string& region,
                 const std::vector<catalog::Capacity>& capacities, const pricing::PriceRules& rules) {
  Offer offer{.type = &type,
              .accelerator = catalog.accelerator_of(type),
              .use = catalog.use_of(type),
              .region = region,
              .prices = {}};
  for (const catalog::Capacity capacity : k_capacities) {
    auto price = pricing::price_offer(catalog, type, region, capacity, rules);
    if (capacity == catalog::Capacity::on_demand || price.usd_per_hour) {
      offer.prices.push_back(std::move(price));
    }
  }
  keep_capacities(offer, capacities);
  return offer;
}

Selection select(const catalog::Catalog& catalog, const Filter& filter, const Regions& regions,
                 const pricing::PriceRules& rules) {
  std::vector<Candidate> candidates;
  for (const catalog::InstanceType& type : catalog.tables().instance_types) {
    if (const auto region = regions.find(type.provider); region != regions.end()) {
      candidates.emplace_back(catalog, type, region->second, rules);
    }
  }
  const std::vector<Condition> conditions = conditions_of(catalog, filter);
  Selection selection;
  for (const Candidate& candidate : candidates) {
    if (std::ranges::all_of(conditions, [&](const Condition& condition) { return condition.holds(candidate); })) {
      selection.offers.push_back(candidate.offer());
    }
  }
  selection.notes = notes_on(catalog, filter, candidates, conditions);
  if (selection.offers.empty()) {
    const std::string why = why_empty(candidates, conditions);
    selection.notes.push_back("no instance type matches" + (why.empty() ? "" : ": " + why));
  }
  std::ranges::sort(selection.offers, comes_before);
  for (Offer& offer : selection.offers) {
    keep_capacities(offer, filter.capacities);
  }
  return selection;
}

}  // namespace kgpu::instance
