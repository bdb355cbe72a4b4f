#pragma once

#include "kgpu/base/date.hpp"
#include "kgpu/base/money.hpp"
#include "kgpu/catalog/catalog.hpp"

#include <optional>
#include <string>
#include <string_view>

namespace kgpu::pricing {

/// Where a price comes from: one set of words in every document (`price_basis`).
enum class Basis { published, estimated, rate, overlay, capacity_block, unpriced };

[[nodiscard]] std::string_view to_string(Basis basis);  ///< `capacity-block`

/// What the user asked of prices.
struct PriceRules {
  Decimal discount_percent;                  ///< off on-demand catalogue prices only; 0 to 100
  std::optional<std::int64_t> max_age_days;  ///< prices older than this count as unpriced
  std::optional<Date> today;                 ///< needed when max_age_days is given
};

/// The price of one instance type in one region, bought one way.
struct OfferPrice {
  catalog::Capacity capacity{};
  Basis basis = Basis::unpriced;
  std::optional<Money> usd_per_hour;  ///< absent exactly when the basis is unpriced
  std::optional<Date> as_of;
  std::string source;                                     ///< empty when unpriced
  std::optional<catalog::InterruptionBand> interruption;  ///< spot only
};

/// The first that exists of: rate, overlaid or published cell, and for spot on-demand × (100 − saving) / 100 as
/// `estimated` (ledger.md 11–15). Reserved is the Capacity Block price.
[[nodiscard]] OfferPrice price_offer(const catalog::Catalog& catalog, const catalog::InstanceType& type,
                                     std::string_view region, catalog::Capacity capacity, const PriceRules& rules);

/// The same where the row of the type and region is at hand, or null when there is none.
[[nodiscard]] OfferPrice price_offer(const catalog::Catalog& catalog, const catalog::InstanceType& type,
                                     std::string_view region, const catalog::PriceRow* row, catalog::Capacity capacity,
                                     const PriceRules& rules);

/// The same without rates: overlaid or published cell, or the estimate of spot.
[[nodiscard]] OfferPrice price_in_catalog(const catalog::Catalog& catalog, const catalog::InstanceType& type,
                                          std::string_view region, catalog::Capacity capacity, const PriceRules& rules);

/// The price, or unpriced where its day is older than the rules allow.
[[nodiscard]] OfferPrice unless_too_old(OfferPrice price, const PriceRules& rules);

}  // namespace kgpu::pricing
