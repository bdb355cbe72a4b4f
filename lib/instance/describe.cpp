#include "kgpu/base/error.hpp"
#include "kgpu/base/text.hpp"
#include "kgpu/catalog/type_sources.hpp"
#include "kgpu/instance/description.hpp"

#include <algorithm>
#include <set>

namespace kgpu::instance {
namespace {

using Labels = std::vector<std::pair<std::string, std::string>>;

template <class T>
void add_number(Labels& labels, const char* name, const std::optional<T>& value) {
  if (value) {
    labels.emplace_back(std::string("karpenter.k8s.aws/instance-") + name, std::to_string(*value));
  }
}

void add_text(Labels& labels, const char* name, std::string_view value) {
  if (!value.empty()) {
    labels.emplace_back(std::string("karpenter.k8s.aws/instance-") + name, std::string(value));
  }
}

/// What Karpenter's AWS provider writes on a node, by its own table of types.
Labels karpenter_labels(const catalog::KarpenterLabels& row) {
  Labels labels;
  add_text(labels, "category", row.category);
  add_text(labels, "family", row.family);
  add_text(labels, "generation", row.generation);
  add_number(labels, "cpu", std::optional(row.vcpus));
  add_number(labels, "memory", std::optional(row.memory_mib));
  add_text(labels, "gpu-manufacturer", row.gpu_manufacturer);
  add_text(labels, "gpu-name", row.gpu_name);
  add_number(labels, "gpu-count", row.gpu_count);
  add_number(labels, "gpu-memory", row.gpu_memory_mib_each);
  add_text(labels, "accelerator-manufacturer", row.accelerator_manufacturer);
  add_text(labels, "accelerator-name", row.accelerator_name);
  add_number(labels, "accelerator-count", row.accelerator_count);
  add_number(labels, "local-nvme", row.local_nvme_gib);
  add_number(labels, "network-bandwidth", row.network_mbps);
  return labels;
}

Labels node_labels(const catalog::Catalog& catalog, const catalog::InstanceType& type) {
  if (const auto* row = catalog.karpenter_labels(type.name)) {
    return karpenter_labels(*row);
  }
  if (type.provider == catalog::Provider::gcp && !type.node_label_value.empty()) {
    return {{"cloud.google.com/gke-accelerator", std::string(type.node_label_value)}};
  }
  return {};
}

/// Parts of a GPU have a label that says 0, and Karpenter plans no device for them.
std::optional<bool> karpenter_counts_devices(const catalog::Catalog& catalog, const catalog::InstanceType& type) {
  const auto* row = catalog.karpenter_labels(type.name);
  if (row == nullptr || !type.has_accelerator()) {
    return std::nullopt;
  }
  return row->gpu_count.value_or(0) > 0 || row->accelerator_count.value_or(0) > 0;
}

}  // namespace

const catalog::InstanceType& require_instance_type(const catalog::Catalog& catalog, std::string_view name) {
  if (const auto* type = catalog.find_instance_type(name)) {
    return *type;
  }
  std::vector<std::string_view> known;
  for (const catalog::InstanceType& type : catalog.tables().instance_types) {
    known.push_back(type.name);
  }
  const std::string near = did_you_mean(name, known);
  throw usage_error("unknown instance type " + in_quotes(name), near.empty() ? "kubectl gpu instance list" : near);
}

std::vector<std::string> priced_regions(const catalog::Catalog& catalog, const catalog::InstanceType& type,
                                        const pricing::PriceRules& rules) {
  std::set<std::string> regions;
  for (const catalog::PriceRow& row : catalog.prices_of(type)) {
    regions.emplace(row.region);
  }
  for (const catalog::CapacityBlockPrice& row : catalog.tables().capacity_block_prices) {
    if (row.instance_type == type.name) {
      regions.emplace(row.region);
    }
  }
  for (const catalog::Rate& rate : catalog.tables().rates) {
    if (!rate.region.empty() && rate.region != "*" && !regions.contains(std::string(rate.region)) &&
        make_offer(catalog, type, std::string(rate.region), {}, rules).prices.front().usd_per_hour) {
      regions.emplace(rate.region);
    }
  }
  return {regions.begin(), regions.end()};
}

Description describe(const catalog::Catalog& catalog, const catalog::InstanceType& type,
                     const std::vector<std::string>& regions, const pricing::PriceRules& rules) {
  Description description{.type = &type,
                          .accelerator = catalog.accelerator_of(type),
                          .use = catalog.use_of(type),
                          .driver = nullptr,
                          .mig_profiles = {},
                          .node_labels = node_labels(catalog, type),
                          .karpenter_counts_devices = karpenter_counts_devices(catalog, type),
                          .fact_sources = catalog::type_sources(catalog, type),
                          .offers = {}};
  if (description.accelerator != nullptr) {
    description.driver = catalog.driver_minimum(*description.accelerator);
    // A part of a GPU cannot be cut again.
    if (type.accelerator_count >= Decimal::whole(1)) {
      for (const catalog::MigProfile& profile : catalog.tables().mig_profiles) {
        if (profile.gpu_model == description.accelerator->name) {
          description.mig_profiles.push_back(&profile);
        }
      }
    }
  }
  for (const std::string& region : regions) {
    description.offers.push_back(make_offer(catalog, type, region, {}, rules));
  }
  return description;
}

}  // namespace kgpu::instance
