#include "rate_price.hpp"

namespace kgpu::pricing {

std::optional<OfferPrice> price_by_rates(const catalog::Catalog& catalog, const RateSubject& subject) {
  const catalog::Rate* const rate = find_rate(catalog.tables().rates, subject);
  if (rate == nullptr) {
    return std::nullopt;
  }
  OfferPrice price;
  price.basis = Basis::rate;
  price.usd_per_hour = usd_per_hour(*rate, subject.devices);
  price.as_of = rate->as_of;
  price.source = rate->source;
  return price;
}

}  // namespace kgpu::pricing
