#pragma once

#include "kgpu/catalog/catalog.hpp"
#include "kgpu/sizing/memory.hpp"

#include <optional>
#include <string>

/// Published measurements in place of formulas (CONTRACTS §4).
namespace kgpu::sizing {

/// A need with what was measured in it.
struct MeasuredNeed {
  MemoryNeed need;
  std::string row;        ///< `S001`, of `measured_memory.csv`
  std::string source;     ///< where it was published
  bool is_whole = false;  ///< the whole set-up was measured; else only its weights, elsewhere
};

/// `need` with the figures of a run of the same model and precision. Weights always; activation and what is resident
/// beside them only where accelerator, count, parallelism and engine agree, and the engine's steps are as large. Empty
/// when there is no such run. Where the run printed its cache pool at the same memory fraction, overhead is what is
/// left.
[[nodiscard]] std::optional<MeasuredNeed> measured_need(const catalog::Catalog& catalog, const Serving& serving,
                                                        const MemoryNeed& need);

}  // namespace kgpu::sizing
