#pragma once

#include "kgpu/snapshot/texts.hpp"

#include <cstdint>
#include <optional>
#include <string_view>

/// What is kept of a cluster's objects: only the fields that a rule reads, as views into the snapshot's Texts. The JSON
/// and the protobuf reader give equal records of the same object.
namespace kgpu::snapshot {

struct Pair {
  std::string_view key;
  std::string_view value;
  bool operator==(const Pair&) const = default;
};

/// The value of a key; empty when there is none.
[[nodiscard]] std::optional<std::string_view> find(const List<Pair>& pairs, std::string_view key);
/// The same, with "" for none: labels whose empty value means nothing.
[[nodiscard]] std::string_view text_of(const List<Pair>& pairs, std::string_view key);

/// RFC 3339 to seconds since 1970; 0 for what is no time.
[[nodiscard]] std::int64_t seconds_of(std::string_view time);

/// What every object has.
struct Object {
  std::string_view name;
  std::string_view name_space;         ///< empty: cluster-scoped
  std::uint64_t resource_version = 0;  ///< 0: none, or no number
  std::int64_t created = 0;            ///< seconds since 1970; 0: unknown
  bool deleting = false;               ///< has a deletionTimestamp
  bool operator==(const Object&) const = default;
};

/// The controller of an object; both empty when it has none.
struct Owner {
  std::string_view kind;
  std::string_view name;
  bool operator==(const Owner&) const = default;
};

struct Amount {
  std::string_view resource;  ///< `nvidia.com/gpu`
  std::int64_t amount = 0;
  bool operator==(const Amount&) const = default;
};

/// CPU, memory, pod slots and accelerators; nothing else is counted.
struct Resources {
  std::int64_t cpu_millis = 0;
  std::int64_t memory_bytes = 0;
  std::int64_t pods = 0;
  List<Amount> devices;  ///< accelerators (k8s::is_accelerator_resource), by name
  bool operator==(const Resources&) const = default;

  [[nodiscard]] std::int64_t device(std::string_view resource) const;
};

struct Taint {
  std::string_view key;
  std::string_view value;
  std::string_view effect;
  bool operator==(const Taint&) const = default;
};

/// A condition's status; `absent` when the object does not have it.
enum class Condition : std::uint8_t { absent, yes, no, unknown };

struct Node {
  Object object;
  std::string_view provider_id;
  bool unschedulable = false;
  Condition ready = Condition::absent;
  std::int64_t heartbeat = 0;  ///< the newest lastHeartbeatTime, seconds since 1970; 0: none
  List<Pair> labels;           ///< by key
  List<Pair> annotations;      ///< only those a rule reads
  List<Taint> taints;
  Resources capacity;
  Resources allocatable;
  bool operator==(const Node&) const = default;
};

enum class Phase : std::uint8_t { unknown, pending, running, succeeded, failed };

/// A claim that a pod speaks of by name.
struct ClaimUse {
  std::string_view name;   ///< in the pod's spec
  std::string_view claim;  ///< the ResourceClaim; empty while a template's is not made yet
  bool operator==(const ClaimUse&) const = default;
};

/// What only a pod with accelerators or claims has.
struct Demand {
  List<Amount> devices;  ///< what the scheduler reserves, by resource (ledger.md 16)
  List<ClaimUse> claims;
  std::string_view extended_claim;  ///< the ResourceClaim made for its extended resources; empty: none
  std::string_view waits_for;       ///< the message of PodScheduled False; empty: none
  std::string_view scheduler_name;
  List<Pair> labels;
  List<Pair> annotations;  ///< only those a rule reads
  bool operator==(const Demand&) const = default;
};

struct Pod {
  Object object;
  Owner owner;
  std::string_view node;  ///< empty: not bound
  std::int64_t cpu_millis = 0;
  std::int64_t memory_bytes = 0;
  const Demand* demand = nullptr;  ///< null: neither accelerators nor claims
  Phase phase = Phase::unknown;
  bool mirror = false;  ///< a static pod's picture

  bool operator==(const Pod& other) const;
  /// Holds what it asks for: bound and not finished.
  [[nodiscard]] bool holds() const { return !node.empty() && phase != Phase::succeeded && phase != Phase::failed; }
};

struct Namespace {
  Object object;
  List<Pair> labels;
  bool operator==(const Namespace&) const = default;
};

/// A controller between a pod and its top owner: metadata only.
struct Controller {
  std::string_view kind;
  Object object;
  Owner owner;
  List<Pair> labels;
  std::string_view api_version;
  bool operator==(const Controller&) const = default;
};

struct Requirement {
  std::string_view key;
  std::string_view operation;  ///< In, NotIn, Exists, DoesNotExist, Gt, Lt
  List<std::string_view> values;
  bool operator==(const Requirement&) const = default;
};

/// Karpenter's NodePool.
struct NodePool {
  Object object;
  List<Requirement> requirements;
  List<Pair> labels;  ///< of its nodes
  List<Pair> limits;  ///< resource to quantity, as written, by resource
  List<Pair> used;    ///< status.resources
  Condition ready = Condition::absent;
  bool operator==(const NodePool&) const = default;
};

/// Karpenter's NodeClaim: a machine that was asked for.
struct NodeClaim {
  Object object;
  std::string_view provider_id;
  std::string_view node;
  List<Pair> labels;
  Resources capacity;
  bool operator==(const NodeClaim&) const = default;
};

/// Karpenter's NodeOverlay, as far as it speaks of prices.
struct NodeOverlay {
  Object object;
  List<Requirement> requirements;
  std::string_view price;             ///< as written; empty: none
  std::string_view price_adjustment;  ///< `-10%`, `+0.5`; empty: none
  std::int64_t weight = 0;
  Condition ready = Condition::absent;
  bool operator==(const NodeOverlay&) const = default;
};

/// A device that a claim was given.
struct AllocatedDevice {
  std::string_view request;
  std::string_view driver;
  std::string_view pool;
  std::string_view device;
  bool admin_access = false;
  List<Pair> consumed_capacity;
  bool operator==(const AllocatedDevice&) const = default;
};

struct ResourceClaim {
  Object object;
  List<AllocatedDevice> devices;
  List<std::string_view> pods;  ///< names of the pods in `reservedFor`
  bool operator==(const ResourceClaim&) const = default;
};

struct CounterUse {
  std::string_view set;
  List<Pair> counters;
  bool operator==(const CounterUse&) const = default;
};

/// A device that a driver offers.
struct Device {
  std::string_view name;
  std::string_view node;  ///< where it differs from the slice's
  List<Pair> attributes;  ///< values as text
  List<Pair> capacity;
  List<CounterUse> consumes;
  bool allows_multiple = false;
  bool operator==(const Device&) const = default;
};

struct ResourceSlice {
  Object object;
  std::string_view driver;
  std::string_view pool;
  std::int64_t generation = 0;
  std::string_view node;
  List<Device> devices;
  List<CounterUse> counters;  ///< the sets that devices share
  bool operator==(const ResourceSlice&) const = default;
};

}  // namespace kgpu::snapshot
