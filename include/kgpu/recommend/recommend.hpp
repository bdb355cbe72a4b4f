#pragma once

#include "kgpu/recommend/answer.hpp"

/// Which hardware for a need, and why (recommend.md).
namespace kgpu::recommend {

/// Throws Error{usage} for an instance type or a combination that cannot be.
[[nodiscard]] Answer recommend(const catalog::Catalog& catalog, const Question& question);

}  // namespace kgpu::recommend
