#pragma once

#include "kgpu/document/manifests.hpp"
#include "kgpu/pool/migrate.hpp"

#include <string>
#include <vector>

namespace kgpu::pool {

/// `deployment/web`: how messages call an object, whatever it is.
[[nodiscard]] std::string title_of(const output::Json& object);

/// Names that v1 of Karpenter no longer reads, in an object that is left alone: a pod's annotation, a node selector.
[[nodiscard]] std::vector<Finding> old_names_in(const document::Manifest& manifest);

}  // namespace kgpu::pool
