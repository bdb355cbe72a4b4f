#include "kgpu/snapshot/records.hpp"

#include <algorithm>

namespace kgpu::snapshot {

std::optional<std::string_view> find(const List<Pair>& pairs, std::string_view key) {
  const auto* const found = std::lower_bound(
      pairs.begin(), pairs.end(), key, [](const Pair& pair, std::string_view wanted) { return pair.key < wanted; });
  return found != pairs.end() && found->key == key ? std::optional(found->value) : std::nullopt;
}

std::string_view text_of(const List<Pair>& pairs, std::string_view key) {
  return find(pairs, key).value_or(std::string_view());
}

std::int64_t Resources::device(std::string_view resource) const {
  const auto* const found = std::ranges::find(devices, resource, &Amount::resource);
  return found == devices.end() ? 0 : found->amount;
}

bool Pod::operator==(const Pod& other) const {
  const bool same_demand =
      demand == other.demand || (demand != nullptr && other.demand != nullptr && *demand == *other.demand);
  return same_demand && object == other.object && owner == other.owner && node == other.node &&
         cpu_millis == other.cpu_millis && memory_bytes == other.memory_bytes && phase == other.phase &&
         mirror == other.mirror;
}

}  // namespace kgpu::snapshot
