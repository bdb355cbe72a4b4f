#pragma once

#include "kgpu/document/document.hpp"
#include "kgpu/document/template.hpp"
#include "kgpu/pool/plan.hpp"

#include <string>
#include <vector>

namespace kgpu::pool {

/// NodePools, then their EC2NodeClass; or one ClusterConfig. Throws Error{usage} for values that YAML cannot carry.
[[nodiscard]] std::vector<document::Document> render_pool(const PoolPlan& plan, const document::TemplateSet& templates);

/// What `-o name` prints: `nodepool.karpenter.sh/x`, or eksctl's group names.
[[nodiscard]] std::vector<std::string> names_of(const PoolPlan& plan);

}  // namespace kgpu::pool
