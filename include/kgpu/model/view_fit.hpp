#pragma once

#include "kgpu/model/fit.hpp"
#include "kgpu/output/json.hpp"

#include <string>

namespace kgpu::model {

/// For people: the verdict, the card as a bar, the terms, the pool and the speed.
[[nodiscard]] std::string fit_text(const FitReport& report);

/// `kind: ModelFit`; docs/json/model_fit.schema.json.
[[nodiscard]] output::Json fit_json(const FitReport& report);

}  // namespace kgpu::model
