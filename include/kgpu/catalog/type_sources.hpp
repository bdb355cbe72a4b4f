#pragma once

#include "kgpu/catalog/catalog.hpp"

#include <vector>

namespace kgpu::catalog {

/// Where the type's own row comes from: of every column that provenance names, the most specific line. `*` covers the
/// columns that no other line names.
[[nodiscard]] std::vector<const Provenance*> type_sources(const Catalog& catalog, const InstanceType& type);

}  // namespace kgpu::catalog
