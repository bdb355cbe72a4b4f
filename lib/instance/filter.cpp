#include "kgpu/instance/filter.hpp"

#include "kgpu/base/error.hpp"
#include "kgpu/base/quantity.hpp"
#include "kgpu/base/text.hpp"

#include <algorithm>

namespace kgpu::instance {
namespace {

std::optional<bool> is_above_zero(const std::optional<Decimal>& value) {
  return value ? std::optional(*value > Decimal()) : std::nullopt;
}

}  // namespace

std::string_view to_string(Feature feature) {
  switch (feature) {
    case Feature::mig:
      return "mig";
    case Feature::efa:
      return "efa";
    case Feature::nvlink:
      return "nvlink";
    case Feature::bf16:
      return "bf16";
    case Feature::fp8:
      return "fp8";
    case Feature::fp4:
      return "fp4";
  }
  throw Error(ErrorKind::internal, "a feature without a name");
}

Feature parse_feature(std::string_view text) {
  const std::string wanted = to_lower(text);
  std::vector<std::string> words;
  for (const Feature feature : k_features) {
    if (to_string(feature) == wanted) {
      return feature;
    }
    words.emplace_back(to_string(feature));
  }
  throw usage_error("--feature: unknown feature " + in_quotes(text) + " (one of: " + join(words, ", ") + ")");
}

std::optional<bool> has_feature(const catalog::InstanceType& type, const catalog::Accelerator* accelerator,
                                Feature feature) {
  if (feature == Feature::efa) {
    return type.efa_interfaces ? std::optional(*type.efa_interfaces > 0) : std::nullopt;
  }
  if (!type.has_accelerator()) {
    return false;
  }
  if (accelerator == nullptr) {
    return std::nullopt;
  }
  const bool is_part = type.accelerator_count < Decimal::whole(1);
  switch (feature) {
    case Feature::mig:
      return is_part ? false : accelerator->mig_capable;
    case Feature::nvlink:
      return is_part ? false : is_above_zero(accelerator->nvlink_gb_s);
    case Feature::bf16:
      return accelerator->bf16_support;
    case Feature::fp8:
      return accelerator->fp8_support;
    case Feature::fp4:
      return is_above_zero(accelerator->fp4_dense_tflops);
    case Feature::efa:
      break;
  }
  throw Error(ErrorKind::internal, "a feature nobody looks up");
}

MemoryFloor parse_memory_floor(std::string_view text, std::string_view flag) {
  const std::string name(flag);
  const auto quantity = Quantity::parse(text);
  if (!quantity || quantity->is_negative()) {
    throw usage_error(name + ": " + in_quotes(text) + " is not a Kubernetes quantity of memory", "write it as 16Gi");
  }
  const std::int64_t bytes = quantity->value();
  if (bytes > 0 && bytes < k_mib) {
    const bool is_bare = text.find_first_not_of("0123456789.") == std::string_view::npos;
    throw usage_error(name + ": " + in_quotes(text) + " is less than a MiB",
                      is_bare ? "did you mean " + std::string(text) + "Gi?" : "write it as 16Gi");
  }
  return {bytes, std::string(text)};
}

}  // namespace kgpu::instance
