#pragma once

#include "kgpu/snapshot/records.hpp"

#include <string_view>
#include <vector>

namespace kgpu::snapshot {

/// Sets the key's value, whether it is new or not: of a key that comes twice the last counts.
void set_pair(std::vector<Pair>& pairs, std::string_view key, std::string_view value);

}  // namespace kgpu::snapshot
