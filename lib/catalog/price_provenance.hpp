#pragma once

#include "draft.hpp"

/// Which row of provenance.csv each price cell is from: decided once, when the catalogue is built or overlaid.
namespace kgpu::catalog {

/// Gives every price cell its row; a cell without one, or with two that fit equally well, is Error{data}.
void resolve_provenance(Draft& draft);

/// The same for the cells an overlay gave: a row that the overlay's provenance.csv adds or changes, else for figures
/// that changed a row `overlay FILE` without a day. A figure given as it was keeps where it was from.
void resolve_overlay_provenance(Draft& draft);

}  // namespace kgpu::catalog
