#include "search.hpp"
#include "spot.hpp"
#include "support.hpp"

#include <algorithm>
#include <cmath>

namespace kgpu::recommend {
namespace {

double fraction(const Decimal& value) {
  return static_cast<double>(value.nanos()) / static_cast<double>(Decimal::k_scale);
}

Money times(Money amount, double factor) {
  return Money::from_nanos(std::llround(static_cast<double>(amount.nanos()) * factor));
}

/// Dollars an hour over tokens a second, per million (recommend.md 31).
std::optional<Money> per_million(Money usd_per_hour, const std::optional<double>& tokens_per_second,
                                 const Question& question) {
  constexpr double k_seconds_of_million = 0.0036;
  if (!tokens_per_second || *tokens_per_second <= 0) {
    return std::nullopt;
  }
  return times(usd_per_hour, 1 / (*tokens_per_second * k_seconds_of_million * fraction(question.utilization)));
}

/// The part of the nodes that the replicas hold: slices of cards; a part of a GPU is the whole of what is rented.
Money share_of(const Candidate& candidate) {
  if (candidate.kind->slice.empty()) {
    return *candidate.usd_per_hour;
  }
  const std::int64_t slots = candidate.offer->type->accelerator_count.truncated() * candidate.kind->slots;
  return candidate.offer->price.usd_per_hour->scaled(candidate.verdict->replicas, std::max<std::int64_t>(1, slots));
}

bool leaves_devices(const Candidate& candidate) {
  const std::int64_t count = std::max<std::int64_t>(1, candidate.offer->type->accelerator_count.truncated());
  const std::int64_t held =
      candidate.kind->slice.empty() ? count * candidate.nodes : count * candidate.nodes * candidate.kind->slots;
  return candidate.kind->cpu == nullptr && candidate.verdict->replicas * candidate.layout.devices < held;
}

void add_reasons(const Question& question, const Candidate& candidate, std::set<std::string>& reasons) {
  const DeviceKind& kind = *candidate.kind;
  if (!candidate.refusal.empty()) {
    reasons.insert(candidate.refusal);
  }
  if (!question.workload) {
    return;
  }
  const std::int32_t tensor = candidate.layout.parallel.tensor;
  if (tensor > 2 && kind.device.link != sizing::Link::fabric && kind.cpu == nullptr) {
    reasons.insert("pcie-tensor-parallel");
  }
  if (candidate.fits() && leaves_devices(candidate)) {
    reasons.insert("devices-left");
  }
  if (candidate.mtbf_assumed) {
    reasons.insert("mtbf-assumed");
  }
  if (candidate.offer->price.capacity == catalog::Capacity::spot && !question.is_training()) {
    reasons.insert("spot");
    const bool is_critical = question.limits.ttft_given || question.limits.tpot_given;
    if (candidate.verdict->replicas == 1 && is_critical) {
      reasons.insert("spot-single-replica");
    }
  }
}

}  // namespace

void set_price(const Question& question, Candidate& candidate) {
  const auto price = candidate.offer->price.usd_per_hour;
  if (!price) {
    return;
  }
  candidate.usd_per_hour = *price * candidate.nodes;
  candidate.expected_usd_per_hour = candidate.usd_per_hour;
  const bool on_spot = candidate.offer->price.capacity == catalog::Capacity::spot;
  if (on_spot && question.is_training() && candidate.verdict->fits != sizing::Fits::no) {
    const SpotJob job = spot_job(question, *candidate.kind, candidate.layout, *candidate.offer->type,
                                 candidate.offer->price, *candidate.verdict, candidate.mtbf_assumed);
    candidate.expected_usd_per_hour = times(*candidate.usd_per_hour, time_on_spot(job));
  }
  if (candidate.verdict->hours) {
    candidate.usd_of_job = times(*candidate.expected_usd_per_hour, *candidate.verdict->hours);
  }
  if (candidate.refusal.empty() && question.limits.usd_per_hour &&
      *candidate.usd_per_hour > *question.limits.usd_per_hour) {
    candidate.refusal = "price";
  }
}

Row row_of(const Question& question, const Candidate& candidate) {
  Row row;
  row.stage = question.stage;
  row.type = candidate.offer->type;
  row.region = candidate.offer->region;
  row.price = candidate.offer->price;
  row.accelerator = candidate.kind->accelerator;
  row.slice = candidate.kind->slice;
  row.parallel = candidate.layout.parallel;
  row.devices = candidate.kind->cpu != nullptr ? 0 : candidate.layout.devices;
  row.nodes_per_replica = candidate.layout.nodes;
  row.nodes = candidate.nodes;
  row.verdict = *candidate.verdict;
  row.usd_per_hour = candidate.usd_per_hour;
  row.expected_usd_per_hour = candidate.expected_usd_per_hour;
  row.usd_of_job = candidate.usd_of_job;
  add_reasons(question, candidate, row.verdict.reasons);
  if (question.workload) {
    const bool trains = question.is_training();
    row.precision = trains ? "bf16" : std::string(question.workload->stored.name());
    row.engine = trains ? "" : std::string(to_string(engine_of(question, *candidate.kind)));
  }
  if (candidate.offer->type->provider == catalog::Provider::aws && candidate.kind->is_part && row.slice.empty()) {
    row.verdict.reasons.insert("karpenter-sees-no-gpu");
  }
  if (row.usd_per_hour) {
    if (candidate.kind->is_part) {
      row.share_usd_per_hour = share_of(candidate);
    }
    const Money cost = question.is_training() ? *row.expected_usd_per_hour : *row.usd_per_hour;
    row.usd_per_million_tokens = per_million(cost, row.verdict.tokens_per_second, question);
    row.usd_per_million_tokens_saturated = per_million(cost, row.verdict.max_tokens_per_second, question);
  }
  return row;
}

}  // namespace kgpu::recommend
