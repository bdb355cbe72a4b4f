#pragma once

#include "kgpu/model/fit.hpp"
#include "kgpu/sizing/terms.hpp"

/// How the figures of a report came about; their terms know where a trace is kept.
namespace kgpu::model {

void explain_serving(FitReport& report, const catalog::Catalog& catalog, const sizing::Serving& serving,
                     const sizing::MemoryTerms& need, Basis basis);
void explain_training(FitReport& report, const catalog::Catalog& catalog, const sizing::Training& training,
                      const sizing::TrainingTerms& need);

}  // namespace kgpu::model
