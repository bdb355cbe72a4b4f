#include "view_json.hpp"

#include <optional>
#include <string>

namespace kgpu::instance {
namespace {

template <class T>
std::optional<T> if_any(T text) {
  return text.empty() ? std::nullopt : std::optional<T>(std::move(text));
}

std::optional<std::int64_t> widened(const std::optional<std::int32_t>& value) {
  return value ? std::optional<std::int64_t>(*value) : std::nullopt;
}

output::Json price_json(const std::string& region, const pricing::OfferPrice& price) {
  output::Json json = output::Json::object();
  json.set("region", region).set("capacity", to_string(price.capacity));
  json.set_known("usd_per_hour", price.usd_per_hour).set("price_basis", to_string(price.basis));
  json.set_known("as_of", price.as_of).set_known("source", if_any(price.source));
  if (price.interruption) {
    json.set("interruption", to_string(*price.interruption));
  }
  return json;
}

}  // namespace

void set_type(output::Json& json, const Offer& offer) {
  const catalog::InstanceType& type = *offer.type;
  json.set("instance_type", type.name).set("provider", to_string(type.provider)).set("family", type.family);
  json.set("arch", to_string(type.architecture)).set("vcpus", std::int64_t{type.vcpus});
  json.set("memory_mib", type.memory_mib);
  if (offer.accelerator != nullptr) {
    json.set("accelerator", offer.accelerator->name);
  }
  json.set_known("accelerator_model", if_any(type.accelerator_model));
  json.set_known("accelerator_vendor", if_any(type.accelerator_vendor));
  json.set("accelerator_count", type.accelerator_count);
  if (type.has_accelerator()) {
    json.set("accelerator_memory_mib", type.accelerator_memory_mib_each);
    json.set("k8s_resource", type.k8s_resource).set("k8s_resource_count", std::int64_t{type.k8s_resource_count});
  }
  json.set_known("network_gbps", type.network_gbps);
  json.set_known("efa_interfaces", widened(type.efa_interfaces)).set_known("nvme_gb", widened(type.nvme_gb));
  json.set("current_generation", type.current_generation).set_known("use", if_any(offer.use));
}

void push_prices(output::Json& prices, const Offer& offer) {
  for (const pricing::OfferPrice& price : offer.prices) {
    prices.push(price_json(offer.region, price));
  }
}

}  // namespace kgpu::instance
