#pragma once

#include "kgpu/snapshot/records.hpp"

#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

/// What a reader takes from one object, before anything of it is kept. Views point into the bytes that were read. The
/// JSON and the protobuf reader both fill these, and `Keeper` makes the records: so the records cannot differ.
namespace kgpu::snapshot {

struct ObjectDraft {
  std::string_view name;
  std::string_view name_space;
  std::string_view resource_version;
  std::int64_t created = 0;
  bool deleting = false;
  std::vector<Pair> labels;
  std::vector<Pair> annotations;
  Owner controller;
  Owner first_owner;  ///< of a mirror pod: its Node

  void clear();
};

struct ResourcesDraft {
  std::vector<Pair> requests;
  std::vector<Pair> limits;

  void clear();
};

struct ContainerDraft {
  bool init = false;
  bool sidecar = false;  ///< an init container with restartPolicy Always
  ResourcesDraft resources;
};

struct ConditionDraft {
  std::string_view type;
  std::string_view status;
  std::string_view reason;
  std::string_view message;
  std::int64_t heartbeat = 0;
};

struct PodDraft {
  ObjectDraft object;
  std::string_view node;
  std::string_view scheduler_name;
  std::string_view phase;
  std::string_view extended_claim;
  std::vector<ContainerDraft> containers;  ///< the first `container_count` count: their vectors are used again
  std::size_t container_count = 0;
  ResourcesDraft pod_level;
  std::vector<Pair> overhead;
  std::vector<ClaimUse> claims;          ///< of the spec; `claim` empty for templates
  std::vector<ClaimUse> claim_statuses;  ///< of the status
  std::vector<ConditionDraft> conditions;

  void clear();
  ContainerDraft& add_container(bool init);
};

struct NodeDraft {
  ObjectDraft object;
  std::string_view provider_id;
  bool unschedulable = false;
  std::vector<Taint> taints;
  std::vector<Pair> capacity;
  std::vector<Pair> allocatable;
  std::vector<ConditionDraft> conditions;

  void clear();
};

struct RequirementDraft {
  std::string_view key;
  std::string_view operation;
  std::vector<std::string_view> values;
};

/// NodePool, NodeClaim and NodeOverlay: JSON only.
struct KarpenterDraft {
  ObjectDraft object;
  std::vector<RequirementDraft> requirements;
  std::vector<Pair> template_labels;
  std::vector<Pair> limits;
  std::vector<Pair> resources;  ///< status.resources, or a claim's status.capacity
  std::vector<ConditionDraft> conditions;
  std::string_view provider_id;
  std::string_view node;
  std::string_view price;
  std::string_view price_adjustment;
  std::int64_t weight = 0;

  void clear() { *this = {}; }
};

struct AllocatedDeviceDraft {
  AllocatedDevice device;
  std::vector<Pair> consumed_capacity;
};

struct ClaimDraft {
  ObjectDraft object;
  std::vector<AllocatedDeviceDraft> devices;
  std::vector<std::string_view> pods;

  void clear() { *this = {}; }
};

struct CounterUseDraft {
  std::string_view set;
  std::vector<Pair> counters;
};

struct DeviceDraft {
  std::string_view name;
  std::string_view node;
  std::vector<Pair> attributes;
  std::vector<Pair> capacity;
  std::vector<CounterUseDraft> consumes;
  bool allows_multiple = false;
};

struct SliceDraft {
  ObjectDraft object;
  std::string_view driver;
  std::string_view pool;
  std::int64_t generation = 0;
  std::string_view node;
  std::vector<DeviceDraft> devices;
  std::vector<CounterUseDraft> counters;

  void clear() { *this = {}; }
};

/// Makes records of drafts, their texts kept in `texts`.
class Keeper {
 public:
  explicit Keeper(Texts& texts) : texts_(texts) {}

  [[nodiscard]] Pod pod(PodDraft& draft);
  [[nodiscard]] Node node(NodeDraft& draft);
  [[nodiscard]] Namespace name_space(ObjectDraft& draft);
  [[nodiscard]] Controller controller(std::string_view api_version, std::string_view kind, ObjectDraft& draft);
  [[nodiscard]] NodePool node_pool(KarpenterDraft& draft);
  [[nodiscard]] NodeClaim node_claim(KarpenterDraft& draft);
  [[nodiscard]] NodeOverlay node_overlay(KarpenterDraft& draft);
  [[nodiscard]] ResourceClaim claim(const ClaimDraft& draft);
  [[nodiscard]] ResourceSlice slice(const SliceDraft& draft);

 private:
  /// What the containers ask for of one resource, so far.
  struct Sum {
    std::string_view resource;
    std::int64_t containers = 0;
    std::int64_t sidecars = 0;
    std::int64_t peak = 0;  ///< of the init containers, with the sidecars before them
    std::int64_t overhead = 0;
  };

  Object object(const ObjectDraft& draft);
  List<Pair> pairs(std::vector<Pair>& drafts);
  List<Pair> sorted_copy(std::vector<Pair> drafts) { return pairs(drafts); }
  List<Pair> known_annotations(std::vector<Pair>& drafts);
  List<Requirement> requirements(const std::vector<RequirementDraft>& drafts);
  List<CounterUse> counters(const std::vector<CounterUseDraft>& drafts);
  Resources resources(const std::vector<Pair>& amounts);
  std::int64_t amount_of(std::string_view resource, std::string_view quantity);
  Sum& sum_of(std::string_view resource);
  void add_container(const ContainerDraft& container);
  void add_pod_level(const PodDraft& draft);
  const Demand* demand(PodDraft& draft);

  Texts& texts_;
  std::vector<Sum> sums_;
  std::vector<Amount> amounts_;
  std::unordered_map<std::string, std::int64_t> millis_;  ///< by quantity as written: few differ
  std::unordered_map<std::string, std::int64_t> values_;
};

}  // namespace kgpu::snapshot
