#include "search.hpp"

#include "kgpu/base/text.hpp"

#include <tuple>

namespace kgpu::recommend {
namespace {

/// Hundredths of a cent, half up: what rows are compared at.
std::int64_t rounded(Money amount) {
  constexpr std::int64_t k_step = 100'000;
  return (amount.nanos() + k_step / 2) / k_step;
}

}  // namespace

Money Candidate::cost() const {
  if (usd_of_job) {
    return *usd_of_job;
  }
  return expected_usd_per_hour.value_or(usd_per_hour.value_or(Money()));
}

bool ranks_above(const Candidate& a, const Candidate& b) {
  const auto first = [](const Candidate& row) {
    // Without a speed a job has no cost, and an hour's is none to compare with it.
    return std::tuple(row.verdict->fits, !row.usd_of_job, rounded(row.cost()), row.nodes,
                      row.verdict->replicas * row.layout.devices, row.layout.parallel.pipeline,
                      row.layout.parallel.tensor);
  };
  const auto first_a = first(a);
  const auto first_b = first(b);
  if (first_a != first_b) {
    return first_a < first_b;
  }
  const double room_a = a.verdict->headroom().value_or(0);
  const double room_b = b.verdict->headroom().value_or(0);
  if (room_a != room_b) {
    return room_a > room_b;
  }
  const auto place = [](const Candidate& row) { return std::tie(row.offer->type->provider, row.offer->region); };
  if (place(a) != place(b)) {
    return place(a) < place(b);
  }
  if (a.offer->type != b.offer->type) {
    return natural_less(a.offer->type->name, b.offer->type->name);
  }
  return std::tie(a.offer->price.capacity, a.kind->slice) < std::tie(b.offer->price.capacity, b.kind->slice);
}

}  // namespace kgpu::recommend
