#include "image.hpp"
#include "node_labels.hpp"
#include "provisioner_plans.hpp"
#include "refusals.hpp"
#include "word_list.hpp"

#include "kgpu/base/error.hpp"
#include "kgpu/k8s/well_known.hpp"

#include <algorithm>
#include <iterator>
#include <set>

namespace kgpu::pool {
namespace {

using catalog::Capacity;
using catalog::Catalog;
using catalog::InstanceType;

/// Labels and requirements together are at most 100 (Karpenter's documentation); our own are below 20.
constexpr std::size_t k_most_labels = 80;

void refuse_parts_of_a_gpu(const Selection& selection) {
  for (const InstanceType* type : selection.types) {
    if (!type->accelerator_count.is_whole()) {
      throw usage_error(std::string(type->name) +
                            " has a part of a GPU: Karpenter counts none there, so a pod that asks for " +
                            std::string(type->k8s_resource) + " never gets one",
                        "--provisioner eksctl");
    }
  }
}

Requirement capacity_requirement(const PoolOptions& options, const Part& part) {
  std::vector<std::string> words;
  for (const Capacity one : part.capacity) {
    words.emplace_back(catalog::to_string(one));
  }
  std::string why;
  if (words.size() > 1) {
    why = "tried in this order";
  } else if (part.capacity.front() == Capacity::spot) {
    why = "EC2 may take a node back with two minutes' notice";
  } else if (part.capacity.front() == Capacity::reserved) {
    why = "only what the node class's reservation holds";
  }
  if (options.fallback_on_demand && part.name == options.name) {
    why += "; on-demand is the next pool's";
  }
  return {std::string(k8s::k_label_karpenter_capacity_type), "In", std::move(words), std::move(why)};
}

std::vector<Requirement> requirements_of(const PoolOptions& options, const Selection& selection, const Part& part,
                                         const Catalog& catalog, std::int64_t limit) {
  std::vector<Requirement> requirements = type_requirements(options, selection, catalog, limit);
  requirements.push_back(capacity_requirement(options, part));
  if (!options.zones.empty()) {
    const char* why = options.efa              ? "EFA traffic does not leave a zone"
                      : options.capacity_block ? "where the block is"
                                               : "";
    requirements.push_back({std::string(k8s::k_label_zone), "In", options.zones, why});
  }
  std::set<std::string> architectures;
  for (const InstanceType* type : selection.types) {
    architectures.emplace(catalog::to_string(type->architecture));
  }
  requirements.push_back({std::string(k8s::k_label_arch), "In", {architectures.begin(), architectures.end()}});
  requirements.push_back({std::string(k8s::k_label_os), "In", {"linux"}});
  return requirements;
}

std::vector<std::string> requirement_notes(const PoolOptions& options, const Selection& selection) {
  std::vector<std::string> notes;
  if (selection.for_model != nullptr) {
    notes = selection.for_model->reasons;
  }
  std::ranges::copy(selection.left_out, std::back_inserter(notes));
  if (options.efa) {
    notes.emplace_back("EFA interfaces are attached when a pod asks for vpc.amazonaws.com/efa");
    notes.emplace_back("the nodes' security group must allow itself, in and out");
  }
  return notes;
}

/// pools.md 4.
void set_lifetime(NodePool& pool, const PoolOptions& options) {
  const Stage stage = options.stage.value_or(Stage::inference);
  switch (stage) {
    case Stage::inference:
      pool.expire_after = "720h";
      pool.termination_grace_period = "1h";
      pool.disruption = {"WhenEmptyOrUnderutilized", "10m", {{"1", {}}}};
      pool.expire_why = "a fresh node every 30 days; the drain begins whatever budgets say";
      pool.disruption_why = "idle nodes go, one at a time";
      break;
    case Stage::development:
      pool.expire_after = "168h";
      pool.termination_grace_period = "15m";
      pool.disruption = {"WhenEmptyOrUnderutilized", "2m", {}};
      pool.expire_why = "a fresh node every week; the drain begins whatever budgets say";
      pool.disruption_why = "development: nodes go as soon as they are not needed";
      break;
    case Stage::training:
      pool.expire_after = "Never";
      pool.disruption = {"WhenEmpty", "15m", {{"100%", {"Empty"}}, {"0", {"Drifted", "Underutilized"}}}};
      pool.expire_why = "expiry does not wait for a run to end, and a grace period would let drift evict it";
      pool.disruption_why = "training: only empty nodes go; no run is ended by drift or repacking";
      break;
  }
  if (options.expire_after && stage != Stage::training) {
    pool.expire_after = *options.expire_after;
    pool.expire_why = *options.expire_after == "Never" ? "as asked: age ends no node"
                                                       : "as asked; the drain begins whatever budgets say";
  }
  if (options.consolidate_after) {
    pool.disruption.consolidate_after = *options.consolidate_after;
  }
}

std::string limit_why(const PoolOptions& options, const Selection& selection, const Part& part) {
  if (part.baseline) {
    const std::int64_t nodes = *options.baseline_on_demand;
    return nodes == 1 ? "one node's worth, on demand" : std::to_string(nodes) + " nodes' worth, on demand";
  }
  if (selection.for_model != nullptr && !options.max_accelerators) {
    return load_words(*selection.for_model) + "; twice that at most";
  }
  const auto counts = unit_counts(selection.types);
  if (counts.front() != counts.back() && counts.back() * 2 > part.limit) {
    return "Karpenter counts the largest type (" + std::to_string(counts.back()) +
           ") while it plans, so one node starts a round";
  }
  return selection.vendor == Vendor::cpu ? "vCPUs: the most this pool may hold"
                                         : "the cap on money; one on nodes is not counted down within a round";
}

/// `l4: at most 8 x L4, spot, for inference`
std::string headline(const PoolOptions& options, const Selection& selection, const Part& part, const Catalog& catalog) {
  std::vector<std::string> devices;
  for (const InstanceType* type : selection.types) {
    const std::string name = selection.vendor == Vendor::cpu ? "vCPUs" : device_name(*type, catalog);
    if (std::ranges::find(devices, name) == devices.end()) {
      devices.push_back(name);
    }
  }
  return part.name + ": at most " + std::to_string(part.limit) + (selection.vendor == Vendor::cpu ? " " : " x ") +
         word_list(devices, "or") + ", " + capacity_words(part.capacity) + ", for " +
         std::string(to_string(options.stage.value_or(Stage::inference)));
}

NodePool node_pool_of(const PoolOptions& options, const Selection& selection, const Part& part, const Catalog& catalog,
                      std::int64_t largest_limit) {
  NodeLabels labels = labels_of(options, selection, catalog);
  NodeTaints taints = taints_of(options, selection);
  NodePool pool;
  pool.name = part.name;
  pool.notes = {headline(options, selection, part, catalog)};
  pool.weight = part.weight;
  pool.weight_why = part.weight_why;
  pool.limit_resource = selection.vendor == Vendor::cpu ? "cpu" : std::string(selection.types.front()->k8s_resource);
  pool.limit = part.limit;
  pool.limit_why = limit_why(options, selection, part);
  pool.labels = std::move(labels.labels);
  pool.label_notes = std::move(labels.notes);
  pool.requirements = requirements_of(options, selection, part, catalog, largest_limit);
  pool.requirement_notes = requirement_notes(options, selection);
  pool.taints = std::move(taints.taints);
  pool.taint_notes = std::move(taints.notes);
  set_lifetime(pool, options);
  return pool;
}

std::vector<Volume> volumes_of(const PoolOptions& options, const Selection& selection, AmiFamily family) {
  const DiskSize disk = disk_of(options, selection);
  if (family == AmiFamily::bottlerocket) {
    return {{.device = "/dev/xvda", .gib = 4, .why = "the system"},
            {.device = "/dev/xvdb", .gib = disk.gib, .data = true, .why = disk.why}};
  }
  return {{.device = "/dev/xvda", .gib = disk.gib, .root = true, .data = true, .why = disk.why}};
}

NodeClass node_class_of(const PoolOptions& options, const Selection& selection, const Catalog& catalog,
                        std::vector<std::string>& warnings) {
  Image image = image_of(options, selection, catalog, warnings);
  NodeClass node_class;
  node_class.name = options.name;
  node_class.cluster = options.cluster_name;
  node_class.role = role_of(options);
  if (image.write_family) {
    node_class.ami_family = image.family == AmiFamily::al2023 ? "AL2023" : "Bottlerocket";
  }
  node_class.ami = std::move(image.ami);
  node_class.ami_notes = std::move(image.notes);
  node_class.reservations = options.capacity_reservations;
  if (options.capacity_block) {
    node_class.reservation_why =
        "a Capacity Block, placed together by itself: no placement group; nodes drain ten minutes before it ends";
  } else if (!node_class.reservations.empty()) {
    node_class.reservation_why = "paid for already: Karpenter counts it as free and tries it first";
  }
  node_class.volumes = volumes_of(options, selection, image.family);
  node_class.nvme_raid0 =
      std::ranges::all_of(selection.types, [](const InstanceType* type) { return type->nvme_gb.value_or(0) > 0; });
  return node_class;
}

}  // namespace

void plan_karpenter(PoolPlan& plan, const PoolOptions& options, const Selection& selection,
                    const std::vector<Part>& parts, const Catalog& catalog) {
  refuse_parts_of_a_gpu(selection);
  if (options.stage == Stage::training && options.expire_after && *options.expire_after != "Never") {
    throw usage_error("--stage training and --expire-after " + *options.expire_after +
                          " exclude each other: expiry does not wait for a run to end",
                      "--expire-after Never, or another --stage");
  }
  if (options.labels.size() > k_most_labels) {
    throw usage_error("--label: " + std::to_string(options.labels.size()) + " labels are more than a NodePool takes");
  }
  std::int64_t largest_limit = 0;
  for (const Part& part : parts) {
    largest_limit = std::max(largest_limit, part.limit);
  }
  const LimitUnit unit = selection.vendor == Vendor::cpu ? LimitUnit::vcpus : LimitUnit::accelerators;
  for (const Part& part : parts) {
    plan.pools.push_back(node_pool_of(options, selection, part, catalog, largest_limit));
    plan.exposures.push_back({part.name, selection.types, part.limit, unit, part.capacity, options.capacity_block});
  }
  plan.node_class = node_class_of(options, selection, catalog, plan.warnings);
}

}  // namespace kgpu::pool
