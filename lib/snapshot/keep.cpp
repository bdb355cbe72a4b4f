#include "drafts.hpp"

#include "kgpu/k8s/accelerators.hpp"

#include <algorithm>
#include <charconv>
#include <chrono>

namespace kgpu::snapshot {
namespace {

std::uint64_t number_of(std::string_view text) {
  std::uint64_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  return error == std::errc() && end == text.data() + text.size() ? number : 0;
}

Condition condition_of(std::string_view status) {
  return status == "True" ? Condition::yes : status == "False" ? Condition::no : Condition::unknown;
}

Condition ready_of(const std::vector<ConditionDraft>& conditions) {
  const auto ready = std::ranges::find(conditions, "Ready", &ConditionDraft::type);
  return ready == conditions.end() ? Condition::absent : condition_of(ready->status);
}

/// HAMi's cards, and what this program writes.
bool node_rule_reads(std::string_view annotation) {
  return annotation == "hami.io/node-nvidia-register" || annotation.starts_with("kubectl-gpu/");
}

std::optional<int> digits(std::string_view text, std::size_t at, std::size_t count) {
  int value = 0;
  const char* const first = text.data() + at;
  const auto [end, error] = std::from_chars(first, first + count, value);
  return error == std::errc() && end == first + count && *first != '-' ? std::optional(value) : std::nullopt;
}

}  // namespace

std::int64_t seconds_of(std::string_view time) {
  // 2026-07-20T10:00:00Z, with or without a fraction; Kubernetes writes UTC.
  if (time.size() < 20 || time[4] != '-' || time[7] != '-' || time[10] != 'T' || time[13] != ':' || time[16] != ':' ||
      time.back() != 'Z') {
    return 0;
  }
  const auto year = digits(time, 0, 4);
  const auto month = digits(time, 5, 2);
  const auto day = digits(time, 8, 2);
  const auto hour = digits(time, 11, 2);
  const auto minute = digits(time, 14, 2);
  const auto second = digits(time, 17, 2);
  if (!year || !month || !day || !hour || !minute || !second) {
    return 0;
  }
  const std::chrono::year_month_day date{std::chrono::year(*year), std::chrono::month(static_cast<unsigned>(*month)),
                                         std::chrono::day(static_cast<unsigned>(*day))};
  if (!date.ok() || *hour > 23 || *minute > 59 || *second > 60) {
    return 0;
  }
  const std::chrono::seconds since = std::chrono::sys_days(date).time_since_epoch() + std::chrono::hours(*hour) +
                                     std::chrono::minutes(*minute) + std::chrono::seconds(*second);
  return since.count();
}

void ObjectDraft::clear() {
  name = name_space = resource_version = {};
  created = 0;
  deleting = false;
  labels.clear();
  annotations.clear();
  controller = {};
  first_owner = {};
}

void ResourcesDraft::clear() {
  requests.clear();
  limits.clear();
}

void PodDraft::clear() {
  object.clear();
  node = scheduler_name = phase = extended_claim = {};
  container_count = 0;
  pod_level.clear();
  overhead.clear();
  claims.clear();
  claim_statuses.clear();
  conditions.clear();
}

ContainerDraft& PodDraft::add_container(bool init) {
  if (container_count == containers.size()) {
    containers.emplace_back();
  }
  ContainerDraft& container = containers[container_count++];
  container.init = init;
  container.sidecar = false;
  container.resources.clear();
  return container;
}

void NodeDraft::clear() {
  object.clear();
  provider_id = {};
  unschedulable = false;
  taints.clear();
  capacity.clear();
  allocatable.clear();
  conditions.clear();
}

Object Keeper::object(const ObjectDraft& draft) {
  return {.name = texts_.keep(draft.name),
          .name_space = texts_.intern(draft.name_space),
          .resource_version = number_of(draft.resource_version),
          .created = draft.created,
          .deleting = draft.deleting};
}

/// Sorted by key; of a key that comes twice the last counts, as in protobuf and in Go's JSON.
List<Pair> Keeper::pairs(std::vector<Pair>& drafts) {
  std::ranges::stable_sort(drafts, {}, &Pair::key);
  std::size_t kept = 0;
  for (std::size_t i = 0; i < drafts.size(); ++i) {
    if (i + 1 == drafts.size() || drafts[i + 1].key != drafts[i].key) {
      drafts[kept++] = {texts_.intern(drafts[i].key), texts_.intern(drafts[i].value)};
    }
  }
  return texts_.list(std::span<const Pair>(drafts.data(), kept));
}

List<Pair> Keeper::known_annotations(std::vector<Pair>& drafts) {
  std::erase_if(drafts, [](const Pair& pair) { return !node_rule_reads(pair.key); });
  return pairs(drafts);
}

Resources Keeper::resources(const std::vector<Pair>& amounts) {
  Resources resources;
  amounts_.clear();
  for (const Pair& pair : amounts) {
    const std::int64_t amount = amount_of(pair.key, pair.value);
    if (pair.key == "cpu") {
      resources.cpu_millis = amount;
    } else if (pair.key == "memory") {
      resources.memory_bytes = amount;
    } else if (pair.key == "pods") {
      resources.pods = amount;
    } else if (k8s::is_accelerator_resource(pair.key)) {
      amounts_.push_back({texts_.intern(pair.key), amount});
    }
  }
  std::ranges::sort(amounts_, {}, &Amount::resource);
  // std::ranges::unique of GCC 12's library is beyond Clang 14.
  const auto same = [](const Amount& left, const Amount& right) { return left.resource == right.resource; };
  amounts_.erase(std::unique(amounts_.begin(), amounts_.end(), same), amounts_.end());
  resources.devices = texts_.list(std::span<const Amount>(amounts_));
  return resources;
}

Node Keeper::node(NodeDraft& draft) {
  Node node;
  node.object = object(draft.object);
  node.object.name = texts_.intern(draft.object.name);
  node.provider_id = texts_.keep(draft.provider_id);
  node.unschedulable = draft.unschedulable;
  node.ready = ready_of(draft.conditions);
  for (const ConditionDraft& condition : draft.conditions) {
    node.heartbeat = std::max(node.heartbeat, condition.heartbeat);
  }
  node.labels = pairs(draft.object.labels);
  node.annotations = known_annotations(draft.object.annotations);
  for (Taint& taint : draft.taints) {
    taint = {texts_.intern(taint.key), texts_.intern(taint.value), texts_.intern(taint.effect)};
  }
  node.taints = texts_.list(std::span<const Taint>(draft.taints));
  node.capacity = resources(draft.capacity);
  node.allocatable = resources(draft.allocatable);
  return node;
}

Namespace Keeper::name_space(ObjectDraft& draft) {
  return {.object = object(draft), .labels = pairs(draft.labels)};
}

Controller Keeper::controller(std::string_view api_version, std::string_view kind, ObjectDraft& draft) {
  return {.kind = texts_.intern(kind),
          .object = object(draft),
          .owner = {texts_.intern(draft.controller.kind), texts_.intern(draft.controller.name)},
          .labels = pairs(draft.labels),
          .api_version = texts_.intern(api_version)};
}

List<Requirement> Keeper::requirements(const std::vector<RequirementDraft>& drafts) {
  std::vector<Requirement> kept;
  for (const RequirementDraft& draft : drafts) {
    std::vector<std::string_view> values;
    for (const std::string_view value : draft.values) {
      values.push_back(texts_.intern(value));
    }
    kept.push_back({texts_.intern(draft.key), texts_.intern(draft.operation),
                    texts_.list(std::span<const std::string_view>(values))});
  }
  return texts_.list(std::span<const Requirement>(kept));
}

NodePool Keeper::node_pool(KarpenterDraft& draft) {
  NodePool pool;
  pool.object = object(draft.object);
  pool.requirements = requirements(draft.requirements);
  pool.labels = pairs(draft.template_labels);
  pool.limits = pairs(draft.limits);
  pool.used = pairs(draft.resources);
  pool.ready = ready_of(draft.conditions);
  return pool;
}

NodeClaim Keeper::node_claim(KarpenterDraft& draft) {
  NodeClaim claim;
  claim.object = object(draft.object);
  claim.provider_id = texts_.keep(draft.provider_id);
  claim.node = texts_.intern(draft.node);
  claim.labels = pairs(draft.object.labels);
  claim.capacity = resources(draft.resources);
  return claim;
}

NodeOverlay Keeper::node_overlay(KarpenterDraft& draft) {
  NodeOverlay overlay;
  overlay.object = object(draft.object);
  overlay.requirements = requirements(draft.requirements);
  overlay.price = texts_.keep(draft.price);
  overlay.price_adjustment = texts_.keep(draft.price_adjustment);
  overlay.weight = draft.weight;
  overlay.ready = ready_of(draft.conditions);
  return overlay;
}

ResourceClaim Keeper::claim(const ClaimDraft& draft) {
  ResourceClaim claim;
  claim.object = object(draft.object);
  std::vector<AllocatedDevice> devices;
  for (const AllocatedDeviceDraft& given : draft.devices) {
    devices.push_back({.request = texts_.intern(given.device.request),
                       .driver = texts_.intern(given.device.driver),
                       .pool = texts_.intern(given.device.pool),
                       .device = texts_.intern(given.device.device),
                       .admin_access = given.device.admin_access,
                       .consumed_capacity = sorted_copy(given.consumed_capacity)});
  }
  claim.devices = texts_.list(std::span<const AllocatedDevice>(devices));
  std::vector<std::string_view> pods;
  for (const std::string_view pod : draft.pods) {
    pods.push_back(texts_.keep(pod));
  }
  claim.pods = texts_.list(std::span<const std::string_view>(pods));
  return claim;
}

List<CounterUse> Keeper::counters(const std::vector<CounterUseDraft>& drafts) {
  std::vector<CounterUse> kept;
  for (const CounterUseDraft& draft : drafts) {
    kept.push_back({texts_.intern(draft.set), sorted_copy(draft.counters)});
  }
  return texts_.list(std::span<const CounterUse>(kept));
}

ResourceSlice Keeper::slice(const SliceDraft& draft) {
  ResourceSlice slice;
  slice.object = object(draft.object);
  slice.driver = texts_.intern(draft.driver);
  slice.pool = texts_.intern(draft.pool);
  slice.generation = draft.generation;
  slice.node = texts_.intern(draft.node);
  std::vector<Device> devices;
  for (const DeviceDraft& device : draft.devices) {
    devices.push_back({.name = texts_.intern(device.name),
                       .node = texts_.intern(device.node),
                       .attributes = sorted_copy(device.attributes),
                       .capacity = sorted_copy(device.capacity),
                       .consumes = counters(device.consumes),
                       .allows_multiple = device.allows_multiple});
  }
  slice.devices = texts_.list(std::span<const Device>(devices));
  slice.counters = counters(draft.counters);
  return slice;
}

}  // namespace kgpu::snapshot
