#include "purchase.hpp"

#include "word_list.hpp"

#include "kgpu/base/error.hpp"

#include <algorithm>

namespace kgpu::pool {
namespace {

using catalog::Capacity;
using catalog::Catalog;
using catalog::InstanceType;

constexpr std::int64_t k_default_max_accelerators = 8;
constexpr std::int64_t k_default_max_vcpus = 64;
constexpr std::int64_t k_weight_of_baseline = 100;
constexpr std::int64_t k_weight_before_fallback = 50;

std::string limit_flag(const Selection& selection) {
  return selection.vendor == Vendor::cpu ? "--max-vcpus" : "--max-accelerators";
}

/// Devices (vCPUs) of the pool that is filled first. Throws when no whole node is left for the second.
std::int64_t baseline_limit(std::int64_t nodes, const Selection& selection, std::int64_t limit) {
  const bool cpu = selection.vendor == Vendor::cpu;
  const auto counts = unit_counts(selection.types);
  if (counts.size() != 1) {
    throw usage_error("--baseline-on-demand needs nodes of one size: these types have " +
                          word_list(numbers_as_words(counts), "or") + (cpu ? " vCPUs" : " devices"),
                      cpu ? "name types of one size with --instance-type"
                          : "--accelerator-count " + std::to_string(counts.front()) + " keeps one of them");
  }
  const std::int64_t count = counts.front();
  const std::int64_t held = nodes * count;  // both are bounded by check_flags and the catalogue
  if (held > limit - count) {
    const std::string flag = limit_flag(selection);
    throw usage_error("--baseline-on-demand " + std::to_string(nodes) + " leaves no whole node for spot: it takes " +
                          std::to_string(held) + " of " + flag + " " + std::to_string(limit),
                      flag + " " + std::to_string(held + count) + " or more, or --capacity on-demand alone");
  }
  return held;
}

std::vector<Part> baseline_parts(const PoolOptions& options, const Selection& selection, std::int64_t limit) {
  const std::int64_t nodes = *options.baseline_on_demand;
  const bool karpenter = options.provisioner == Provisioner::karpenter;
  const std::int64_t held = karpenter ? baseline_limit(nodes, selection, limit) : 0;
  const std::int64_t top = options.weight.value_or(k_weight_of_baseline);
  const std::string first = nodes == 1 ? "the first node is" : "the first " + std::to_string(nodes) + " nodes are";
  return {
      {.name = options.name,
       .capacity = {Capacity::on_demand},
       .weight = top,
       .weight_why = "tried first: " + first + " on demand; a cap that fills first, not a floor",
       .limit = held,
       .baseline = true},
      {.name = options.name + "-spot",
       .capacity = {Capacity::spot},
       .weight = std::max<std::int64_t>(1, top / 2),
       .weight_why = "tried once " + options.name + " is full",
       .limit = limit - held},
  };
}

std::vector<Part> fallback_parts(const PoolOptions& options, std::vector<Capacity> capacity, std::int64_t limit) {
  std::erase(capacity, Capacity::on_demand);
  constexpr std::int64_t k_ratio = 5;  // 50 and 10
  const std::int64_t top = options.weight.value_or(k_weight_before_fallback);
  return {
      {.name = options.name,
       .capacity = std::move(capacity),
       .weight = top,
       .weight_why = "tried first",
       .limit = limit},
      {.name = options.name + "-on-demand",
       .capacity = {Capacity::on_demand},
       .weight = std::max<std::int64_t>(1, top / k_ratio),
       .weight_why = "tried where " + options.name + " finds no capacity",
       .limit = limit},
  };
}

std::vector<Part> eksctl_parts(const PoolOptions& options, const std::vector<Capacity>& capacity) {
  std::vector<Part> parts;
  for (const Capacity one : {Capacity::on_demand, Capacity::spot, Capacity::reserved}) {
    if (contains(capacity, one)) {
      const bool plain = capacity.size() == 1 || one == Capacity::on_demand;
      parts.push_back(
          {.name = options.name + (plain ? "" : "-" + std::string(catalog::to_string(one))), .capacity = {one}});
    }
  }
  return parts;
}

}  // namespace

std::int64_t apply_limit(const PoolOptions& options, Selection& selection, const Catalog& catalog) {
  const bool cpu = selection.vendor == Vendor::cpu;
  const std::string flag = limit_flag(selection);
  if (!cpu && options.max_vcpus) {
    throw usage_error("--max-vcpus is for CPU pools: " + name_list(selection.types) +
                          (selection.types.size() == 1 ? " has" : " have") + " accelerators",
                      "--max-accelerators");
  }
  const auto counts = unit_counts(selection.types);
  const auto given = cpu ? options.max_vcpus : options.max_accelerators;
  const std::int64_t usual = selection.for_model != nullptr ? selection.for_model->most_nodes() * counts.back()
                             : cpu                          ? k_default_max_vcpus
                                                            : k_default_max_accelerators;
  const std::int64_t limit = given.value_or(std::max(usual, counts.back()));
  if (limit < counts.front()) {
    const InstanceType& smallest =
        **std::ranges::min_element(selection.types, {}, [](const InstanceType* type) { return units_of(*type); });
    const std::string has = cpu ? std::to_string(counts.front()) + " vCPUs"
                                : std::to_string(counts.front()) + " x " + device_name(smallest, catalog);
    throw usage_error(flag + " " + std::to_string(limit) + " is below one node: " + std::string(smallest.name) +
                          " has " + has + ", so none could ever start",
                      flag + " " + std::to_string(counts.front()) + " or a multiple of it");
  }
  std::vector<const InstanceType*> kept;
  std::vector<const InstanceType*> larger;
  for (const InstanceType* type : selection.types) {
    (units_of(*type) <= limit ? kept : larger).push_back(type);
  }
  if (!larger.empty()) {
    selection.left_out.push_back("left out, larger than " + flag + " " + std::to_string(limit) + ": " +
                                 name_list(larger));
  }
  selection.types = std::move(kept);
  return limit;
}

std::vector<Part> plan_parts(const PoolOptions& options, const Selection& selection,
                             const std::vector<Capacity>& capacity, std::int64_t limit) {
  if ((options.baseline_on_demand || options.fallback_on_demand) && options.weight == 1) {
    throw usage_error("--weight 1 leaves no lower weight for the pool that comes second", "--weight 2 or more");
  }
  if (options.baseline_on_demand) {
    return baseline_parts(options, selection, limit);
  }
  if (options.provisioner == Provisioner::eksctl) {
    return eksctl_parts(options, capacity);
  }
  if (options.fallback_on_demand) {
    return fallback_parts(options, capacity, limit);
  }
  return {{.name = options.name, .capacity = capacity, .weight = options.weight, .limit = limit}};
}

}  // namespace kgpu::pool
