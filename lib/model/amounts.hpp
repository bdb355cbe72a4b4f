#pragma once

#include "kgpu/base/decimal.hpp"
#include "kgpu/output/json.hpp"
#include "kgpu/sizing/estimate.hpp"

#include <cstdint>
#include <string>

/// Amounts as tables and JSON show them.
namespace kgpu::model {

/// `14.96 GiB`.
[[nodiscard]] std::string gib_text(double bytes);
/// `128.0 KiB`, `3.9 MiB`.
[[nodiscard]] std::string bytes_text(double bytes);
/// `8.03B`, `494M`, `1.03T`.
[[nodiscard]] std::string parameters_text(std::int64_t parameters);
/// `15,220`.
[[nodiscard]] std::string grouped_text(std::int64_t number);

/// A number of at most `places` decimals.
[[nodiscard]] Decimal rounded(double value, int places);
[[nodiscard]] output::Json bytes_json(const sizing::Estimate& bytes);
[[nodiscard]] output::Json estimate_json(const sizing::Estimate& value, int places);

}  // namespace kgpu::model
