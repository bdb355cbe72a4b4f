#pragma once

#include "search.hpp"

#include "kgpu/base/derivation.hpp"

#include <vector>

namespace kgpu::recommend {

/// How the figures of a row came about: memory, speed, price. The numbers are made as for the row, with a trace kept.
[[nodiscard]] std::vector<Derivation> explain(const catalog::Catalog& catalog, const Question& question,
                                              const Candidate& candidate);

}  // namespace kgpu::recommend
