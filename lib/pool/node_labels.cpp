#include "node_labels.hpp"

#include <algorithm>

namespace kgpu::pool {
namespace {

using catalog::Catalog;
using catalog::InstanceType;

/// What all types agree on; empty when they do not.
template <class Value>
std::string common(const Selection& selection, const Value& value) {
  const std::string first = value(*selection.types.front());
  const bool same =
      std::ranges::all_of(selection.types, [&](const InstanceType* type) { return value(*type) == first; });
  return same ? first : std::string();
}

std::string accelerator_of(const InstanceType& type) {
  const std::string model(type.accelerator_model);
  if (type.accelerator_vendor == "aws") {
    return model.starts_with("trainium") ? "aws-trainium" : "aws-inferentia";
  }
  return std::string(type.accelerator_vendor) + "-" + model;
}

/// `24gb`; empty for a part of a GPU, which has no nominal size.
std::string nominal_memory(const InstanceType& type, const Catalog& catalog) {
  const catalog::Accelerator* card = catalog.accelerator_of(type);
  const bool known = type.accelerator_count.is_whole() && card != nullptr && card->memory_nominal_gb.has_value();
  return known ? card->memory_nominal_gb->to_string() + "gb" : std::string();
}

/// The label by which a node itself says what it carries.
const char* label_of_the_node(Vendor vendor) {
  return vendor == Vendor::nvidia ? "nvidia.com/gpu.product (GPU feature discovery)"
         : vendor == Vendor::amd  ? "amd.com/gpu.product-name (AMD node labeller)"
                                  : "node.kubernetes.io/instance-type";
}

void add_or_replace(std::vector<LabelLine>& labels, const k8s::Label& label) {
  const auto same = std::ranges::find(labels, label.key, &LabelLine::key);
  if (same == labels.end()) {
    labels.push_back({label.key, label.value});
  } else {
    same->value = label.value;
  }
}

}  // namespace

std::string accelerator_label(const Selection& selection) {
  return selection.vendor == Vendor::cpu ? std::string() : common(selection, accelerator_of);
}

NodeLabels labels_of(const PoolOptions& options, const Selection& selection, const Catalog& catalog) {
  std::vector<LabelLine> ours;
  if (selection.vendor == Vendor::cpu) {
    ours.push_back({"workload", "cpu-inference"});
  } else {
    ours.push_back({"accelerator", accelerator_label(selection)});
  }
  if (selection.vendor == Vendor::nvidia || selection.vendor == Vendor::amd) {
    ours.push_back(
        {"gpu-type", common(selection, [](const InstanceType& type) { return std::string(type.accelerator_model); })});
    ours.push_back(
        {"gpu-memory", common(selection, [&](const InstanceType& type) { return nominal_memory(type, catalog); })});
  }
  NodeLabels result;
  std::ranges::copy_if(ours, std::back_inserter(result.labels),
                       [](const LabelLine& line) { return !line.value.empty(); });
  if (result.labels.size() < ours.size()) {
    result.notes.push_back(std::string("labels say what holds for every type; for the rest select by ") +
                           label_of_the_node(selection.vendor));
  }
  for (const k8s::Label& label : options.labels) {
    add_or_replace(result.labels, label);
  }
  return result;
}

NodeTaints taints_of(const PoolOptions& options, const Selection& selection) {
  NodeTaints result;
  const std::string resource(selection.types.front()->k8s_resource);
  if (selection.vendor != Vendor::cpu && options.no_own_taints) {
    result.notes.emplace_back("--taint none: any pod may land on these nodes and keep them running");
  } else if (selection.vendor != Vendor::cpu) {
    result.taints.push_back({resource, "true", "NoSchedule"});
    result.notes.push_back("keeps other pods off; those for these nodes tolerate " + resource +
                           " with operator: Exists");
  }
  for (const k8s::Taint& taint : options.taints) {
    const auto same = std::ranges::find_if(
        result.taints, [&](const k8s::Taint& ours) { return ours.key == taint.key && ours.effect == taint.effect; });
    if (same == result.taints.end()) {
      result.taints.push_back(taint);
    } else {
      *same = taint;
    }
  }
  return result;
}

}  // namespace kgpu::pool
