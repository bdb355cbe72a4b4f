#pragma once

#include "kgpu/base/memory_size.hpp"
#include "kgpu/catalog/tables.hpp"
#include "kgpu/k8s/names.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

/// Node pools: what was asked (options), what follows from it (plan), and the manifests (render).
namespace kgpu::pool {

enum class Provisioner : std::uint8_t { karpenter, eksctl };

/// What the pool is for: it decides how soon, and whether, nodes are taken away (pools.md 4).
enum class Stage : std::uint8_t { inference, training, development };

enum class AmiFamily : std::uint8_t { al2023, bottlerocket };

[[nodiscard]] std::string_view to_string(Provisioner provisioner);
[[nodiscard]] std::string_view to_string(Stage stage);
[[nodiscard]] std::string_view to_string(AmiFamily family);  ///< as in a Karpenter alias: `al2023`

/// Each throws Error{usage} with the valid values.
[[nodiscard]] Provisioner parse_provisioner(std::string_view text);
[[nodiscard]] Stage parse_stage(std::string_view text);
/// Both tools' spellings, in any case: `al2023`, `AL2023`, `AmazonLinux2023`, `bottlerocket`.
[[nodiscard]] AmiFamily parse_ami_family(std::string_view text);
[[nodiscard]] catalog::Capacity parse_capacity_flag(std::string_view text);

/// `200Gi`, `1Ti`: a quantity of whole GiB. Throws Error{usage}; a bare number is answered with "did you mean".
[[nodiscard]] std::int64_t parse_volume_gib(std::string_view text);

/// A duration as the CRDs take it: `1.5h` becomes `1h30m`, `never` in any case `Never`. Below a second and days are
/// refused.
[[nodiscard]] std::string parse_lifetime(std::string_view text, std::string_view flag);

/// `1.34`.
[[nodiscard]] std::string parse_kubernetes_version(std::string_view text);

/// Which machine image `--ami` names.
struct AmiChoice {
  enum class Kind : std::uint8_t { alias, id, ssm_parameter };
  Kind kind{};
  std::string text;                 ///< `al2023@v20260714`, `ami-…`, or the SSM path without `ssm:`
  std::optional<AmiFamily> family;  ///< of an alias
};
[[nodiscard]] AmiChoice parse_ami(std::string_view text);

/// What `pool create` was asked, after each flag's own text was understood and before anything is put together.
/// An empty optional or list means that the flag was not given.
struct PoolOptions {
  std::string name;  ///< of the pool, and the stem of the names derived from it
  Provisioner provisioner = Provisioner::karpenter;

  std::vector<std::string> instance_types;
  std::vector<std::string> accelerators;
  std::optional<MemorySize> accelerator_memory;  ///< per device
  std::vector<std::int64_t> accelerator_counts;  ///< per node

  std::vector<catalog::Capacity> capacity;  ///< on-demand when nothing says otherwise
  std::vector<std::string> capacity_reservations;
  bool capacity_block = false;
  bool fallback_on_demand = false;
  std::optional<std::int64_t> baseline_on_demand;  ///< nodes

  std::optional<std::int64_t> max_accelerators;  ///< Karpenter: limit on the extended resource
  std::optional<std::int64_t> max_vcpus;         ///< Karpenter, CPU pools
  std::optional<std::int64_t> min_nodes;         ///< eksctl, and the next two
  std::optional<std::int64_t> max_nodes;
  std::optional<std::int64_t> desired_nodes;
  bool self_managed = false;

  std::string cluster_name;
  std::string region;
  std::vector<std::string> zones;
  std::string role;  ///< IAM role of the nodes; `KarpenterNodeRole-<cluster>` when empty
  std::string kubernetes_version;

  std::optional<AmiChoice> ami;
  std::optional<AmiFamily> ami_family;
  std::optional<std::int64_t> volume_gib;
  bool efa = false;

  std::optional<Stage> stage;  ///< inference when not given
  std::vector<k8s::Label> labels;
  std::vector<k8s::Taint> taints;
  bool no_own_taints = false;  ///< `--taint none`
  std::optional<std::string> consolidate_after;
  std::optional<std::string> expire_after;
  std::optional<std::int64_t> weight;  ///< 1 to 100
};

}  // namespace kgpu::pool
