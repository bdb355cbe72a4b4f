#pragma once

#include "kgpu/base/derivation.hpp"
#include "kgpu/model/workload.hpp"

#include <optional>
#include <string>
#include <vector>

namespace kgpu::model {

/// On which devices.
struct Placement {
  std::string accelerator;
  std::int32_t count = 1;
  std::optional<std::int32_t> tensor_parallel;    ///< the largest that is possible when empty
  std::optional<std::int32_t> pipeline_parallel;  ///< the rest of the count
};

/// One term of the memory, with its name in JSON and its letter in the bar.
struct MemoryPart {
  std::string_view field;
  std::string_view label;
  char letter = ' ';
  sizing::Estimate bytes;  ///< whole bytes
};

/// A change of flags with which a model fits.
struct Lever {
  std::string flags;  ///< `--kv-precision fp8`
  sizing::Fits fits{};
};

/// The answer of `model fit`. Memory is of one device, the fullest one.
struct FitReport {
  Workload workload;
  const catalog::Accelerator* accelerator = nullptr;
  std::int32_t count = 1;
  sizing::Parallelism parallel;
  std::int32_t ranks = 1;                        ///< data-parallel replicas of the training
  sizing::Engine engine = sizing::Engine::vllm;  ///< that runs: on Neuron devices its own
  std::string engine_version;
  std::string training;            ///< `full, adamw, zero3, checkpointing full`; empty for serving
  std::vector<MemoryPart> memory;  ///< adds up to `total`
  sizing::Estimate total;
  sizing::Estimate cache_per_token;
  std::optional<double> capacity_bytes;
  std::optional<double> usable_bytes;
  std::optional<sizing::Fits> fits;
  std::optional<sizing::CachePool> pool;
  std::optional<sizing::Estimate> decode_ms;
  std::optional<sizing::Estimate> first_token_ms;
  std::optional<sizing::Estimate> tokens_per_second;
  std::optional<sizing::Estimate> saturated_tokens_per_second;
  bool is_measured = false;             ///< memory is that of a published run of this very set-up
  bool is_speed_measured = false;       ///< time a token is that of a published run at such a load
  std::vector<Lever> levers;            ///< what would make it fit; filled by who asks (levers.hpp)
  std::vector<Derivation> derivations;  ///< of the figures above, where they were asked for
  std::vector<std::string> notes;       ///< what was assumed, and what was measured
};

/// What memory and speed rest on.
enum class Basis {
  measured,  ///< published runs where there are any, else the formulas
  formula,   ///< the formulas alone
};

/// Throws Error{usage}: an accelerator that is not known or means several, degrees that are not possible.
[[nodiscard]] FitReport plan_fit(const catalog::Catalog& catalog, const WorkloadOptions& options,
                                 const Placement& placement, Basis basis = Basis::measured, bool explains = false);

/// The words for what a number rests on: `data/gpus.csv, L4 (2026-08-22)`, or the flag.
[[nodiscard]] std::string origin_text(const catalog::Catalog& catalog, const Origin& origin);

/// The row of an accelerator; `A100` alone is refused with both sizes. Throws Error{usage} with what is near.
[[nodiscard]] const catalog::Accelerator& require_accelerator(const catalog::Catalog& catalog, std::string_view name);

}  // namespace kgpu::model
