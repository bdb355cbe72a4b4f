#pragma once

#include "kgpu/instance/selection.hpp"
#include "kgpu/output/json.hpp"

namespace kgpu::instance {

/// Adds the members that lists and descriptions share: the type's, and its accelerator's name, count and memory.
void set_type(output::Json& json, const Offer& offer);

/// Appends the offer's prices to `prices`.
void push_prices(output::Json& prices, const Offer& offer);

}  // namespace kgpu::instance
