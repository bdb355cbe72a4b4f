#include "pairs.hpp"

#include <algorithm>

namespace kgpu::snapshot {

void set_pair(std::vector<Pair>& pairs, std::string_view key, std::string_view value) {
  const auto found = std::ranges::find(pairs, key, &Pair::key);
  if (found != pairs.end()) {
    found->value = value;
  } else {
    pairs.push_back({key, value});
  }
}

}  // namespace kgpu::snapshot
