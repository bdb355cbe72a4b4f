#pragma once

#include "kgpu/catalog/catalog.hpp"
#include "kgpu/pool/for_model.hpp"
#include "kgpu/pool/options.hpp"
#include "kgpu/pricing/offer_price.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace kgpu::pool {

/// `why` is the reason that stands beside the line as a comment; empty where the line speaks for itself.
struct LabelLine {
  std::string key;
  std::string value;
  std::string why = {};
};

struct Requirement {
  std::string key;
  std::string op;  ///< In, Gt, Lt
  std::vector<std::string> values;
  std::string why = {};
};

struct Budget {
  std::string nodes;                 ///< a number or a percentage, as text
  std::vector<std::string> reasons;  ///< all when empty
};

struct Disruption {
  std::string policy;
  std::string consolidate_after;
  std::vector<Budget> budgets;
};

/// One karpenter.sh/v1 NodePool.
struct NodePool {
  std::string name;
  std::vector<std::string> notes;  ///< comment lines above it
  std::optional<std::int64_t> weight;
  std::string weight_why;
  std::string limit_resource;
  std::int64_t limit = 0;
  std::string limit_why;
  std::vector<LabelLine> labels;
  std::vector<std::string> label_notes;
  std::vector<Requirement> requirements;
  std::vector<std::string> requirement_notes;
  std::vector<k8s::Taint> taints;
  std::vector<std::string> taint_notes;
  std::string expire_after;
  std::string expire_why;
  std::optional<std::string> termination_grace_period;
  std::string disruption_why;
  Disruption disruption;
};

struct Volume {
  std::string device;
  std::int64_t gib = 0;
  bool root = false;  ///< what Karpenter counts as ephemeral storage
  bool data = false;  ///< holds images: the fast settings
  std::string why = {};
};

/// One karpenter.k8s.aws/v1 EC2NodeClass, shared by the pools of a command.
struct NodeClass {
  std::string name;
  std::string cluster;
  std::string role;
  std::string ami_family;  ///< empty with an alias, which says it
  AmiChoice ami;
  std::vector<std::string> ami_notes;
  std::vector<std::string> reservations;
  std::string reservation_why;
  std::vector<Volume> volumes;
  bool nvme_raid0 = false;
};

/// One node group of an eksctl ClusterConfig.
struct NodeGroup {
  std::string name;
  std::vector<std::string> notes;
  std::string ami_family;  ///< AmazonLinux2023, Bottlerocket
  std::string ami;         ///< an id, or empty
  std::string ami_why;
  std::vector<std::string> instance_types;
  std::string types_why;
  bool spot = false;
  std::int64_t min = 0;
  std::int64_t max = 0;
  std::int64_t desired = 0;
  std::string size_why;
  std::vector<std::string> zones;
  bool efa = false;
  std::string reservation;
  bool capacity_block = false;
  std::int64_t volume_gib = 0;
  std::string volume_why;
  std::vector<LabelLine> labels;
  std::vector<std::string> label_notes;
  std::vector<k8s::Taint> taints;
  std::vector<std::string> taint_notes;
};

struct ClusterConfig {
  std::string cluster;
  std::string region;
  std::vector<std::string> notes;
  bool managed = true;
  std::vector<NodeGroup> groups;
};

/// What a limit counts.
enum class LimitUnit : std::uint8_t { accelerators, vcpus, nodes };

/// How much of what one pool may start: what the worst case is computed from.
struct Exposure {
  std::string pool;
  std::vector<const catalog::InstanceType*> types;
  std::int64_t limit = 0;
  LimitUnit unit{};
  std::vector<catalog::Capacity> capacity;
  bool capacity_block = false;
};

/// All that the manifests say. Pure data: the same options and catalogue give the same plan.
struct PoolPlan {
  Provisioner provisioner{};
  std::string name;
  std::vector<NodePool> pools;  ///< Karpenter
  NodeClass node_class;         ///< Karpenter
  ClusterConfig cluster;        ///< eksctl
  std::vector<Exposure> exposures;
  std::vector<std::string> warnings;  ///< sentences for stderr
};

/// Decides everything. `region` is the one whose prices count; the checks of pools.md §2 to §4 come first.
/// Throws Error{usage} for a combination that cannot work, with what would.
[[nodiscard]] PoolPlan plan_pool(const PoolOptions& options, const catalog::Catalog& catalog, std::string_view region,
                                 const pricing::PriceRules& rules);

/// The same for a model: its hardware takes the place of the flags that choose types, and twice the nodes that its load
/// takes is the usual limit (recommend.md 44).
[[nodiscard]] PoolPlan plan_pool_for_model(const PoolOptions& options, const ModelHardware& hardware,
                                           const catalog::Catalog& catalog, std::string_view region,
                                           const pricing::PriceRules& rules);

/// The region that a zone (or local zone) lies in; empty when the catalogue knows none.
[[nodiscard]] std::optional<std::string> region_of_zone(std::string_view zone, const catalog::Catalog& catalog);

}  // namespace kgpu::pool
