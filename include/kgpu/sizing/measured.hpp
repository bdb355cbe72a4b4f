#pragma once

#include "kgpu/catalog/catalog.hpp"
#include "kgpu/sizing/memory.hpp"
#include "kgpu/sizing/terms.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

/// Published measurements in place of formulas (CONTRACTS §4).
namespace kgpu::sizing {

/// A need with what was measured in it.
struct MeasuredNeed {
  MemoryNeed need;
  std::string row;        ///< `S001`, of `measured_memory.csv`
  std::string source;     ///< where it was published
  bool is_whole = false;  ///< the whole set-up was measured; else only its weights, elsewhere
};

struct MeasuredRow;

/// A published run of a model and precision, with what the formulas say of its set-up.
struct MeasuredRun {
  const MeasuredRow* row = nullptr;
  Serving serving;             ///< as it was measured
  double counted_weights = 0;  ///< bytes on a device there, by the formulas
};

/// The runs of the model and precision of `asked`, whatever its device, engine and parallelism: a search asks once.
[[nodiscard]] std::vector<MeasuredRun> measured_runs(const catalog::Catalog& catalog, const Serving& asked);

/// `need` with the figures of a run of the same model and precision. Weights always; activation and what is resident
/// beside them only where accelerator, count, parallelism and engine agree, and the engine's steps are as large. Empty
/// when there is no such run. Where the run printed its cache pool at the same memory fraction, overhead is what is
/// left.
[[nodiscard]] std::optional<MeasuredNeed> measured_need(const std::vector<MeasuredRun>& runs, const Serving& serving,
                                                        const MemoryNeed& need);
/// The same, the runs looked up here.
[[nodiscard]] std::optional<MeasuredNeed> measured_need(const catalog::Catalog& catalog, const Serving& serving,
                                                        const MemoryNeed& need);

/// The terms of a need, those that were measured in place of the formulas'.
[[nodiscard]] MemoryTerms with_measured(const MemoryTerms& terms, const MeasuredNeed& measured, Trace* trace);

struct SpeedRow;

/// Published runs of the same model, precisions, engine, accelerator, count and parallelism (recommend.md 32), whatever
/// the load.
[[nodiscard]] std::vector<const SpeedRow*> speed_runs(const Serving& serving);

/// What one of them says of a load.
struct MeasuredSpeed {
  Estimate decode_ms;       ///< the time per token; as far from it as the loads are apart
  std::string_view row;     ///< of `measured_speed.csv`
  std::string_view source;  ///< where it was published
  std::string_view as_of;   ///< the day of the run
};

/// The nearest of `runs` whose prompt, output and streams are each within a factor of 1.25; empty when none is.
[[nodiscard]] std::optional<MeasuredSpeed> speed_at(const std::vector<const SpeedRow*>& runs, const Load& load);

}  // namespace kgpu::sizing
