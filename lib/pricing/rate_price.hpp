#pragma once

#include "kgpu/pricing/offer_price.hpp"
#include "kgpu/pricing/rates.hpp"

#include <optional>

namespace kgpu::pricing {

/// The price that the catalogue's rates have for the subject; empty: none of them speaks of it.
[[nodiscard]] std::optional<OfferPrice> price_by_rates(const catalog::Catalog& catalog, const RateSubject& subject);

}  // namespace kgpu::pricing
