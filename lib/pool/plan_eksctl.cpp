#include "image.hpp"
#include "node_labels.hpp"
#include "provisioner_plans.hpp"

#include "kgpu/base/error.hpp"

#include <algorithm>
#include <iterator>

namespace kgpu::pool {
namespace {

using catalog::Capacity;
using catalog::Catalog;
using catalog::InstanceType;

/// By it the cluster autoscaler knows the GPU of a group without nodes (kubernetes/autoscaler, cloud provider aws).
constexpr const char* k_autoscaler_gpu_label = "k8s.amazonaws.com/accelerator";

struct Sizes {
  std::int64_t min = 0;
  std::int64_t max = 0;
  std::int64_t desired = 0;
};

Sizes sizes_of(const PoolOptions& options, const Selection& selection, const Part& part) {
  if (part.baseline) {
    const std::int64_t nodes = *options.baseline_on_demand;
    return {nodes, nodes, nodes};
  }
  constexpr std::int64_t k_default_max = 2;
  const std::int64_t min = options.min_nodes.value_or(0);
  const std::int64_t usual = selection.for_model != nullptr ? selection.for_model->most_nodes() : k_default_max;
  const std::int64_t max = options.max_nodes.value_or(std::max({usual, min, options.desired_nodes.value_or(0)}));
  const std::int64_t desired = options.desired_nodes.value_or(min);
  if (min > max) {
    throw usage_error("--min " + std::to_string(min) + " is above --max " + std::to_string(max));
  }
  if (desired < min || desired > max) {
    throw usage_error("--desired " + std::to_string(desired) + " is not from --min " + std::to_string(min) +
                      " to --max " + std::to_string(max));
  }
  return {min, max, desired};
}

std::string ami_of(const PoolOptions& options) {
  if (!options.ami) {
    return {};
  }
  if (options.ami->kind == AmiChoice::Kind::id) {
    return options.ami->text;
  }
  throw usage_error("--ami " + words_of(*options.ami) + ": eksctl takes an image's id only",
                    options.ami->kind == AmiChoice::Kind::alias
                        ? "leave --ami out: EKS's newest image is taken when the group is made"
                        : "--ami ami-…");
}

std::vector<std::string> config_notes(const PoolOptions& options, const Selection& selection) {
  std::vector<std::string> notes;
  const bool nvidia = selection.vendor == Vendor::nvidia && family_of(options) == AmiFamily::al2023;
  notes.push_back(std::string("in a cluster that is there: eksctl create nodegroup -f FILE") +
                  (nvidia ? " [--install-nvidia-plugin=false]" : ""));
  if (nvidia) {
    notes.emplace_back("eksctl installs an NVIDIA device plugin; the flag leaves it out where another one runs");
  }
  if (selection.vendor == Vendor::neuron) {
    notes.emplace_back("eksctl installs a Neuron device plugin; --install-neuron-plugin=false where another one runs");
  }
  if (options.stage) {
    notes.push_back("--stage " + std::string(to_string(*options.stage)) +
                    " sets the disk only: the cluster autoscaler decides when nodes go");
  }
  std::ranges::copy(selection.left_out, std::back_inserter(notes));
  return notes;
}

std::vector<std::string> group_notes(const PoolOptions& options, const Selection& selection) {
  std::vector<std::string> notes;
  if (selection.for_model != nullptr) {
    notes = selection.for_model->reasons;
  }
  if (options.efa) {
    notes.emplace_back(
        "EFA: pods must ask for vpc.amazonaws.com/efa, and the security group must allow itself, in and out");
    notes.push_back("eksctl's EFA plugin does not tolerate " + std::string(selection.types.front()->k8s_resource) +
                    ": install the chart aws-efa-k8s-device-plugin with that toleration");
  }
  return notes;
}

NodeLabels group_labels(const PoolOptions& options, const Selection& selection, const Part& part,
                        const Catalog& catalog) {
  NodeLabels labels = labels_of(options, selection, catalog);
  const auto add = [&](const char* key, std::string value, std::string why) {
    if (std::ranges::find(labels.labels, key, &LabelLine::key) == labels.labels.end()) {
      labels.labels.push_back({key, std::move(value), std::move(why)});
    }
  };
  const std::string accelerator = accelerator_label(selection);
  const bool gpu = selection.vendor == Vendor::nvidia || selection.vendor == Vendor::amd;
  if (gpu && !accelerator.empty()) {
    add(k_autoscaler_gpu_label, accelerator, "tells the cluster autoscaler that an empty group has GPUs");
  }
  if (options.self_managed && contains(part.capacity, Capacity::spot)) {
    add("node-lifecycle", "spot", "nothing else marks these nodes as spot");
  }
  return labels;
}

NodeGroup group_of(const PoolOptions& options, const Selection& selection, const Part& part, const Catalog& catalog,
                   const Sizes& sizes) {
  NodeLabels labels = group_labels(options, selection, part, catalog);
  NodeTaints taints = taints_of(options, selection);
  const DiskSize disk = disk_of(options, selection);
  NodeGroup group;
  group.name = part.name;
  group.notes = group_notes(options, selection);
  group.ami_family = family_of(options) == AmiFamily::al2023 ? "AmazonLinux2023" : "Bottlerocket";
  group.ami = ami_of(options);
  group.ami_why =
      group.ami.empty() ? "EKS's newest image is taken when the group is made" : "what the image below is made of";
  for (const InstanceType* type : selection.types) {
    group.instance_types.emplace_back(type->name);
  }
  group.types_why = selection.by_name ? "" : "cheapest first";
  group.spot = contains(part.capacity, Capacity::spot);
  group.min = sizes.min;
  group.max = sizes.max;
  group.desired = sizes.desired;
  group.size_why = part.baseline ? "the baseline: these stay, on demand"
                   : selection.for_model != nullptr && !options.max_nodes
                       ? load_words(*selection.for_model) + "; twice that at most"
                       : "";
  group.zones = options.zones;
  group.efa = options.efa;
  if (contains(part.capacity, Capacity::reserved)) {
    group.reservation = options.capacity_reservations.front();
    group.capacity_block = options.capacity_block;
  }
  group.volume_gib = disk.gib;
  group.volume_why = disk.why;
  group.labels = std::move(labels.labels);
  group.label_notes = std::move(labels.notes);
  group.taints = std::move(taints.taints);
  group.taint_notes = std::move(taints.notes);
  return group;
}

}  // namespace

void plan_eksctl(PoolPlan& plan, const PoolOptions& options, const Selection& selection, const std::vector<Part>& parts,
                 const Catalog& catalog) {
  ClusterConfig& config = plan.cluster;
  config.cluster = options.cluster_name;
  config.region = options.region;
  config.managed = !options.self_managed;
  config.notes = config_notes(options, selection);
  if (!options.ami) {
    warn_of_drivers(selection, catalog, family_of(options), "EKS's newest image must have it", plan.warnings);
  }
  if (!options.kubernetes_version.empty()) {
    plan.warnings.emplace_back("--kubernetes-version is not written: a node group takes its cluster's");
  }
  for (const Part& part : parts) {
    const Sizes sizes = sizes_of(options, selection, part);
    config.groups.push_back(group_of(options, selection, part, catalog, sizes));
    plan.exposures.push_back(
        {part.name, selection.types, sizes.max, LimitUnit::nodes, part.capacity, options.capacity_block});
  }
}

}  // namespace kgpu::pool
