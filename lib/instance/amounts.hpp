#pragma once

#include "kgpu/base/decimal.hpp"
#include "kgpu/pricing/offer_price.hpp"

#include <cstdint>
#include <string>

/// Amounts as tables and sentences show them.
namespace kgpu::instance {

inline constexpr std::int64_t k_gb = 1'000'000'000;

/// `22.03Gi`: the nearest hundredth, as the sources print it.
[[nodiscard]] std::string gib_text(std::int64_t bytes);

/// `16Gi`, `22.4Gi`: the nearest tenth.
[[nodiscard]] std::string mib_as_gib_text(std::int64_t mib);

/// `$0.8048`, an estimate as `~$0.2414`; empty when unpriced.
[[nodiscard]] std::string price_text(const pricing::OfferPrice* price);

}  // namespace kgpu::instance
