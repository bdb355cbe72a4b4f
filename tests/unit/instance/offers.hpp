#pragma once

#include "kgpu/instance/selection.hpp"

#include <algorithm>
#include <string>
#include <vector>

/// What the tests of this module share: the built-in catalogue at the default regions.
namespace kgpu::instance::testing {

inline const catalog::Catalog& built_in() {
  return catalog::Catalog::built_in();
}

inline const catalog::InstanceType& type(std::string_view name) {
  return *built_in().find_instance_type(name);
}

inline Regions default_regions() {
  return {{catalog::Provider::aws, "us-east-1"},
          {catalog::Provider::gcp, "us-central1"},
          {catalog::Provider::azure, "eastus"}};
}

inline Selection list(const Filter& filter) {
  return select(built_in(), filter, default_regions(), {});
}

inline std::vector<std::string> names(const std::vector<Offer>& offers) {
  std::vector<std::string> result;
  for (const Offer& offer : offers) {
    result.emplace_back(offer.type->name);
  }
  return result;
}

}  // namespace kgpu::instance::testing
