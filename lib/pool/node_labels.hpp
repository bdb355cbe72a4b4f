#pragma once

#include "selection.hpp"

#include "kgpu/catalog/catalog.hpp"
#include "kgpu/pool/options.hpp"
#include "kgpu/pool/plan.hpp"

#include <string>
#include <vector>

namespace kgpu::pool {

struct NodeLabels {
  std::vector<LabelLine> labels;
  std::vector<std::string> notes;
};

/// Ours where one value holds for every type of the pool, then `--label`, which may replace ours (pools.md 8).
[[nodiscard]] NodeLabels labels_of(const PoolOptions& options, const Selection& selection,
                                   const catalog::Catalog& catalog);

struct NodeTaints {
  std::vector<k8s::Taint> taints;
  std::vector<std::string> notes;
};

/// Ours unless `none`, then `--taint`; the same key and effect replaces ours (pools.md 9).
[[nodiscard]] NodeTaints taints_of(const PoolOptions& options, const Selection& selection);

/// The value of our `accelerator` label where it is one for all types: `nvidia-l4`, `aws-trainium`. Else empty.
[[nodiscard]] std::string accelerator_label(const Selection& selection);

}  // namespace kgpu::pool
