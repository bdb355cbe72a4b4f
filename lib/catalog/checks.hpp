#pragma once

#include "draft.hpp"

/// What cells cannot say of themselves: that rows name rows of other files, and that figures agree.
namespace kgpu::catalog {

/// For the rows that were just read: every name is the name of something, prices are above 0, rates have one price.
/// The first mistake is Error{data}.
void check_rows(const Draft& draft);

/// For data/ alone: prices are complete and plausible, globs match something, every file has a provenance.
void check_data(const Draft& draft);

}  // namespace kgpu::catalog
