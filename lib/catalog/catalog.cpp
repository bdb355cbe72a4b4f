#include "kgpu/catalog/catalog.hpp"

#include "kgpu/base/text.hpp"
#include "kgpu/catalog/glob.hpp"

#include <algorithm>

namespace kgpu::catalog {
namespace {

/// The rows of `sorted` with this provider and type; both kinds of rows are sorted by them.
template <class Row>
std::span<const Row> rows_of(std::span<const Row> sorted, Provider provider, std::string_view name,
                             std::string_view Row::*name_of) {
  const auto before = [&](const Row& row, std::string_view wanted) {
    return row.provider != provider ? row.provider < provider : natural_less(row.*name_of, wanted);
  };
  const auto first = std::lower_bound(sorted.begin(), sorted.end(), name, before);
  const auto last = std::find_if(first, sorted.end(),
                                 [&](const Row& row) { return row.provider != provider || row.*name_of != name; });
  return {first, last};
}

}  // namespace

const InstanceType* Catalog::find_instance_type(std::string_view name) const {
  for (const Provider provider : {Provider::aws, Provider::gcp, Provider::azure}) {
    const auto rows = rows_of(tables_.instance_types, provider, name, &InstanceType::name);
    if (!rows.empty()) {
      return rows.data();
    }
  }
  return nullptr;
}

std::span<const PriceRow> Catalog::prices_of(const InstanceType& type) const {
  return rows_of(tables_.prices, type.provider, type.name, &PriceRow::instance_type);
}

const PriceRow* Catalog::find_price(const InstanceType& type, std::string_view region) const {
  const auto rows = prices_of(type);
  const auto found = std::ranges::lower_bound(rows, region, {}, &PriceRow::region);
  return found != rows.end() && found->region == region ? &*found : nullptr;
}

const CapacityBlockPrice* Catalog::find_capacity_block(std::string_view type, std::string_view region) const {
  const auto found = std::ranges::find_if(tables_.capacity_block_prices, [&](const CapacityBlockPrice& row) {
    return row.instance_type == type && row.region == region;
  });
  return found != tables_.capacity_block_prices.end() ? &*found : nullptr;
}

std::vector<std::string_view> Catalog::regions(Provider provider) const {
  std::vector<std::string_view> regions;
  for (const PriceRow& row : tables_.prices) {
    if (row.provider == provider) {
      regions.push_back(row.region);
    }
  }
  if (provider == Provider::aws) {
    for (const CapacityBlockPrice& row : tables_.capacity_block_prices) {
      regions.push_back(row.region);
    }
  }
  std::ranges::sort(regions);
  regions.erase(std::unique(regions.begin(), regions.end()), regions.end());
  return regions;
}

std::optional<Provider> Catalog::provider_of_region(std::string_view region) const {
  const auto row = std::ranges::find(tables_.prices, region, &PriceRow::region);
  if (row != tables_.prices.end()) {
    return row->provider;
  }
  const auto block = std::ranges::find(tables_.capacity_block_prices, region, &CapacityBlockPrice::region);
  return block != tables_.capacity_block_prices.end() ? std::optional(Provider::aws) : std::nullopt;
}

const KarpenterLabels* Catalog::karpenter_labels(std::string_view instance_type) const {
  const auto found = std::ranges::find(tables_.karpenter_labels, instance_type, &KarpenterLabels::instance_type);
  return found != tables_.karpenter_labels.end() ? &*found : nullptr;
}

const AmiRelease* Catalog::ami_release(std::string_view family) const {
  const auto found = std::ranges::find(tables_.ami_releases, family, &AmiRelease::family);
  return found != tables_.ami_releases.end() ? &*found : nullptr;
}

std::string_view Catalog::use_of(const InstanceType& type) const {
  for (const AcceleratorUse& row : tables_.accelerator_uses) {
    const bool matches = type.has_accelerator()
                             ? row.accelerator != "none" && glob_matches(row.accelerator, type.accelerator_model)
                             : row.accelerator == "none";
    const std::int64_t memory = type.accelerator_memory_mib_each;
    if (matches && memory >= row.memory_mib_from.value_or(memory) &&
        (!row.memory_mib_below || memory < *row.memory_mib_below)) {
      return row.use;
    }
  }
  return {};
}

const DriverMinimum* Catalog::driver_minimum(std::string_view architecture) const {
  const auto found = std::ranges::find(tables_.driver_minimums, architecture, &DriverMinimum::architecture);
  return found != tables_.driver_minimums.end() ? &*found : nullptr;
}

const DriverMinimum* Catalog::driver_minimum(const Accelerator& accelerator) const {
  const DriverMinimum* own = driver_minimum(accelerator.name);
  return own != nullptr ? own : driver_minimum(accelerator.architecture);
}

}  // namespace kgpu::catalog
