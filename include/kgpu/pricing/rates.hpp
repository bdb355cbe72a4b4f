#pragma once

#include "kgpu/base/decimal.hpp"
#include "kgpu/base/money.hpp"
#include "kgpu/catalog/catalog.hpp"
#include "kgpu/k8s/names.hpp"

#include <optional>
#include <span>
#include <string_view>
#include <vector>

/// `rates.csv`: on-prem and negotiated prices, and which row of it counts (ledger.md 12).
namespace kgpu::pricing {

/// What is known of the machine to be priced.
struct RateSubject {
  std::string_view instance_type;  ///< the catalogue's name
  std::string_view region;
  std::optional<catalog::Capacity> capacity;  ///< empty when unknown: then no row that names a capacity matches
  Decimal devices;                            ///< physical accelerators; 0 on CPU machines
  std::span<const k8s::Label> labels;
};

/// The row that counts: of those that match, the most `label=value` pairs (an instance type is one), then one with a
/// region, then one with a capacity, then the first. Null when none matches. Types compare without case. A rate per
/// device never prices a machine without devices.
[[nodiscard]] const catalog::Rate* find_rate(std::span<const catalog::Rate> rates, const RateSubject& subject);

/// What the row asks for a whole machine with that many physical devices, per hour.
[[nodiscard]] Money usd_per_hour(const catalog::Rate& rate, Decimal devices);

/// The labels that every node of this type, bought so, is known to have: type, region, architecture, system, and on
/// aws what Karpenter writes.
[[nodiscard]] std::vector<k8s::Label> labels_of_offer(const catalog::Catalog& catalog,
                                                      const catalog::InstanceType& type, std::string_view region,
                                                      catalog::Capacity capacity);

}  // namespace kgpu::pricing
