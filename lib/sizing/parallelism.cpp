#include "kgpu/sizing/parallelism.hpp"

#include <fmt/format.h>

#include <cmath>

namespace kgpu::sizing {
namespace {

constexpr std::int32_t k_degrees[] = {1, 2, 4, 8, 16};

bool divides_kv_heads(const AttentionGroup& group, std::int32_t tp) {
  return group.kv_heads <= 0 || group.kv_heads % tp == 0 || tp % group.kv_heads == 0;
}

std::string head_fault(const ModelShape& shape, std::int32_t tp) {
  for (const AttentionGroup& group : shape.attention) {
    if (group.kind == AttentionKind::linear || group.heads <= 0) {
      continue;
    }
    if (group.heads % tp != 0) {
      return fmt::format("{} heads do not divide by {}", group.heads, tp);
    }
    const bool has_kv_heads = group.kind != AttentionKind::latent && group.kind != AttentionKind::compressed;
    if (has_kv_heads && !divides_kv_heads(group, tp)) {
      return fmt::format("{} KV heads neither divide by {} nor divide it", group.kv_heads, tp);
    }
  }
  return {};
}

/// Groups of quantised weights lie along the width, which ranks share.
std::string group_fault(const ModelShape& shape, const StoredAs& stored, std::int32_t tp) {
  if (stored.quantised == nullptr || !stored.quantised->group) {
    return {};
  }
  for (const MlpGroup& group : shape.mlp) {
    const Part part = group.experts > 0 ? Part::expert : Part::mlp;
    const bool other_type = group.experts > 0 && stored.experts != nullptr;
    if (!stored.parts[static_cast<std::size_t>(part)] || other_type) {
      continue;
    }
    const double share = static_cast<double>(group.width) / tp;
    if (std::fmod(share, *stored.quantised->group) != 0) {
      return fmt::format("an MLP of {} in {} parts cuts groups of {:.0f} {} weights", group.width, tp,
                         *stored.quantised->group, stored.quantised->name);
    }
  }
  return {};
}

}  // namespace

std::span<const std::int32_t> usual_tensor_degrees() {
  return k_degrees;
}

std::string tensor_parallel_fault(const ModelShape& shape, const StoredAs& stored, Engine engine, std::int32_t tp) {
  if (tp <= 1 || engine == Engine::neuron) {
    return {};
  }
  const std::string fault = head_fault(shape, tp);
  return fault.empty() ? group_fault(shape, stored, tp) : fault;
}

std::string pipeline_parallel_fault(const ModelShape& shape, std::int32_t pp) {
  return shape.layers > 0 && pp > shape.layers ? fmt::format("{} layers do not fill {} stages", shape.layers, pp)
                                               : std::string();
}

std::vector<std::int32_t> tensor_degrees(const ModelShape& shape, const StoredAs& stored, Engine engine) {
  std::vector<std::int32_t> degrees;
  for (const std::int32_t degree : k_degrees) {
    if (tensor_parallel_fault(shape, stored, engine, degree).empty()) {
      degrees.push_back(degree);
    }
  }
  return degrees;
}

}  // namespace kgpu::sizing
