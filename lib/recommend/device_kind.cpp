#include "device_kind.hpp"

#include "recommend_tables.hpp"

#include "kgpu/base/memory_size.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>

namespace kgpu::recommend {
namespace {

constexpr double k_mebibyte = static_cast<double>(k_mib);

double number(const Decimal& value) {
  return static_cast<double>(value.nanos()) / static_cast<double>(Decimal::k_scale);
}

DeviceKind whole(const catalog::Accelerator& accelerator) {
  const sizing::Device device = sizing::device_of(accelerator);
  DeviceKind kind;
  kind.accelerator = &accelerator;
  kind.name = accelerator.name;
  kind.device = sizing::rank_of(device);
  kind.cores = device.cores;
  kind.nominal_gb = accelerator.memory_nominal_gb ? number(*accelerator.memory_nominal_gb) : 0;
  return kind;
}

/// The part of a card that the cloud rents (recommend.md 13).
DeviceKind part(const catalog::InstanceType& type, const catalog::Accelerator& accelerator) {
  DeviceKind kind = whole(accelerator);
  const double share = number(type.accelerator_count);
  const double stated = static_cast<double>(type.accelerator_memory_mib_each) * k_mebibyte;
  const auto capacity = kind.device.capacity_bytes;
  kind.device = sizing::slice_of(kind.device, capacity ? std::min(stated, share * *capacity) : 0, share, share);
  if (!capacity) {
    kind.device.capacity_bytes.reset();
  }
  kind.name = fmt::format("{}/{}/{}", accelerator.name, share, type.accelerator_memory_mib_each);
  kind.device.name = kind.name;
  kind.nominal_gb *= share;
  kind.is_part = true;
  return kind;
}

bool is_variant(std::string_view profile) {
  return profile.find('+') != std::string_view::npos || profile.find('-') != std::string_view::npos;
}

/// Profiles of the card, each once, without variants and without the whole card (recommend.md 14).
std::vector<const catalog::MigProfile*> profiles_of(const catalog::Catalog& catalog, std::string_view accelerator) {
  std::vector<const catalog::MigProfile*> profiles;
  std::int32_t most = 0;
  for (const catalog::MigProfile& profile : catalog.tables().mig_profiles) {
    if (profile.gpu_model != accelerator || is_variant(profile.profile)) {
      continue;
    }
    most = std::max(most, profile.memory_slices);
    const auto same = [&](const catalog::MigProfile* other) { return other->profile == profile.profile; };
    if (std::ranges::none_of(profiles, same)) {
      profiles.push_back(&profile);
    }
  }
  std::erase_if(profiles, [&](const catalog::MigProfile* profile) { return profile->memory_slices == most; });
  return profiles;
}

/// 7 compute and 8 memory slices; cards of four have four of both, smaller ones two.
struct CardSlices {
  double compute = 0;
  double memory = 0;
};

CardSlices slices_of(const catalog::Catalog& catalog, std::string_view accelerator) {
  CardSlices most;
  for (const catalog::MigProfile& profile : catalog.tables().mig_profiles) {
    if (profile.gpu_model == accelerator) {
      most.compute = std::max(most.compute, static_cast<double>(profile.compute_slices));
      most.memory = std::max(most.memory, static_cast<double>(profile.memory_slices));
    }
  }
  return most;
}

DeviceKind slice(const catalog::Catalog& catalog, const DeviceKind& card, const catalog::MigProfile& profile) {
  const CardSlices all = slices_of(catalog, profile.gpu_model);
  DeviceKind kind = card;
  kind.slice = profile.profile;
  kind.name = fmt::format("{}/{}", card.name, profile.profile);
  kind.device = sizing::slice_of(card.device, mig_usable_bytes(catalog, profile), profile.memory_slices / all.memory,
                                 profile.compute_slices / all.compute);
  kind.device.name = kind.name;
  kind.slots = profile.max_instances;
  kind.nominal_gb = number(profile.memory_gib);
  kind.is_part = true;
  return kind;
}

/// A CPU machine, as one device (recommend.md 17).
Kinds cpu_kinds(const catalog::InstanceType& type) {
  const auto* row = std::ranges::find(k_cpus, type.family, &CpuRow::family);
  if (row == std::end(k_cpus)) {
    return {};
  }
  constexpr double k_giga = 1e9;
  constexpr double k_tera = 1e12;
  DeviceKind kind;
  kind.name = type.name;
  kind.cpu = row;
  kind.vcpus = type.vcpus;
  kind.device.name = type.family;
  kind.device.figures = "cpu_bandwidth.csv";
  kind.device.vendor = "CPU";
  kind.device.capacity_bytes = factor::cpu_usable_share * static_cast<double>(type.memory_mib) * k_mebibyte;
  kind.device.bandwidth_bytes_s = *row->gb_s_per_vcpu * type.vcpus * k_giga;
  kind.device.peak_16bit_flops = *row->tflops_per_vcpu * type.vcpus * k_tera;
  return {std::make_shared<const DeviceKind>(std::move(kind))};
}

}  // namespace

double mig_usable_bytes(const catalog::Catalog& catalog, const catalog::MigProfile& profile) {
  constexpr double k_unconfirmed = 0.97;  // sharing.md 3
  constexpr double k_by_name = 0.85;
  for (const catalog::MigUsableMemory& row : catalog.tables().mig_usable_memory) {
    if (row.gpu_model == profile.gpu_model && row.profile == profile.profile) {
      return static_cast<double>(row.usable_mib) * k_mebibyte * (row.confirmed ? 1 : k_unconfirmed);
    }
  }
  return number(profile.memory_gib) * static_cast<double>(k_gib) * k_by_name;
}

const Kinds& KindTable::of(const catalog::InstanceType& type) {
  const catalog::Accelerator* accelerator = catalog_->accelerator_of(type);
  const bool is_part = type.accelerator_count < Decimal::whole(1);
  const std::string key(accelerator == nullptr || is_part ? type.name : accelerator->name);
  const auto found = kinds_.find(key);
  return found != kinds_.end() ? found->second : kinds_.emplace(key, make(type, accelerator)).first->second;
}

Kinds KindTable::make(const catalog::InstanceType& type, const catalog::Accelerator* accelerator) const {
  if (!type.has_accelerator()) {
    return cpu_kinds(type);
  }
  if (accelerator == nullptr) {
    return {};
  }
  if (type.accelerator_count < Decimal::whole(1)) {
    return {std::make_shared<const DeviceKind>(part(type, *accelerator))};
  }
  const DeviceKind card = whole(*accelerator);
  Kinds kinds = {std::make_shared<const DeviceKind>(card)};
  for (const catalog::MigProfile* profile : profiles_of(*catalog_, accelerator->name)) {
    kinds.push_back(std::make_shared<const DeviceKind>(slice(*catalog_, card, *profile)));
  }
  return kinds;
}

}  // namespace kgpu::recommend
