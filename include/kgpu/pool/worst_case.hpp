#pragma once

#include "kgpu/base/money.hpp"
#include "kgpu/pool/plan.hpp"
#include "kgpu/pricing/offer_price.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace kgpu::pool {

/// The most that the pools of a plan can cost in a month of 730 hours, all limits reached.
struct WorstCase {
  std::string what;  ///< `8 x L4, on-demand`
  std::string region;
  std::optional<Money> usd_per_month;      ///< absent when nothing is priced
  std::optional<Money> on_demand_ceiling;  ///< where spot is what counts: the price that spot never exceeds
  std::vector<std::string> unpriced;       ///< types; the sum is then a lower bound
  std::vector<Date> as_of;                 ///< distinct days of the prices, oldest first
};

/// Sum over the pools of limit × the dearest price per accelerator (per vCPU, per node) among its types, whole nodes
/// where all types have one count, at the dearest capacity allowed. Reserved counts as on-demand, a Capacity Block at
/// its own price (pools.md 25).
[[nodiscard]] WorstCase worst_case(const PoolPlan& plan, const catalog::Catalog& catalog, std::string_view region,
                                   const pricing::PriceRules& rules);

/// `worst case: $4,700.03 a month (8 x L4, on-demand, us-east-1, prices of 2026-07-20)`.
[[nodiscard]] std::string to_line(const WorstCase& worst);

}  // namespace kgpu::pool
