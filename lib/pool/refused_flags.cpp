#include "refusals.hpp"

#include "kgpu/base/error.hpp"

#include <optional>
#include <string_view>

namespace kgpu::pool {
namespace {

constexpr std::int64_t k_most_of_anything = 1'000'000;
constexpr std::int64_t k_most_weight = 100;  // NodePool CRD

struct Refusal {
  bool given;
  std::string_view flag;
  std::string_view instead;
};

void refuse_first(std::span<const Refusal> refusals, Provisioner provisioner) {
  for (const Refusal& refusal : refusals) {
    if (refusal.given) {
      throw usage_error(std::string(refusal.flag) + " is not for --provisioner " + std::string(to_string(provisioner)),
                        std::string(refusal.instead));
    }
  }
}

void refuse_flags_of_eksctl(const PoolOptions& options) {
  const Refusal refusals[] = {
      {options.max_nodes.has_value(), "--max",
       "Karpenter limits devices, not nodes: --max-accelerators (CPU pools: --max-vcpus)"},
      {options.min_nodes.has_value(), "--min",
       "Karpenter starts nodes for waiting pods only; --baseline-on-demand N has the first N on demand"},
      {options.desired_nodes.has_value(), "--desired", "Karpenter starts nodes for waiting pods only; leave it out"},
      {options.self_managed, "--self-managed", "Karpenter's nodes are in no group; leave it out"},
  };
  refuse_first(refusals, Provisioner::karpenter);
}

void refuse_flags_of_karpenter(const PoolOptions& options) {
  const Refusal refusals[] = {
      {options.max_accelerators.has_value(), "--max-accelerators", "eksctl limits nodes: --max"},
      {options.max_vcpus.has_value(), "--max-vcpus", "eksctl limits nodes: --max"},
      {!options.role.empty(), "--role", "eksctl makes the nodes' role itself; leave it out"},
      {options.weight.has_value(), "--weight",
       "the cluster autoscaler's expander decides between groups; leave it out"},
      {options.consolidate_after.has_value(), "--consolidate-after",
       "the cluster autoscaler's --scale-down-unneeded-time does it"},
      {options.expire_after.has_value(), "--expire-after", "'eksctl upgrade nodegroup' replaces nodes; leave it out"},
      {options.fallback_on_demand, "--fallback-on-demand",
       "--capacity spot,on-demand makes a group of each; the cluster autoscaler decides between them"},
  };
  refuse_first(refusals, Provisioner::eksctl);
}

}  // namespace

void check_flags(const PoolOptions& options) {
  if (options.provisioner == Provisioner::karpenter) {
    refuse_flags_of_eksctl(options);
  } else {
    refuse_flags_of_karpenter(options);
  }
  const struct {
    std::string_view flag;
    std::optional<std::int64_t> value;
    std::int64_t least = 1;
    std::int64_t most = k_most_of_anything;
  } figures[] = {
      {"--max-accelerators", options.max_accelerators},
      {"--max-vcpus", options.max_vcpus},
      {"--max", options.max_nodes},
      {"--min", options.min_nodes, 0},
      {"--desired", options.desired_nodes, 0},
      {"--baseline-on-demand", options.baseline_on_demand},
      {"--weight", options.weight, 1, k_most_weight},
  };
  for (const auto& figure : figures) {
    if (figure.value && (*figure.value < figure.least || *figure.value > figure.most)) {
      throw usage_error(std::string(figure.flag) + ": " + std::to_string(*figure.value) + " is not from " +
                        std::to_string(figure.least) + " to " + std::to_string(figure.most));
    }
  }
}

}  // namespace kgpu::pool
