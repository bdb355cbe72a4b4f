#include "search.hpp"
#include "support.hpp"

#include "kgpu/base/text.hpp"
#include "kgpu/catalog/device_memory.hpp"

#include <algorithm>
#include <cmath>
#include <tuple>

namespace kgpu::recommend {
namespace {

template <class T, class U>
bool has(const std::vector<T>& list, const U& value) {
  return std::ranges::find(list, value) != list.end();
}

/// A region, and the row of the type's prices there.
struct Place {
  std::string_view region;
  const catalog::PriceRow* row = nullptr;
};

/// Where the type may be bought so, by what the catalogue prices.
std::vector<Place> places_of(const catalog::Catalog& catalog, const Question& question,
                             const catalog::InstanceType& type, catalog::Capacity capacity) {
  std::vector<Place> places;
  const auto add = [&](std::string_view region, const catalog::PriceRow* row) {
    const bool wanted = question.scope.regions.empty() || has(question.scope.regions, region);
    if (wanted && std::ranges::find(places, region, &Place::region) == places.end()) {
      places.push_back({region, row});
    }
  };
  for (const catalog::PriceRow& row : catalog.prices_of(type)) {
    add(row.region, &row);
  }
  if (capacity == catalog::Capacity::reserved) {
    for (const catalog::CapacityBlockPrice& row : catalog.tables().capacity_block_prices) {
      if (row.instance_type == type.name) {
        add(row.region, nullptr);
      }
    }
  }
  if (!catalog.tables().rates.empty()) {
    for (const std::string_view region : catalog.regions(type.provider)) {
      add(region, nullptr);
    }
  }
  return places;
}

std::int64_t nodes_of(const Candidate& candidate) {
  const std::int64_t replicas = candidate.verdict->replicas;
  const Layout& layout = candidate.layout;
  if (layout.nodes > 1) {
    return replicas * layout.nodes;
  }
  const std::int64_t count = std::max<std::int64_t>(1, candidate.offer->type->accelerator_count.truncated());
  const std::int64_t per_node =
      candidate.kind->slice.empty() ? std::max<std::int64_t>(1, count / layout.devices) : count * candidate.kind->slots;
  return std::max<std::int64_t>(1, (replicas + per_node - 1) / per_node);
}

void add_candidates(const Question& question, const std::vector<const Offer*>& offers, const DeviceKind& kind,
                    const std::vector<Layout>& layouts, Judgements& judgements, std::vector<Candidate>& found) {
  for (const Layout& layout : layouts) {
    const Verdict& verdict = judgements.verdict(kind, layout);
    for (const Offer* offer : offers) {
      Candidate candidate;
      candidate.offer = offer;
      candidate.kind = &kind;
      candidate.layout = layout;
      candidate.verdict = &verdict;
      candidate.nodes = nodes_of(candidate);
      const bool is_shared = kind.is_part && kind.slice.empty();
      if (question.scope.isolation == Isolation::hard && is_shared) {
        candidate.refusal = "isolation";
      }
      set_price(question, candidate);
      found.push_back(std::move(candidate));
    }
  }
}

/// A type that was named and has no price: one candidate that says so.
void add_unpriced(const Question& question, const catalog::InstanceType& type, Memory& memory,
                  std::vector<Candidate>& found) {
  const Kinds& kinds = memory.kinds.of(type);
  if (!has(question.scope.instance_types, type.name) || kinds.empty()) {
    return;
  }
  const auto layouts = layouts_of(question, type, *kinds.front());
  if (layouts.empty()) {
    return;
  }
  for (const catalog::Capacity capacity : question.scope.capacities) {
    Candidate candidate;
    candidate.offer = &memory.offers.unpriced(type, capacity);
    candidate.kind = kinds.front().get();
    candidate.layout = layouts.front();
    candidate.verdict = &memory.judgements.verdict(*candidate.kind, candidate.layout);
    candidate.nodes = nodes_of(candidate);
    candidate.refusal = "no-price";
    found.push_back(std::move(candidate));
  }
}

}  // namespace

bool has_memory(const Question& question, const DeviceKind& kind) {
  const auto& wanted = question.scope.accelerator_memory;
  if (!wanted) {
    return true;
  }
  if (kind.cpu != nullptr) {
    return false;
  }
  const auto bytes = static_cast<double>(wanted->bytes);
  if (wanted->meaning == MemoryMeaning::usable) {
    const double capacity = kind.device.capacity_bytes.value_or(0) * kind.cores;
    return capacity >= bytes;
  }
  constexpr double k_giga = 1e9;
  constexpr double k_rounding = 1e6;
  return std::abs(kind.nominal_gb * k_giga - bytes) < k_rounding;
}

bool is_wanted(const catalog::Catalog& catalog, const Question& question, const catalog::InstanceType& type) {
  const Scope& scope = question.scope;
  if (!scope.providers.empty() && !has(scope.providers, type.provider)) {
    return false;
  }
  const bool is_whole = type.has_accelerator() && type.accelerator_count.is_whole();
  if (!scope.accelerator_counts.empty() &&
      !(is_whole && has(scope.accelerator_counts, type.accelerator_count.truncated()))) {
    return false;
  }
  const catalog::Accelerator* accelerator = catalog.accelerator_of(type);
  const bool is_filtered = !scope.accelerators.empty();
  if (is_filtered && (accelerator == nullptr || !scope.accelerators.contains(accelerator))) {
    return false;
  }
  if (!scope.instance_types.empty()) {
    return has(scope.instance_types, type.name);
  }
  if (is_filtered) {
    return true;
  }
  const bool is_nvidia = accelerator != nullptr && accelerator->vendor == "NVIDIA";
  return type.current_generation && (question.workload || is_nvidia);
}

std::vector<const Offer*> OfferTable::make(const catalog::InstanceType& type) {
  std::vector<const Offer*> found;
  for (const catalog::Capacity capacity : question_->scope.capacities) {
    if (!is_sold(type, capacity)) {
      continue;
    }
    // Where interruptions count, all regions stay: a lower price may come with a worse band.
    const bool keeps_all =
        question_->scope.every_region || (question_->is_training() && capacity == catalog::Capacity::spot);
    std::optional<Offer> cheapest;
    for (const Place& place : places_of(*catalog_, *question_, type, capacity)) {
      Offer offer{&type, std::string(place.region), {}};
      offer.price = pricing::price_offer(*catalog_, type, offer.region, place.row, capacity, question_->prices);
      if (!offer.price.usd_per_hour) {
        continue;
      }
      if (keeps_all) {
        found.push_back(&offers_.emplace_back(std::move(offer)));
      } else if (!cheapest || std::tie(*offer.price.usd_per_hour, offer.region) <
                                  std::tie(*cheapest->price.usd_per_hour, cheapest->region)) {
        cheapest = std::move(offer);
      }
    }
    if (cheapest) {
      found.push_back(&offers_.emplace_back(*std::move(cheapest)));
    }
  }
  return found;
}

const std::vector<const Offer*>& OfferTable::of(const catalog::InstanceType& type) {
  const auto found = of_types_.find(&type);
  return found != of_types_.end() ? found->second : of_types_.emplace(&type, make(type)).first->second;
}

const Offer& OfferTable::unpriced(const catalog::InstanceType& type, catalog::Capacity capacity) {
  const auto& regions = question_->scope.regions;
  pricing::OfferPrice none;
  none.capacity = capacity;
  return offers_.emplace_back(Offer{&type, regions.size() == 1 ? regions.front() : std::string(), std::move(none)});
}

const Verdict& Judgements::verdict(const DeviceKind& kind, const Layout& layout) {
  const Key key(&kind, layout.parallel.tensor, layout.parallel.pipeline, layout.devices, layout.nodes);
  const auto found = verdicts_.find(key);
  return found != verdicts_.end() ? found->second : verdicts_.emplace(key, judge(kind, layout)).first->second;
}

const std::vector<sizing::MeasuredRun>& Judgements::measured(const DeviceKind& kind, const Layout& layout) {
  if (!measured_) {
    measured_ = question_->basis == model::Basis::measured
                    ? sizing::measured_runs(*catalog_, serving_of(*question_, kind, layout, 1))
                    : std::vector<sizing::MeasuredRun>();
  }
  return *measured_;
}

Verdict Judgements::judge(const DeviceKind& kind, const Layout& layout) {
  Verdict verdict;
  verdict.replicas = 1;
  if (!question_->workload) {
    verdict.fits = sizing::Fits::yes;
    verdict.usable =
        kind.device.capacity_bytes ? std::optional(*kind.device.capacity_bytes * kind.cores) : std::nullopt;
    return verdict;
  }
  std::set<std::string> notes;
  verdict.reasons = refusals(*question_, kind, notes);
  if (!verdict.reasons.empty()) {
    return verdict;
  }
  verdict = question_->is_training() ? judge_training(*question_, kind, layout)
                                     : judge_serving(measured(kind, layout), *question_, kind, layout);
  verdict.reasons.merge(notes);
  return verdict;
}

std::vector<Candidate> search(const catalog::Catalog& catalog, const Question& question, Memory memory) {
  std::vector<Candidate> found;
  for (const catalog::InstanceType& type : catalog.tables().instance_types) {
    if (!is_wanted(catalog, question, type)) {
      continue;
    }
    const auto& offers = memory.offers.of(type);
    if (offers.empty()) {
      add_unpriced(question, type, memory, found);
      continue;
    }
    for (const auto& kind : memory.kinds.of(type)) {
      if (has_memory(question, *kind)) {
        add_candidates(question, offers, *kind, layouts_of(question, type, *kind), memory.judgements, found);
      }
    }
  }
  return found;
}

}  // namespace kgpu::recommend
