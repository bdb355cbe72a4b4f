#pragma once

#include "kgpu/instance/selection.hpp"
#include "kgpu/output/json.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace kgpu::instance {

/// Everything known of one type. Views point into the catalogue.
struct Description {
  const catalog::InstanceType* type = nullptr;
  const catalog::Accelerator* accelerator = nullptr;
  std::string_view use;
  const catalog::DriverMinimum* driver = nullptr;  ///< null where no row covers the architecture
  std::vector<const catalog::MigProfile*> mig_profiles;
  std::vector<std::pair<std::string, std::string>> node_labels;  ///< what Karpenter or GKE writes on its nodes
  /// False: Karpenter never chooses the type for a pod that asks for a device. Empty where its table lacks the type.
  std::optional<bool> karpenter_counts_devices;
  std::vector<const catalog::Provenance*> fact_sources;
  std::vector<Offer> offers;  ///< one per region, by region
};

/// The type of that name. Throws Error{usage} with the nearest names.
[[nodiscard]] const catalog::InstanceType& require_instance_type(const catalog::Catalog& catalog,
                                                                 std::string_view name);

/// The regions that have a price for the type, Capacity Blocks and rates included, sorted.
[[nodiscard]] std::vector<std::string> priced_regions(const catalog::Catalog& catalog,
                                                      const catalog::InstanceType& type,
                                                      const pricing::PriceRules& rules);

[[nodiscard]] Description describe(const catalog::Catalog& catalog, const catalog::InstanceType& type,
                                   const std::vector<std::string>& regions, const pricing::PriceRules& rules);

/// As `kubectl describe` lays things out: keys and values, then the prices of the regions given.
[[nodiscard]] std::string description_text(const Description& description);

/// `kind: Instance`; docs/json/instance.schema.json.
[[nodiscard]] output::Json description_json(const Description& description);

}  // namespace kgpu::instance
