#include "drafts.hpp"

#include "kgpu/base/quantity.hpp"
#include "kgpu/k8s/accelerators.hpp"

#include <algorithm>
#include <limits>

namespace kgpu::snapshot {
namespace {

/// Sums of absurd quantities stay at the largest number there is.
std::int64_t plus(std::int64_t a, std::int64_t b) {
  std::int64_t sum = 0;
  return __builtin_add_overflow(a, b, &sum) ? std::numeric_limits<std::int64_t>::max() : sum;
}

bool counts(std::string_view resource) {
  return resource == "cpu" || resource == "memory" || k8s::is_accelerator_resource(resource);
}

/// The request, else the limit: what the API server writes as request where only a limit is given.
template <class Use>
void for_each_request(const ResourcesDraft& resources, Use&& use) {
  for (const Pair& request : resources.requests) {
    use(request);
  }
  for (const Pair& limit : resources.limits) {
    if (std::ranges::find(resources.requests, limit.key, &Pair::key) == resources.requests.end()) {
      use(limit);
    }
  }
}

Phase phase_of(std::string_view word) {
  if (word == "Running") {
    return Phase::running;
  }
  if (word == "Pending") {
    return Phase::pending;
  }
  if (word == "Succeeded") {
    return Phase::succeeded;
  }
  return word == "Failed" ? Phase::failed : Phase::unknown;
}

/// HAMi's placement, and what this program writes.
bool pod_rule_reads(std::string_view annotation) {
  return annotation == "hami.io/vgpu-devices-allocated" || annotation.starts_with("kubectl-gpu/");
}

constexpr std::string_view k_mirror = "kubernetes.io/config.mirror";

}  // namespace

std::int64_t Keeper::amount_of(std::string_view resource, std::string_view quantity) {
  auto& known = resource == "cpu" ? millis_ : values_;
  const auto [found, is_new] = known.try_emplace(std::string(quantity), 0);
  if (is_new) {
    const auto value = Quantity::parse(quantity);
    found->second = !value ? 0 : resource == "cpu" ? value->milli_value() : value->value();
  }
  return std::max<std::int64_t>(found->second, 0);
}

Keeper::Sum& Keeper::sum_of(std::string_view resource) {
  const auto found = std::ranges::find(sums_, resource, &Sum::resource);
  return found != sums_.end() ? *found : sums_.emplace_back(Sum{.resource = resource});
}

void Keeper::add_container(const ContainerDraft& container) {
  for_each_request(container.resources, [&](const Pair& request) {
    if (!counts(request.key)) {
      return;
    }
    Sum& sum = sum_of(request.key);
    const std::int64_t amount = amount_of(request.key, request.value);
    if (!container.init) {
      sum.containers = plus(sum.containers, amount);
    } else if (container.sidecar) {
      sum.sidecars = plus(sum.sidecars, amount);
    } else {
      sum.peak = std::max(sum.peak, plus(sum.sidecars, amount));
    }
  });
}

/// Requests of the pod as a whole stand in for the sum of its containers' (KEP-2837); overhead comes on top.
void Keeper::add_pod_level(const PodDraft& draft) {
  for_each_request(draft.pod_level, [&](const Pair& request) {
    if (counts(request.key)) {
      const std::int64_t amount = amount_of(request.key, request.value);
      sum_of(request.key) = Sum{.resource = request.key, .containers = amount};
    }
  });
  for (const Pair& overhead : draft.overhead) {
    if (counts(overhead.key)) {
      sum_of(overhead.key).overhead = amount_of(overhead.key, overhead.value);
    }
  }
}

const Demand* Keeper::demand(PodDraft& draft) {
  amounts_.clear();
  for (const Sum& sum : sums_) {
    const std::int64_t total = plus(std::max(plus(sum.containers, sum.sidecars), sum.peak), sum.overhead);
    if (total > 0 && sum.resource != "cpu" && sum.resource != "memory") {
      amounts_.push_back({texts_.intern(sum.resource), total});
    }
  }
  if (amounts_.empty() && draft.claims.empty() && draft.extended_claim.empty()) {
    return nullptr;
  }
  std::ranges::sort(amounts_, {}, &Amount::resource);
  Demand demand;
  demand.devices = texts_.list(std::span<const Amount>(amounts_));
  for (ClaimUse& use : draft.claims) {
    const auto status = std::ranges::find(draft.claim_statuses, use.name, &ClaimUse::name);
    if (status != draft.claim_statuses.end() && !status->claim.empty()) {
      use.claim = status->claim;
    }
    use = {texts_.intern(use.name), texts_.intern(use.claim)};
  }
  demand.claims = texts_.list(std::span<const ClaimUse>(draft.claims));
  demand.extended_claim = texts_.intern(draft.extended_claim);
  for (const ConditionDraft& condition : draft.conditions) {
    if (condition.type == "PodScheduled" && condition.status == "False") {
      demand.waits_for = texts_.intern(condition.message.empty() ? condition.reason : condition.message);
    }
  }
  demand.scheduler_name = texts_.intern(draft.scheduler_name);
  demand.labels = pairs(draft.object.labels);
  std::erase_if(draft.object.annotations, [](const Pair& pair) { return !pod_rule_reads(pair.key); });
  demand.annotations = pairs(draft.object.annotations);
  return texts_.one(demand);
}

Pod Keeper::pod(PodDraft& draft) {
  sums_.clear();
  for (std::size_t i = 0; i < draft.container_count; ++i) {
    add_container(draft.containers[i]);
  }
  add_pod_level(draft);
  const auto total_of = [&](std::string_view resource) {
    const auto sum = std::ranges::find(sums_, resource, &Sum::resource);
    return sum == sums_.end() ? 0 : plus(std::max(plus(sum->containers, sum->sidecars), sum->peak), sum->overhead);
  };
  Pod pod;
  pod.object = object(draft.object);
  pod.owner = {texts_.intern(draft.object.controller.kind), texts_.intern(draft.object.controller.name)};
  pod.node = texts_.intern(draft.node);
  pod.cpu_millis = total_of("cpu");
  pod.memory_bytes = total_of("memory");
  pod.phase = phase_of(draft.phase);
  pod.mirror = std::ranges::find(draft.object.annotations, k_mirror, &Pair::key) != draft.object.annotations.end();
  pod.demand = demand(draft);
  return pod;
}

}  // namespace kgpu::snapshot
