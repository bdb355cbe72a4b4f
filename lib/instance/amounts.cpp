#include "amounts.hpp"

#include "kgpu/base/memory_size.hpp"

namespace kgpu::instance {
namespace {

constexpr int k_hourly_places = 4;

}  // namespace

std::string gib_text(std::int64_t bytes) {
  const std::int64_t hundredths = bytes / k_gib * 100 + (bytes % k_gib * 100 + k_gib / 2) / k_gib;
  return Decimal::from_nanos(hundredths * (Decimal::k_scale / 100)).to_string() + "Gi";
}

std::string mib_as_gib_text(std::int64_t mib) {
  const std::int64_t tenths = (mib * 10 + 512) / 1024;
  return Decimal::from_nanos(tenths * (Decimal::k_scale / 10)).to_string() + "Gi";
}

std::string price_text(const pricing::OfferPrice* price) {
  if (price == nullptr || !price->usd_per_hour) {
    return {};
  }
  const bool is_estimate = price->basis == pricing::Basis::estimated;
  return (is_estimate ? "~" : "") + format_dollars(*price->usd_per_hour, k_hourly_places);
}

}  // namespace kgpu::instance
