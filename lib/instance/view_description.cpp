#include "amounts.hpp"
#include "conditions.hpp"
#include "fact_sheet.hpp"

#include "kgpu/base/memory_size.hpp"
#include "kgpu/base/text.hpp"
#include "kgpu/instance/description.hpp"
#include "kgpu/output/table.hpp"

#include <algorithm>
#include <set>

namespace kgpu::instance {
namespace {

using output::Align;

std::string with_unit(const std::optional<Decimal>& value, std::string_view unit) {
  return value ? value->to_string() + std::string(unit) : "";
}

std::string join_known(const std::vector<std::string>& parts, std::string_view separator) {
  std::vector<std::string> known;
  std::ranges::copy_if(parts, std::back_inserter(known), [](const std::string& part) { return !part.empty(); });
  return join(known, separator);
}

std::string network_text(const catalog::InstanceType& type) {
  // The files hold EC2's baseline and the other clouds' published maximum (data/README.md).
  return with_unit(type.network_gbps, type.provider == catalog::Provider::aws ? " Gbit/s baseline" : " Gbit/s at most");
}

void add_machine(FactSheet& sheet, const Description& description) {
  const catalog::InstanceType& type = *description.type;
  sheet.add("Name", std::string(type.name));
  sheet.add("Provider", std::string(to_string(type.provider)));
  sheet.add("Family", std::string(type.family));
  sheet.add("Generation", type.current_generation ? "current" : "previous, or announced to retire");
  sheet.add("Architecture", std::string(to_string(type.architecture)));
  sheet.add("vCPU", std::to_string(type.vcpus));
  sheet.add("Memory", mib_as_gib_text(type.memory_mib));
  sheet.add("Network", network_text(type));
  sheet.add("EFA interfaces", type.efa_interfaces ? std::to_string(*type.efa_interfaces) : "");
  sheet.add("Local NVMe", !type.nvme_gb ? "" : *type.nvme_gb == 0 ? "none" : std::to_string(*type.nvme_gb) + " GB");
  sheet.add("Use", std::string(description.use));
}

std::string memory_text(const Description& description) {
  const catalog::InstanceType& type = *description.type;
  std::string text = mib_as_gib_text(type.accelerator_memory_mib_each) + " each as the node sees it (" +
                     std::to_string(type.accelerator_memory_mib_each) + "Mi)";
  return type.accelerator_count < Decimal::whole(1) ? text + ", the part's" : text;
}

std::string whole_memory_text(const catalog::Accelerator& accelerator) {
  return join_known({with_unit(accelerator.memory_nominal_gb, " GB on the box"),
                     with_unit(accelerator.memory_gib_usable, "Gi to the driver"),
                     with_unit(accelerator.memory_gib_framework, "Gi to a framework")},
                    ", ");
}

std::string features_text(const Description& description) {
  std::vector<std::string> has;
  std::vector<std::string> unknown;
  for (const Feature feature : k_features) {
    const auto answer = has_feature(*description.type, description.accelerator, feature);
    if (answer == true) {
      has.emplace_back(to_string(feature));
    } else if (!answer) {
      unknown.emplace_back(to_string(feature));
    }
  }
  const std::string text = has.empty() ? "none" : join(has, ", ");
  return unknown.empty() ? text : text + " (not known: " + join(unknown, ", ") + ")";
}

std::string driver_text(const catalog::DriverMinimum& driver) {
  std::string text =
      "branch " + std::string(driver.driver_branch) + " or later, CUDA " + std::string(driver.cuda) + " or later";
  if (!driver.last_branch.empty()) {
    text += "; branch " + std::string(driver.last_branch) + " is the last that supports it";
  }
  return text;
}

void add_mig(FactSheet& sheet, const Description& description) {
  if (description.mig_profiles.empty()) {
    return;
  }
  output::Table table;
  table.columns = {{"PROFILE"}, {"AT MOST", Align::right}, {"MEMORY", Align::right}, {"RESOURCE"}};
  for (const catalog::MigProfile* profile : description.mig_profiles) {
    table.rows.push_back({std::string(profile->profile), std::to_string(profile->max_instances),
                          profile->memory_gib.to_string() + "GB", std::string(profile->resource_name)});
  }
  sheet.begin_section("MIG profiles");
  sheet.add_block(to_text(table, {}));
  sheet.end_section();
}

void add_accelerator(FactSheet& sheet, const Description& description) {
  const catalog::InstanceType& type = *description.type;
  if (!type.has_accelerator()) {
    return;
  }
  sheet.begin_section("Accelerator");
  const catalog::Accelerator* accelerator = description.accelerator;
  sheet.add("Name", std::string(accelerator != nullptr ? accelerator->name : type.accelerator_model));
  sheet.add("Count", type.accelerator_count.to_string());
  sheet.add("Memory", memory_text(description));
  if (accelerator != nullptr) {
    sheet.add("Whole device", whole_memory_text(*accelerator));
    sheet.add("Vendor", std::string(accelerator->vendor));
    sheet.add(
        "Architecture",
        std::string(accelerator->architecture) +
            (accelerator->compute_capability.empty() ? "" : " (" + std::string(accelerator->compute_capability) + ")"));
    sheet.add("Bandwidth", with_unit(accelerator->memory_bandwidth_gb_s, " GB/s"));
    sheet.add("Dense TFLOPS", join_known({with_unit(accelerator->fp16_bf16_dense_tflops, " FP16/BF16"),
                                          with_unit(accelerator->fp8_dense_tflops, " FP8"),
                                          with_unit(accelerator->fp4_dense_tflops, " FP4"),
                                          with_unit(accelerator->int8_tops, " INT8 (TOPS)")},
                                         ", "));
    const auto& nvlink = accelerator->nvlink_gb_s;
    sheet.add("NVLink", nvlink && nvlink->nanos() == 0 ? "none" : with_unit(nvlink, " GB/s per device"));
    sheet.add("Power", with_unit(accelerator->tdp_w, " W"));
    sheet.add("Features", features_text(description));
    sheet.add("NVIDIA driver", description.driver != nullptr ? driver_text(*description.driver) : "");
    sheet.add("Notes", std::string(accelerator->notes));
    add_mig(sheet, description);
  }
  sheet.end_section();
}

void add_kubernetes(FactSheet& sheet, const Description& description) {
  const catalog::InstanceType& type = *description.type;
  if (type.k8s_resource.empty() && description.node_labels.empty()) {
    return;
  }
  sheet.begin_section("Kubernetes");
  sheet.add("Resource", type.k8s_resource.empty()
                            ? ""
                            : std::string(type.k8s_resource) + ": " + std::to_string(type.k8s_resource_count));
  if (description.karpenter_counts_devices == false) {
    sheet.add("Karpenter", "counts no device on this type, so it never chooses it for a pod that asks for one");
  }
  if (!description.node_labels.empty()) {
    sheet.begin_section("Node labels");
    for (const auto& [key, value] : description.node_labels) {
      sheet.add_block(key + "=" + value);
    }
    sheet.end_section();
  }
  sheet.end_section();
}

/// Per physical device; a part of one is scaled up to the whole.
std::string per_device_text(const catalog::InstanceType& type, const pricing::OfferPrice& price) {
  if (!price.usd_per_hour || type.accelerator_count.nanos() == 0) {
    return {};
  }
  return format_dollars(price.usd_per_hour->scaled(Decimal::k_scale, type.accelerator_count.nanos()), 4);
}

void add_prices(FactSheet& sheet, const Description& description) {
  output::Table table;
  table.columns = {{"REGION"},
                   {"CAPACITY"},
                   {"PER HOUR", Align::right},
                   {"PER MONTH", Align::right},
                   {"PER DEVICE-HOUR", Align::right},
                   {"BASIS"},
                   {"INTERRUPTION", Align::right},
                   {"AS OF"}};
  for (const Offer& offer : description.offers) {
    for (const pricing::OfferPrice& price : offer.prices) {
      const auto& amount = price.usd_per_hour;
      table.rows.push_back({offer.region, std::string(to_string(price.capacity)), price_text(&price),
                            amount ? format_dollars(*amount * k_hours_per_month, 2) : "",
                            per_device_text(*description.type, price), std::string(to_string(price.basis)),
                            price.interruption ? std::string(to_string(*price.interruption)) : "",
                            price.as_of ? price.as_of->to_string() : ""});
    }
  }
  sheet.begin_section("Prices");
  sheet.add_block(table.rows.empty() ? "none known" : to_text(table, {}));
  sheet.end_section();
}

std::string dated(std::string_view source, const std::optional<Date>& day) {
  return std::string(source) + (day ? " (" + day->to_string() + ")" : "");
}

void add_sources(FactSheet& sheet, const Description& description) {
  sheet.begin_section("Sources");
  for (const catalog::Provenance* row : description.fact_sources) {
    const std::string what = row->column == "*" ? "type" : "type, " + std::string(row->column);
    sheet.add_block(what + ": " + dated(row->source, row->as_of));
  }
  if (description.accelerator != nullptr) {
    sheet.add_block("accelerator: " + std::string(description.accelerator->source));
  }
  if (description.driver != nullptr) {
    sheet.add_block("driver: " + std::string(description.driver->source));
  }
  std::set<std::string> named;
  for (const Offer& offer : description.offers) {
    for (const pricing::OfferPrice& price : offer.prices) {
      const std::string line = std::string(to_string(price.capacity)) + " price: " + dated(price.source, price.as_of);
      if (price.usd_per_hour && named.insert(line).second) {
        sheet.add_block(line);
      }
    }
  }
  sheet.end_section();
}

}  // namespace

std::string description_text(const Description& description) {
  FactSheet sheet;
  add_machine(sheet, description);
  add_accelerator(sheet, description);
  add_kubernetes(sheet, description);
  add_prices(sheet, description);
  add_sources(sheet, description);
  return sheet.text();
}

}  // namespace kgpu::instance
