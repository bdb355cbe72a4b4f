#pragma once

#include "kgpu/model/fit.hpp"

#include <vector>

namespace kgpu::model {

/// What would make a serving that does not fit do so, each change by itself and computed in full (recommend.md 8):
/// cache in fp8, weights in fp8 (4 bits where the device has no fp8), both where neither does, half the context, half
/// the concurrency, no more sequences than asked for, more devices up to 8. At most three, those that fit. Nothing for
/// a report that fits.
[[nodiscard]] std::vector<Lever> levers_of(const catalog::Catalog& catalog, const WorkloadOptions& options,
                                           const Placement& placement, Basis basis, const FitReport& report);

}  // namespace kgpu::model
