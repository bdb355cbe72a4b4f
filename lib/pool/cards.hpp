#pragma once

#include "kgpu/catalog/catalog.hpp"

#include <string>
#include <vector>

namespace kgpu::pool {

/// EC2 types with whole devices of any of these names (all devices that pools are made for when empty), in table order.
/// Throws Error{usage} for a name that nothing has, or that no EC2 type carries.
[[nodiscard]] std::vector<const catalog::InstanceType*> types_that_carry(const std::vector<std::string>& names,
                                                                         const catalog::Catalog& catalog);

/// `L4 24GB (22.03Gi usable)`; empty where nothing is known.
[[nodiscard]] std::string memory_words(const catalog::InstanceType& type, const catalog::Catalog& catalog);

}  // namespace kgpu::pool
