#include "search.hpp"
#include "support.hpp"

#include "kgpu/sizing/parallelism.hpp"

#include <algorithm>

namespace kgpu::recommend {
namespace {

constexpr std::int32_t k_stages[] = {1, 2, 4, 8};
constexpr std::int32_t k_node_counts[] = {1, 2, 4, 8};

std::int32_t device_count(const catalog::InstanceType& type) {
  return std::max(1, static_cast<std::int32_t>(type.accelerator_count.truncated()));
}

std::int32_t most_nodes(const Question& question, const catalog::InstanceType& type) {
  return question.scope.max_nodes > 1 && joins_nodes(type) ? question.scope.max_nodes : 1;
}

/// All devices of 1, 2, 4, 8 nodes, as ranks (recommend.md 33).
std::vector<Layout> training_layouts(const Question& question, const catalog::InstanceType& type) {
  std::vector<Layout> layouts;
  for (const std::int32_t nodes : k_node_counts) {
    if (nodes <= most_nodes(question, type)) {
      layouts.push_back({.parallel = {}, .devices = device_count(type) * nodes, .nodes = nodes});
    }
  }
  return layouts;
}

std::vector<std::int32_t> tensor_degrees(const Question& question, const DeviceKind& kind, std::int32_t ranks) {
  const model::Workload& workload = *question.workload;
  auto degrees = sizing::tensor_degrees(*workload.shape, workload.stored, engine_of(question, kind));
  if (kind.device.is_neuron() && std::ranges::find(degrees, ranks) == degrees.end()) {
    degrees.push_back(ranks);
  }
  std::erase_if(degrees, [&](std::int32_t degree) { return degree > ranks; });
  return degrees;
}

bool can_stage(const Question& question, std::int32_t stages) {
  return sizing::pipeline_parallel_fault(*question.workload->shape, stages).empty();
}

void add_within_node(const Question& question, const DeviceKind& kind, std::int32_t count, std::int32_t tensor,
                     std::vector<Layout>& layouts) {
  const bool stages_help = kind.device.link == sizing::Link::pcie && !kind.device.is_neuron();
  for (const std::int32_t stages : k_stages) {
    if ((stages == 1 || stages_help) && tensor * stages <= count * kind.cores && can_stage(question, stages)) {
      const std::int32_t ranks = tensor * stages;
      layouts.push_back({.parallel = {tensor, stages}, .devices = (ranks + kind.cores - 1) / kind.cores});
    }
  }
}

/// A stage or more on each node; on switched cards one stage fills a node.
void add_across_nodes(const Question& question, const catalog::InstanceType& type, const DeviceKind& kind,
                      std::int32_t count, std::int32_t tensor, std::vector<Layout>& layouts) {
  if (question.scope.max_nodes < 2 || kind.device.is_neuron()) {
    return;
  }
  const std::int32_t per_node = kind.device.link == sizing::Link::pcie ? count / tensor : 1;
  for (const std::int32_t nodes : k_node_counts) {
    const std::int32_t stages = per_node * nodes;
    const bool is_degree = std::ranges::find(k_stages, stages) != std::end(k_stages);
    if (nodes > 1 && nodes <= most_nodes(question, type) && is_degree && can_stage(question, stages)) {
      layouts.push_back({.parallel = {tensor, stages, true}, .devices = tensor * stages, .nodes = nodes});
    }
  }
}

}  // namespace

std::vector<Layout> layouts_of(const Question& question, const catalog::InstanceType& type, const DeviceKind& kind) {
  if (!question.workload || kind.is_part || kind.cpu != nullptr) {
    const bool is_slice = !kind.slice.empty();
    return question.is_training() && is_slice ? std::vector<Layout>() : std::vector<Layout>{Layout{}};
  }
  if (question.is_training()) {
    return training_layouts(question, type);
  }
  const std::int32_t count = device_count(type);
  const bool splits = question.workload->has_speed() && question.workload->shape->heads > 0;
  if (!splits) {
    return {Layout{}};
  }
  std::vector<Layout> layouts;
  for (const std::int32_t tensor : tensor_degrees(question, kind, count * kind.cores)) {
    add_within_node(question, kind, count, tensor, layouts);
    if (tensor <= count) {
      add_across_nodes(question, type, kind, count, tensor, layouts);
    }
  }
  return layouts;
}

}  // namespace kgpu::recommend
