#include "kgpu/sizing/memory.hpp"

#include "sizing_tables.hpp"

#include "kgpu/base/memory_size.hpp"

#include <algorithm>
#include <cmath>

namespace kgpu::sizing {
namespace {

constexpr double k_gibibyte = static_cast<double>(k_gib);

double margin(const Serving& serving) {
  return factor::high_margin_gib * k_gibibyte +
         factor::high_margin_of_capacity * serving.device.capacity_bytes.value_or(0);
}

double sampler_bytes(const Serving& serving, double step) {
  const double vocabulary = static_cast<double>(serving.shape->vocabulary);
  return factor::sampler_bytes_per_logit * static_cast<double>(serving.engine.max_num_seqs) * vocabulary +
         factor::sampler_bytes_per_hidden * step * static_cast<double>(serving.shape->hidden);
}

/// The engine's own share of the free memory is the rest of what is not weights or fixed.
double fixed_bytes(const MemoryNeed& need, double Estimate::*level) {
  return need.weights.*level + need.activation.*level + need.overhead.*level;
}

double pool_bytes(const Serving& serving, const MemoryNeed& need, double Estimate::*level) {
  const double capacity = serving.device.capacity_bytes.value_or(0);
  const double fraction = serving.engine.memory_fraction;
  const double fixed = fixed_bytes(need, level);
  return serving.engine.fraction_of == EngineRule::FractionOf::after_load ? (capacity - fixed) * fraction
                                                                          : capacity * fraction - fixed;
}

}  // namespace

double forward_bytes(const ModelShape& shape, double tokens, std::int32_t tensor_parallel) {
  const double tp = tensor_parallel;
  const double hidden = static_cast<double>(shape.hidden);
  double widest = 0;
  for (const MlpGroup& group : shape.mlp) {
    const double width = static_cast<double>(group.width);
    const double copies = group.experts > 0 ? group.experts_per_token * (std::max(2 * width / tp, hidden) + width / tp)
                                            : factor::forward_mlp_copies * width / tp;
    widest = std::max(widest, copies);
  }
  return tokens * factor::activation_bytes * (widest + factor::forward_hidden_copies * hidden);
}

Estimate activation_bytes(const Serving& serving) {
  using Sampler = EngineRule::Sampler;
  if (serving.engine.sampler == Sampler::reserved) {
    return {};
  }
  const double step = static_cast<double>(serving.engine.step_tokens(serving.context_tokens));
  const double forward = forward_bytes(*serving.shape, step, serving.parallel.tensor);
  const bool has_logits = serving.holds_cache && serving.engine.sampler != Sampler::last_token;
  const double likely = std::max(forward, has_logits ? sampler_bytes(serving, step) : 0);
  return {forward, likely, likely};
}

MemoryNeed memory_need(const Serving& serving) {
  MemoryNeed need;
  need.weights = weight_bytes(serving);
  need.cache = Estimate::exactly(sequence_cache_bytes(serving, serving.context_tokens) *
                                 static_cast<double>(serving.concurrency));
  need.activation = activation_bytes(serving);
  double overhead = serving.engine.non_torch_bytes;
  if (serving.engine.fraction_of == EngineRule::FractionOf::before_load) {
    // The fraction is of what is free beside the base, so the base counts by it.
    overhead *= serving.engine.memory_fraction;
  }
  need.overhead = {overhead, overhead, overhead + margin(serving)};
  if (serving.engine.engine == Engine::neuron) {
    // Shapes are compiled: the scratch is a share of what they hold.
    need.overhead.high = overhead + (factor::neuron_high - 1) * (need.weights.likely + need.cache.likely);
  }
  return need;
}

std::optional<double> usable_bytes(const Serving& serving, const MemoryNeed& need) {
  if (!serving.device.capacity_bytes) {
    return std::nullopt;
  }
  return fixed_bytes(need, &Estimate::likely) + std::max(0.0, pool_bytes(serving, need, &Estimate::likely)) +
         std::min(0.0, pool_bytes(serving, need, &Estimate::likely));
}

std::optional<Fits> fits(const Serving& serving, const MemoryNeed& need) {
  if (!serving.device.capacity_bytes) {
    return std::nullopt;
  }
  const auto holds = [&](double Estimate::*level) { return need.cache.*level <= pool_bytes(serving, need, level); };
  if (!holds(&Estimate::likely)) {
    return Fits::no;
  }
  return holds(&Estimate::high) && !serving.shape->is_bound ? Fits::yes : Fits::likely;
}

std::optional<CachePool> cache_pool(const Serving& serving) {
  return cache_pool(serving, memory_need(serving));
}

std::optional<CachePool> cache_pool(const Serving& serving, const MemoryNeed& need) {
  if (!serving.device.capacity_bytes) {
    return std::nullopt;
  }
  CachePool pool = pool_of(serving, pool_bytes(serving, need, &Estimate::likely));
  pool.bytes.low = std::max(0.0, pool_bytes(serving, need, &Estimate::high));
  pool.bytes.high = std::max(0.0, pool_bytes(serving, need, &Estimate::low));
  return pool;
}

}  // namespace kgpu::sizing
