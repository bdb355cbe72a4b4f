#include "kgpu/pool/plan.hpp"

#include <algorithm>

namespace kgpu::pool {

std::optional<std::string> region_of_zone(std::string_view zone, const catalog::Catalog& catalog) {
  for (const std::string_view region : catalog.regions(catalog::Provider::aws)) {
    const std::string_view rest = zone.starts_with(region) ? zone.substr(region.size()) : std::string_view();
    if (rest.size() == 1 && rest.front() >= 'a' && rest.front() <= 'z') {
      return std::string(region);
    }
    // The local zones known are those where Capacity Blocks have a price: us-east-1-atl-2a.
    const auto& listed = catalog.tables().capacity_block_prices;
    if (rest.starts_with('-') &&
        std::ranges::find(listed, zone, &catalog::CapacityBlockPrice::region) != listed.end()) {
      return std::string(region);
    }
  }
  return std::nullopt;
}

}  // namespace kgpu::pool
