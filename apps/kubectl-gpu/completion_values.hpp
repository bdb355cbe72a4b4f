#pragma once

#include "command_table.hpp"
#include "completion.hpp"

#include "kgpu/catalog/catalog.hpp"

#include <string>
#include <vector>

namespace kgpu::app {

/// The values of an offer that begin with what was typed; of a list, its last element, with the others before it.
[[nodiscard]] Suggestions complete_value(const Completions::Offer& offer, const std::string& typed,
                                         const catalog::Catalog& catalog);

}  // namespace kgpu::app
