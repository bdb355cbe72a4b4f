#include "selection.hpp"

#include "cards.hpp"
#include "word_list.hpp"

#include "kgpu/base/error.hpp"
#include "kgpu/base/text.hpp"
#include "kgpu/catalog/device_memory.hpp"

#include <algorithm>
#include <set>

namespace kgpu::pool {
namespace {

using catalog::Accelerator;
using catalog::Catalog;
using catalog::InstanceType;

Vendor vendor_of(const InstanceType& type) {
  if (!type.has_accelerator()) {
    return Vendor::cpu;
  }
  if (type.accelerator_vendor == "nvidia") {
    return Vendor::nvidia;
  }
  if (type.accelerator_vendor == "amd") {
    return Vendor::amd;
  }
  if (type.accelerator_vendor == "aws") {
    return Vendor::neuron;
  }
  throw usage_error("pool create makes no pools for " + std::string(type.name) + " (" +
                        std::string(type.accelerator_vendor) + " " + std::string(type.accelerator_model) +
                        "): its driver and device plugin are not covered",
                    "NVIDIA, AMD, Trainium, Inferentia and CPU types are");
}

std::string_view vendor_words(Vendor vendor) {
  switch (vendor) {
    case Vendor::cpu:
      return "no accelerator";
    case Vendor::nvidia:
      return "an NVIDIA GPU";
    case Vendor::amd:
      return "an AMD GPU";
    case Vendor::neuron:
      return "a Neuron device";
  }
  return {};
}

const InstanceType& named_type(const std::string& name, const Catalog& catalog) {
  const InstanceType* type = catalog.find_instance_type(name);
  if (type == nullptr) {
    std::vector<std::string_view> names;
    for (const InstanceType& one : catalog.tables().instance_types) {
      if (one.provider == catalog::Provider::aws) {
        names.push_back(one.name);
      }
    }
    const std::string near = did_you_mean(name, names);
    throw usage_error("--instance-type: unknown type " + in_quotes(name),
                      near.empty() ? "kubectl gpu instance list --provider aws" : near);
  }
  if (type->provider != catalog::Provider::aws) {
    throw usage_error("--instance-type: " + in_quotes(name) + " is a type of " +
                          std::string(catalog::to_string(type->provider)) + ": pool create makes pools on EKS",
                      "kubectl gpu instance list --provider aws");
  }
  return *type;
}

void refuse_accelerator_flags_on_cpu(const PoolOptions& options, const InstanceType& type) {
  const char* flag = options.efa                           ? "--efa"
                     : options.max_accelerators            ? "--max-accelerators"
                     : options.accelerator_memory          ? "--accelerator-memory"
                     : !options.accelerator_counts.empty() ? "--accelerator-count"
                                                           : nullptr;
  if (flag != nullptr) {
    throw usage_error(
        std::string(flag) + ": " + std::string(type.name) + " has no accelerator",
        options.max_accelerators ? "a CPU pool is limited by --max-vcpus" : "leave it out for a CPU pool");
  }
}

std::vector<const InstanceType*> named_types(const PoolOptions& options, const Catalog& catalog) {
  std::vector<const InstanceType*> types;
  for (const std::string& name : options.instance_types) {
    const InstanceType& type = named_type(name, catalog);
    if (std::ranges::find(types, &type) == types.end()) {
      types.push_back(&type);
    }
    if (!type.has_accelerator()) {
      refuse_accelerator_flags_on_cpu(options, type);
    }
  }
  return types;
}

void check_one_kind(const Selection& selection, const PoolOptions& options) {
  const InstanceType& first = *selection.types.front();
  for (const InstanceType* type : selection.types) {
    if (vendor_of(*type) != vendor_of(first)) {
      throw usage_error("one pool holds one vendor's devices: " + std::string(first.name) + " has " +
                            std::string(vendor_words(vendor_of(first))) + ", " + std::string(type->name) + " has " +
                            std::string(vendor_words(vendor_of(*type))),
                        "make a pool for each: their images, taints and device plugins differ");
    }
    if (options.provisioner == Provisioner::eksctl && type->architecture != first.architecture) {
      throw usage_error("one eksctl group holds one architecture: " + std::string(first.name) + " is " +
                            std::string(catalog::to_string(first.architecture)) + ", " + std::string(type->name) +
                            " is " + std::string(catalog::to_string(type->architecture)),
                        "make a group for each, or use --provisioner karpenter");
    }
  }
}

/// What was asked, for the sentence that nothing answers it.
std::string filter_words(const PoolOptions& options) {
  const auto& words = options.accelerators.empty() ? options.instance_types : options.accelerators;
  std::vector<std::string> quoted;
  for (const std::string& word : words) {
    quoted.push_back(printable(word));
  }
  std::string text = quoted.empty() ? "an accelerator" : word_list(quoted, "or");
  if (!options.accelerator_counts.empty()) {
    text += " with " + word_list(numbers_as_words(options.accelerator_counts), "or") + " a node";
  }
  return options.accelerator_memory ? text + " and memory of " + printable(options.accelerator_memory->text) : text;
}

std::string what_there_is(const std::vector<const InstanceType*>& candidates, const PoolOptions& options,
                          const Catalog& catalog) {
  if (!options.accelerator_memory) {
    return "a node has " + word_list(numbers_as_words(unit_counts(candidates)), "or");
  }
  std::vector<std::string> memories;
  for (const InstanceType* type : candidates) {
    const std::string words = memory_words(*type, catalog);
    if (!words.empty() && std::ranges::find(memories, words) == memories.end()) {
      memories.push_back(words);
    }
  }
  return "there is " + word_list(memories);
}

}  // namespace

std::int64_t units_of(const InstanceType& type) {
  return type.has_accelerator() ? type.k8s_resource_count : type.vcpus;
}

std::vector<std::int64_t> unit_counts(const std::vector<const InstanceType*>& types) {
  std::set<std::int64_t> counts;
  for (const InstanceType* type : types) {
    counts.insert(units_of(*type));
  }
  return {counts.begin(), counts.end()};
}

std::string device_name(const InstanceType& type, const Catalog& catalog) {
  const Accelerator* card = catalog.accelerator_of(type);
  return std::string(card == nullptr ? type.accelerator_model : card->name);
}

Selection select_types(const PoolOptions& options, const Catalog& catalog) {
  if (!options.instance_types.empty() && !options.accelerators.empty()) {
    throw usage_error("--instance-type and --accelerator exclude each other",
                      "--accelerator admits every type that carries it, --instance-type only those named");
  }
  Selection selection;
  selection.by_name = !options.instance_types.empty();
  if (!selection.by_name && options.accelerators.empty() && !options.accelerator_memory) {
    throw usage_error("what should the pool hold? neither --accelerator nor --instance-type is given",
                      "such as --accelerator L4, or --instance-type g6.xlarge");
  }
  const auto candidates =
      selection.by_name ? named_types(options, catalog) : types_that_carry(options.accelerators, catalog);
  for (const InstanceType* type : candidates) {
    const auto& counts = options.accelerator_counts;
    const bool count_fits = counts.empty() || std::ranges::find(counts, units_of(*type)) != counts.end();
    const auto memory = catalog::device_memory(catalog, *type);
    const bool memory_fits =
        !options.accelerator_memory || (memory && catalog::satisfies(*memory, *options.accelerator_memory));
    if (count_fits && memory_fits) {
      selection.types.push_back(type);
    }
  }
  if (selection.types.empty()) {
    throw usage_error("no EC2 type has " + filter_words(options), what_there_is(candidates, options, catalog));
  }
  check_one_kind(selection, options);
  selection.vendor = vendor_of(*selection.types.front());
  return selection;
}

Selection select_for_model(const PoolOptions& options, const ModelHardware& hardware) {
  Selection selection;
  selection.for_model = &hardware;
  selection.types = hardware.types;
  std::ranges::sort(selection.types);  // the catalogue's order
  check_one_kind(selection, options);
  selection.vendor = vendor_of(*selection.types.front());
  return selection;
}

}  // namespace kgpu::pool
