#pragma once

#include "kgpu/instance/selection.hpp"
#include "kgpu/output/json.hpp"
#include "kgpu/output/table.hpp"

namespace kgpu::instance {

/// For people: one row a type. A spot price that is an estimate is marked `~`. The price columns are those of
/// `capacities`; ON-DEMAND and SPOT when empty. AS OF is the older day of the prices shown.
[[nodiscard]] output::Table list_table(const std::vector<Offer>& offers,
                                       const std::vector<catalog::Capacity>& capacities);

/// For programs: the same rows as CSV, plain numbers with their units in the header.
[[nodiscard]] output::Table list_csv(const std::vector<Offer>& offers,
                                     const std::vector<catalog::Capacity>& capacities);

/// `kind: InstanceList`; docs/json/instance_list.schema.json.
[[nodiscard]] output::Json list_json(const std::vector<Offer>& offers);

}  // namespace kgpu::instance
