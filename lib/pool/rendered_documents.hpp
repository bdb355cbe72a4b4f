#pragma once

#include "kgpu/document/document.hpp"
#include "kgpu/document/template.hpp"
#include "kgpu/pool/plan.hpp"

#include <string>

namespace kgpu::pool {

[[nodiscard]] document::Document node_pool_document(const PoolPlan& plan, const NodePool& pool,
                                                    const document::TemplateSet& templates);
[[nodiscard]] document::Document node_class_document(const PoolPlan& plan, const document::TemplateSet& templates);
[[nodiscard]] document::Document cluster_config_document(const PoolPlan& plan, const document::TemplateSet& templates);

/// What the annotation `kubectl-gpu/of` says: `pool.NAME`.
[[nodiscard]] std::string owner_of(const PoolPlan& plan);

}  // namespace kgpu::pool
