#include "view_json.hpp"

#include "kgpu/instance/description.hpp"

namespace kgpu::instance {
namespace {

void set_text(output::Json& json, const char* key, std::string_view text) {
  if (!text.empty()) {
    json.set(key, text);
  }
}

output::Json device_json(const Description& description) {
  const catalog::Accelerator& accelerator = *description.accelerator;
  output::Json json = output::Json::object();
  set_text(json, "vendor", accelerator.vendor);
  set_text(json, "architecture", accelerator.architecture);
  set_text(json, "compute_capability", accelerator.compute_capability);
  json.set_known("memory_nominal_gb", accelerator.memory_nominal_gb);
  json.set_known("memory_driver_gib", accelerator.memory_gib_usable);
  json.set_known("memory_framework_gib", accelerator.memory_gib_framework);
  json.set_known("memory_bandwidth_gb_per_second", accelerator.memory_bandwidth_gb_s);
  json.set_known("fp16_bf16_dense_tflops", accelerator.fp16_bf16_dense_tflops);
  json.set_known("fp8_dense_tflops", accelerator.fp8_dense_tflops);
  json.set_known("fp4_dense_tflops", accelerator.fp4_dense_tflops);
  json.set_known("int8_tops", accelerator.int8_tops);
  json.set_known("nvlink_gb_per_second", accelerator.nvlink_gb_s);
  json.set_known("power_watts", accelerator.tdp_w);
  set_text(json, "notes", accelerator.notes);
  set_text(json, "source", accelerator.source);
  return json;
}

output::Json features_json(const Description& description) {
  output::Json json = output::Json::object();
  for (const Feature feature : k_features) {
    json.set_known(std::string(to_string(feature)), has_feature(*description.type, description.accelerator, feature));
  }
  return json;
}

output::Json driver_json(const catalog::DriverMinimum& driver) {
  output::Json json = output::Json::object();
  json.set("driver_branch", driver.driver_branch).set("cuda", driver.cuda);
  set_text(json, "last_driver_branch", driver.last_branch);
  set_text(json, "source", driver.source);
  return json;
}

output::Json mig_json(const Description& description) {
  output::Json profiles = output::Json::array();
  for (const catalog::MigProfile* profile : description.mig_profiles) {
    output::Json json = output::Json::object();
    json.set("profile", profile->profile).set("max_instances", std::int64_t{profile->max_instances});
    json.set("memory_gb", profile->memory_gib).set("compute_slices", std::int64_t{profile->compute_slices});
    json.set("memory_slices", std::int64_t{profile->memory_slices}).set("resource_name", profile->resource_name);
    profiles.push(std::move(json));
  }
  return profiles;
}

output::Json sources_json(const Description& description) {
  output::Json sources = output::Json::array();
  for (const catalog::Provenance* row : description.fact_sources) {
    output::Json json = output::Json::object();
    json.set("file", row->file).set("column", row->column);
    json.set_known("as_of", row->as_of).set("source", row->source);
    sources.push(std::move(json));
  }
  return sources;
}

}  // namespace

output::Json description_json(const Description& description) {
  output::Json json = output::Json::object();
  json.set("kind", "Instance").set("version", 1);
  set_type(json, Offer{.type = description.type,
                       .accelerator = description.accelerator,
                       .use = description.use,
                       .region = {},
                       .prices = {}});
  json.set("features", features_json(description));
  if (description.accelerator != nullptr) {
    json.set("device", device_json(description));
  }
  if (description.driver != nullptr) {
    json.set("driver_minimum", driver_json(*description.driver));
  }
  if (!description.mig_profiles.empty()) {
    json.set("mig_profiles", mig_json(description));
  }
  json.set_known("karpenter_counts_devices", description.karpenter_counts_devices);
  if (!description.node_labels.empty()) {
    output::Json labels = output::Json::object();
    for (const auto& [key, value] : description.node_labels) {
      labels.set(key, value);
    }
    json.set("node_labels", std::move(labels));
  }
  json.set("sources", sources_json(description));
  output::Json prices = output::Json::array();
  for (const Offer& offer : description.offers) {
    push_prices(prices, offer);
  }
  return json.set("prices", std::move(prices));
}

}  // namespace kgpu::instance
