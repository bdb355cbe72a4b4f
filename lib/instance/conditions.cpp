#include "conditions.hpp"

#include "kgpu/base/error.hpp"
#include "kgpu/base/text.hpp"
#include "kgpu/catalog/device_memory.hpp"

#include <algorithm>

namespace kgpu::instance {
namespace {

template <class T>
bool contains(const std::vector<T>& values, const T& value) {
  return std::ranges::find(values, value) != values.end();
}

template <class T, class ToText>
std::string flag_text(std::string_view flag, const std::vector<T>& values, ToText to_text) {
  std::vector<std::string> words;
  for (const T& value : values) {
    words.emplace_back(to_text(value));
  }
  return std::string(flag) + " " + join(words, ",");
}

std::vector<const catalog::Accelerator*> accelerators_named(const catalog::Catalog& catalog,
                                                            const std::vector<std::string>& names) {
  std::vector<const catalog::Accelerator*> all;
  for (const std::string& name : names) {
    const auto found = catalog.find_accelerators(name);
    if (found.empty()) {
      std::vector<std::string_view> known;
      for (const auto& accelerator : catalog.tables().accelerators) {
        known.push_back(accelerator.name);
        if (accelerator.catalogue_model != to_lower(accelerator.name)) {
          known.push_back(accelerator.catalogue_model);  // `a100`, which names A100-40 and A100-80
        }
      }
      for (const auto& alias : catalog.tables().accelerator_aliases) {
        known.push_back(alias.alias);
      }
      const std::string near = did_you_mean(name, known);
      throw usage_error("--accelerator: unknown accelerator " + in_quotes(name),
                        near.empty() ? "kubectl gpu instance list shows them in its GPU column" : near);
    }
    all.insert(all.end(), found.begin(), found.end());
  }
  return all;
}

void add_shape_conditions(const catalog::Catalog& catalog, const Filter& filter, std::vector<Condition>& conditions) {
  if (!filter.accelerators.empty()) {
    conditions.push_back(
        {flag_text("--accelerator", filter.accelerators, [](const std::string& name) { return printable(name); }),
         [wanted = accelerators_named(catalog, filter.accelerators)](const Candidate& candidate) {
           return candidate.accelerator() != nullptr && contains(wanted, candidate.accelerator());
         }});
  }
  if (!filter.accelerator_counts.empty()) {
    conditions.push_back(
        {flag_text("--accelerator-count", filter.accelerator_counts, [](Decimal count) { return count.to_string(); }),
         [&filter](const Candidate& candidate) {
           return contains(filter.accelerator_counts, candidate.type().accelerator_count);
         }});
  }
  if (filter.accelerator_memory) {
    conditions.push_back(
        {"--accelerator-memory " + filter.accelerator_memory->text, [&catalog, &filter](const Candidate& candidate) {
           const auto memory = catalog::device_memory(catalog, candidate.type());
           return memory && catalog::satisfies(*memory, *filter.accelerator_memory);
         }});
  }
  if (!filter.features.empty()) {
    conditions.push_back({flag_text("--feature", filter.features, [](Feature feature) { return to_string(feature); }),
                          [&filter](const Candidate& candidate) {
                            return std::ranges::all_of(filter.features, [&](Feature feature) {
                              return has_feature(candidate.type(), candidate.accelerator(), feature) == true;
                            });
                          }});
  }
}

void add_machine_conditions(const Filter& filter, std::vector<Condition>& conditions) {
  if (!filter.providers.empty()) {
    conditions.push_back(
        {flag_text("--provider", filter.providers, [](catalog::Provider p) { return to_string(p); }),
         [&filter](const Candidate& candidate) { return contains(filter.providers, candidate.type().provider); }});
  }
  if (filter.architecture) {
    conditions.push_back(
        {"--arch " + std::string(to_string(*filter.architecture)),
         [&filter](const Candidate& candidate) { return candidate.type().architecture == *filter.architecture; }});
  }
  if (filter.min_vcpus) {
    conditions.push_back({"--min-vcpus " + std::to_string(*filter.min_vcpus), [&filter](const Candidate& candidate) {
                            return candidate.type().vcpus >= *filter.min_vcpus;
                          }});
  }
  if (filter.min_memory) {
    conditions.push_back({"--min-memory " + filter.min_memory->text, [&filter](const Candidate& candidate) {
                            return candidate.type().memory_mib * k_mib >= filter.min_memory->bytes;
                          }});
  }
}

void add_price_conditions(const Filter& filter, std::vector<Condition>& conditions) {
  if (filter.region) {
    conditions.push_back({"--region " + *filter.region, [](const Candidate& candidate) {
                            return std::ranges::any_of(candidate.offer().prices, [](const pricing::OfferPrice& price) {
                              return price.usd_per_hour.has_value();
                            });
                          }});
  }
  if (!filter.capacities.empty()) {
    conditions.push_back(
        {flag_text("--capacity", filter.capacities, [](catalog::Capacity c) { return to_string(c); }),
         [&filter](const Candidate& candidate) { return cheapest(candidate.offer(), filter.capacities).has_value(); }});
  }
  if (filter.max_price) {
    conditions.push_back({"--max-price " + filter.max_price->to_string(), [&filter](const Candidate& candidate) {
                            const auto price = cheapest(candidate.offer(), filter.capacities);
                            return price && *price <= *filter.max_price;
                          }});
  }
}

}  // namespace

std::optional<Money> cheapest(const Offer& offer, const std::vector<catalog::Capacity>& capacities) {
  static const std::vector<catalog::Capacity> k_rented_any_time = {catalog::Capacity::on_demand,
                                                                   catalog::Capacity::spot};
  std::optional<Money> least;
  for (const catalog::Capacity capacity : capacities.empty() ? k_rented_any_time : capacities) {
    const auto* price = offer.priced(capacity);
    if (price != nullptr && (!least || *price->usd_per_hour < *least)) {
      least = price->usd_per_hour;
    }
  }
  return least;
}

std::vector<Condition> conditions_of(const catalog::Catalog& catalog, const Filter& filter) {
  std::vector<Condition> conditions;
  add_machine_conditions(filter, conditions);
  add_shape_conditions(catalog, filter, conditions);
  add_price_conditions(filter, conditions);
  return conditions;
}

}  // namespace kgpu::instance
