#include "kgpu/sizing/memory.hpp"

#include "leaves.hpp"
#include "memory_terms.hpp"
#include "sizing_tables.hpp"

#include "kgpu/base/memory_size.hpp"

#include <algorithm>
#include <cmath>

namespace kgpu::sizing {
namespace {

constexpr double k_gibibyte = static_cast<double>(k_gib);

Term capacity_term(const Serving& serving) {
  return of_device(serving.trace, serving.device, serving.device.capacity_bytes.value_or(0), "capacity", "bytes");
}

Term fraction_term(const Serving& serving) {
  return of_engine(serving, serving.engine.memory_fraction, "the engine's fraction", {}, "--memory-fraction",
                   serving.engine.fraction_given);
}

Term margin(const Serving& serving) {
  const Figure& fixed = factor::high_margin_gib;
  return (given(serving.trace, fixed.value * k_gibibyte, "fixed margin", "bytes",
                {fixed.file, fixed.name, fixed.source}) +
          factor::high_margin_of_capacity * capacity_term(serving))
      .named("margin", "bytes");
}

Term hidden_term(const Serving& serving) {
  return of_model(serving, static_cast<double>(serving.shape->hidden), "hidden size");
}

Term step_term(const Serving& serving) {
  const auto step = static_cast<double>(serving.engine.step_tokens(serving.context_tokens));
  const bool by_flag = serving.engine.tokens_given || serving.engine.max_batched_tokens <= 0;
  return of_engine(serving, step, "tokens of a step", "tokens",
                   serving.engine.tokens_given ? "--max-batched-tokens" : k_context_flag, by_flag);
}

Term sampler_bytes(const Serving& serving, const Term& step) {
  const Term vocabulary = of_model(serving, static_cast<double>(serving.shape->vocabulary), "vocabulary");
  const Term sequences = of_engine(serving, static_cast<double>(serving.engine.max_num_seqs), "max-num-seqs", {},
                                   "--max-num-seqs", serving.engine.sequences_given);
  return (factor::sampler_bytes_per_logit * sequences * vocabulary +
          factor::sampler_bytes_per_hidden * step * hidden_term(serving))
      .named("sampler", "bytes");
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

Term forward_term(const Serving& serving, const Term& tokens) {
  const Term hidden = hidden_term(serving);
  Term widest;
  for (const MlpGroup& group : serving.shape->mlp) {
    const Term width =
        of_model(serving, static_cast<double>(group.width), group.experts > 0 ? "expert width" : "MLP width") /
        tensor_ranks(serving);
    const Term copies = group.experts > 0 ? of_model(serving, group.experts_per_token, "experts a token") *
                                                (max(2 * width, hidden) + width)
                                          : factor::forward_mlp_copies * width;
    widest = copies.value() > widest.value() ? copies : widest;
  }
  return (tokens * factor::activation_bytes * (widest + factor::forward_hidden_copies * hidden))
      .named("forward pass", "bytes");
}

double forward_bytes(const ModelShape& shape, double tokens, std::int32_t tensor_parallel) {
  Serving serving;
  serving.shape = &shape;
  serving.parallel.tensor = tensor_parallel;
  return forward_term(serving, tokens).value();
}

Terms activation_terms(const Serving& serving) {
  using Sampler = EngineRule::Sampler;
  if (serving.engine.sampler == Sampler::reserved) {
    return Terms::exactly(of_engine(serving, 0, "activations", "bytes"));
  }
  const Term step = step_term(serving);
  const Term forward = forward_term(serving, step);
  const bool has_logits = serving.holds_cache && serving.engine.sampler != Sampler::last_token;
  const Term likely = has_logits ? max(forward, sampler_bytes(serving, step)) : forward;
  return Terms{forward, likely, likely}.named("activations", "bytes");
}

Estimate activation_bytes(const Serving& serving) {
  return activation_terms(serving).values();
}

MemoryTerms memory_terms(const Serving& serving) {
  MemoryTerms need;
  need.weights = weight_terms(serving);
  const Term tokens =
      of_flag(serving.trace, static_cast<double>(serving.context_tokens), "context tokens", k_context_flag);
  const Term sequences = of_flag(serving.trace, static_cast<double>(serving.concurrency), "sequences", k_streams_flag);
  need.cache = Terms::exactly((sequence_cache_term(serving, tokens) * sequences).named("KV cache", "bytes"));
  need.activation = activation_terms(serving);
  Term overhead = of_engine(serving, serving.engine.non_torch_bytes, "context and communication", "bytes");
  if (serving.engine.fraction_of == EngineRule::FractionOf::before_load) {
    // The fraction is of what is free beside the base, so the base counts by it.
    overhead = overhead * fraction_term(serving);
  }
  need.overhead = {overhead, overhead, overhead + margin(serving)};
  if (serving.engine.engine == Engine::neuron) {
    // Shapes are compiled: the scratch is a share of what they hold.
    need.overhead.high =
        overhead + (given(serving.trace, factor::neuron_high) - 1) * (need.weights.likely + need.cache.likely);
  }
  need.overhead = need.overhead.named("runtime", "bytes");
  return need;
}

MemoryNeed memory_need(const Serving& serving) {
  return memory_terms(serving).values();
}

std::optional<Term> usable_term(const Serving& serving, const MemoryTerms& need) {
  if (!serving.device.capacity_bytes) {
    return std::nullopt;
  }
  const Term capacity = capacity_term(serving);
  const Term fraction = fraction_term(serving);
  if (serving.engine.fraction_of != EngineRule::FractionOf::after_load) {
    return (capacity * fraction).named("usable", "bytes");
  }
  const Term fixed = need.weights.likely + need.activation.likely + need.overhead.likely;
  return (fixed + (capacity - fixed) * fraction).named("usable", "bytes");
}

std::optional<double> usable_bytes(const Serving& serving, const MemoryNeed& need) {
  const auto usable = usable_term(serving, MemoryTerms::of(need));
  return usable ? std::optional(usable->value()) : std::nullopt;
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
