#pragma once

#include "kgpu/catalog/catalog.hpp"
#include "kgpu/pool/options.hpp"
#include "kgpu/recommend/answer.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

/// A pool for a model: which hardware `--for-model` comes to (recommend.md 44, 45).
namespace kgpu::pool {

/// What a model settled on: types of one card, device memory and count.
struct ModelHardware {
  std::vector<const catalog::InstanceType*> types;  ///< cheapest first; the first is the winner
  std::int64_t nodes = 0;                           ///< that the load takes
  std::vector<std::string> reasons;                 ///< comment lines: workload, fit, price and day
  std::string others_why;                           ///< why other types of this card are not in

  /// Twice what the load takes, so that a rollout or a lost node finds room.
  [[nodiscard]] std::int64_t most_nodes() const { return 2 * nodes; }
};

/// `the load takes 2 nodes`.
[[nodiscard]] std::string load_words(const ModelHardware& hardware);

/// Hardware, or why there is none.
struct ModelChoice {
  std::optional<ModelHardware> hardware;
  std::vector<std::string> warnings;  ///< sentences for stderr
  std::vector<std::string> notes;     ///< the same: what is worth knowing and no risk
  std::string refusal;                ///< where there is no hardware although something fits; and
  std::string hint;                   ///< what to try
};

/// What the pool is for: as `--stage` says, else `usual`. Throws Error{usage} for flags of training with another stage.
[[nodiscard]] recommend::Stage stage_for_model(const PoolOptions& options, recommend::Stage usual);

/// Where the hardware may come from: EC2 in the region, in the capacities of the pool; `--accelerator`, its count and
/// memory narrow it. Throws Error{usage} for what no pool can be, and for `--instance-type`.
[[nodiscard]] recommend::Scope scope_for_model(const PoolOptions& options, const catalog::Catalog& catalog,
                                               std::string_view region);

/// Takes the best row on whole GPUs or Neuron devices that fits on high, and all types like it. Slices, parts of GPUs
/// and CPUs are left out, and named where they are cheaper. Rows that fit on the best estimate only are taken with
/// `allow_likely`. Throws Error{usage} where one replica takes several nodes.
[[nodiscard]] ModelChoice choose_for_model(const PoolOptions& options, const recommend::Answer& answer,
                                           bool allow_likely);

}  // namespace kgpu::pool
