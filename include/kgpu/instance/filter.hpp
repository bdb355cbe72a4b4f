#pragma once

#include "kgpu/base/memory_size.hpp"
#include "kgpu/base/money.hpp"
#include "kgpu/catalog/catalog.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace kgpu::instance {

/// What `--feature` can ask for. All are of the accelerator but EFA, which is of the machine. MIG and NVLink need a
/// whole GPU.
enum class Feature : std::uint8_t { mig, efa, nvlink, bf16, fp8, fp4 };
inline constexpr Feature k_features[] = {Feature::mig,  Feature::efa, Feature::nvlink,
                                         Feature::bf16, Feature::fp8, Feature::fp4};

[[nodiscard]] std::string_view to_string(Feature feature);
/// Throws Error{usage} with the valid words.
[[nodiscard]] Feature parse_feature(std::string_view text);

/// Whether the type has the feature; empty where the catalogue does not say.
[[nodiscard]] std::optional<bool> has_feature(const catalog::InstanceType& type,
                                              const catalog::Accelerator* accelerator, Feature feature);

/// A Kubernetes quantity of memory, as given: `16Gi`. Throws Error{usage} naming `flag`; a bare small number is asked
/// about.
struct MemoryFloor {
  std::int64_t bytes = 0;
  std::string text;
};
[[nodiscard]] MemoryFloor parse_memory_floor(std::string_view text, std::string_view flag);

/// Which types to list. An empty list or optional asks for nothing.
struct Filter {
  std::vector<catalog::Provider> providers = {};
  std::vector<std::string> accelerators = {};         ///< canonical names, aliases or catalogue words
  std::vector<Decimal> accelerator_counts = {};       ///< physical devices per node, 0.125 among them
  std::optional<MemorySize> accelerator_memory = {};  ///< per device
  std::optional<std::int64_t> min_vcpus = {};
  std::optional<MemoryFloor> min_memory = {};
  std::optional<catalog::Architecture> architecture = {};
  std::optional<std::string> region = {};  ///< types without any known price there are left out
  std::vector<catalog::Capacity> capacities = {};
  /// Per node and hour, at the cheapest of `capacities` (on-demand or spot when empty).
  std::optional<Money> max_price = {};
  std::vector<Feature> features = {};
};

}  // namespace kgpu::instance
