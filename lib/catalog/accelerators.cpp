#include "kgpu/base/text.hpp"
#include "kgpu/catalog/catalog.hpp"
#include "kgpu/catalog/glob.hpp"

#include <algorithm>

namespace kgpu::catalog {
namespace {

bool is_named(const Tables& tables, const Accelerator& accelerator, const std::string& lower_name) {
  if (to_lower(accelerator.name) == lower_name || to_lower(accelerator.catalogue_model) == lower_name) {
    return true;
  }
  const auto by_types = [&](const AcceleratorOfTypes& row) {
    return row.accelerator == accelerator.name && to_lower(row.accelerator_model) == lower_name;
  };
  const auto by_alias = [&](const AcceleratorAlias& row) {
    return row.accelerator == accelerator.name && to_lower(row.alias) == lower_name;
  };
  return std::ranges::any_of(tables.accelerators_of_types, by_types) ||
         std::ranges::any_of(tables.accelerator_aliases, by_alias);
}

/// MiB of the whole card that a type carries, or parts of which it carries.
std::int64_t card_memory_mib(const InstanceType& type) {
  const std::int64_t nanos = type.accelerator_count.nanos();
  if (nanos <= 0 || nanos >= Decimal::k_scale) {
    return type.accelerator_memory_mib_each;
  }
  return type.accelerator_memory_mib_each * 1000 / std::max<std::int64_t>(1, nanos / (Decimal::k_scale / 1000));
}

/// How far the card's size on the box, taken as GiB, is from `memory_mib`.
std::int64_t distance_mib(const Accelerator& accelerator, std::int64_t memory_mib) {
  const Decimal nominal = accelerator.memory_nominal_gb.value_or(Decimal{});
  return std::abs(nominal.nanos() / (Decimal::k_scale / 1000) * 1024 / 1000 - memory_mib);
}

}  // namespace

std::vector<const Accelerator*> Catalog::find_accelerators(std::string_view name) const {
  std::vector<const Accelerator*> found;
  const std::string lower_name = to_lower(name);
  for (const Accelerator& accelerator : tables_.accelerators) {
    if (!lower_name.empty() && is_named(tables_, accelerator, lower_name)) {
      found.push_back(&accelerator);
    }
  }
  return found;
}

const Accelerator* Catalog::accelerator_of(const InstanceType& type) const {
  if (!type.has_accelerator()) {
    return nullptr;
  }
  for (const AcceleratorOfTypes& row : tables_.accelerators_of_types) {
    if (row.accelerator_model == type.accelerator_model && glob_matches(row.types, type.name)) {
      const auto named = std::ranges::find(tables_.accelerators, row.accelerator, &Accelerator::name);
      return named != tables_.accelerators.end() ? &*named : nullptr;
    }
  }
  // The clouds disagree with the box about memory by up to 7 percent; the cards of one word are further apart.
  const std::int64_t memory_mib = card_memory_mib(type);
  const Accelerator* nearest = nullptr;
  for (const Accelerator& accelerator : tables_.accelerators) {
    if (accelerator.catalogue_model == type.accelerator_model &&
        (nearest == nullptr || distance_mib(accelerator, memory_mib) < distance_mib(*nearest, memory_mib))) {
      nearest = &accelerator;
    }
  }
  return nearest;
}

}  // namespace kgpu::catalog
