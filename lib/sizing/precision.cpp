#include "kgpu/sizing/precision.hpp"

#include "sizing_tables.hpp"

#include "kgpu/base/error.hpp"
#include "kgpu/base/text.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

namespace kgpu::sizing {
namespace {

std::string_view usual_name(std::string_view name) {
  constexpr std::pair<std::string_view, std::string_view> k_other_names[] = {
      {"bfloat16", "bf16"},  {"float16", "fp16"}, {"f16", "fp16"},       {"half", "fp16"},
      {"float32", "fp32"},   {"f32", "fp32"},     {"gptq-int4", "gptq"}, {"awq-int4", "awq"},
      {"w8a8-int8", "int8"}, {"float8", "fp8"},   {"fp8_e4m3", "fp8"},
  };
  for (const auto& [other, usual] : k_other_names) {
    if (name == other) {
      return usual;
    }
  }
  return name;
}

}  // namespace

double Precision::bytes_per_weight(double parameters) const {
  constexpr double k_small = 7e9;
  constexpr double k_large = 70e9;
  double mean = bits.value_or(16);
  if (bits_at_70b) {
    const double share =
        std::clamp(std::log(std::max(parameters, 1.0) / k_small) / std::log(k_large / k_small), 0.0, 1.0);
    mean += share * (*bits_at_70b - mean);
  }
  return mean / 8;
}

std::span<const Precision> precisions() {
  return k_precisions;
}

const Precision* find_precision(std::string_view name) {
  const std::string lower = to_lower(name);
  const auto* row = std::ranges::find(k_precisions, usual_name(lower), &Precision::name);
  return row == std::end(k_precisions) ? nullptr : row;
}

const Precision& precision_named(std::string_view name, std::string_view flag) {
  if (const Precision* row = find_precision(name)) {
    return *row;
  }
  std::vector<std::string_view> names;
  for (const Precision& row : k_precisions) {
    names.push_back(row.name);
  }
  std::vector<std::string> all(names.begin(), names.end());
  throw usage_error(std::string(flag) + ": unknown precision " + in_quotes(name) + " (one of: " + join(all, ", ") + ")",
                    did_you_mean(name, names));
}

std::optional<double> cache_bytes_per_value(const Precision& precision) {
  if (precision.multiplies_as == "fp32" || precision.is_16_bit() || precision.name == "fp8" ||
      precision.name == "int8") {
    return precision.bits.value_or(16) / 8;
  }
  if (precision.name == "int4" || precision.name == "nvfp4" || precision.name == "q4_0" || precision.name == "q8_0" ||
      precision.name == "mxfp4") {
    return precision.bits.value_or(4) / 8;
  }
  return std::nullopt;
}

}  // namespace kgpu::sizing
