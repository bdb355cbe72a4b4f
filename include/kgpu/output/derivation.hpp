#pragma once

#include "kgpu/base/derivation.hpp"
#include "kgpu/output/json.hpp"

#include <string>
#include <vector>

/// How numbers are shown that say how they came about (`--explain`).
namespace kgpu::output {

/// Indented trees, a line a step: its name, value, formula; leaves with their source in brackets. What stands above
/// already is not written out again.
[[nodiscard]] std::string derivations_text(const std::vector<Derivation>& derivations);

/// `[{name, value, unit, formula, source, published, terms}]`, each tree whole; what there is none of is absent.
[[nodiscard]] Json derivations_json(const std::vector<Derivation>& derivations);

}  // namespace kgpu::output
