#pragma once

#include "kgpu/snapshot/records.hpp"

#include <cstdint>
#include <string_view>

/// What labels tell, beside the public part in identity.hpp.
namespace kgpu::inventory {

/// A label's whole number above 0; 0 for everything else.
[[nodiscard]] std::int64_t number_label(const snapshot::List<snapshot::Pair>& labels, std::string_view label);

/// Accelerators of the node by the clouds' and Intel's labels; 0: none tells.
[[nodiscard]] std::int64_t count_by_label(const snapshot::List<snapshot::Pair>& labels);

/// The MIG profile that the whole node is cut into: GFD's product under strategy `single`, or GKE's partition.
[[nodiscard]] std::string_view single_profile(const snapshot::List<snapshot::Pair>& labels);

}  // namespace kgpu::inventory
