#include "leaves.hpp"
#include "read_bytes.hpp"
#include "sizing_tables.hpp"

#include "kgpu/sizing/terms.hpp"

#include <algorithm>
#include <cmath>

namespace kgpu::sizing {
namespace {

constexpr double k_ms = 1000;
constexpr double k_giga = 1e9;

const Precision& multiplied_type(const StoredAs& stored) {
  return stored.quantised != nullptr ? *stored.quantised : *stored.base;
}

bool crosses_pcie(const Serving& serving) {
  const std::int32_t tp = serving.parallel.tensor;
  return tp > 1 && (serving.device.link == Link::pcie || (serving.device.link == Link::pairs && tp > 2));
}

Term streams_term(const Serving& serving, double streams) {
  return of_flag(serving.trace, streams, "streams", "--concurrency, the part of one replica and stage");
}

Term prompt_term(const Serving& serving, double tokens) {
  return of_flag(serving.trace, tokens, "prompt tokens", k_prompt_flag);
}

Term output_term(const Serving& serving, double tokens) {
  return of_flag(serving.trace, tokens, "output tokens", k_output_flag);
}

Term active_term(const Serving& serving) {
  return of_model(serving, static_cast<double>(serving.shape->active_parameters), "active parameters");
}

Term layers_term(const Serving& serving) {
  return of_model(serving, serving.shape->layers, "layers");
}

Term layer_ms(const Serving& serving) {
  if (serving.device.is_neuron()) {
    return factor::neuron_layer_ms;
  }
  if (!serving.device.is_new_class()) {
    return factor::layer_ms_old;
  }
  const bool slower =
      serving.engine.engine == Engine::sglang && serving.shape->is_mixture() && serving.device.architecture == "Hopper";
  const Term fixed = factor::layer_ms_new + factor::layer_ms_new_per_tp_doubling * log2(tensor_ranks(serving));
  return slower ? fixed + factor::layer_ms_sglang_moe : fixed;
}

const Figure& bandwidth_share(const Device& device) {
  return device.is_neuron()      ? factor::neuron_bandwidth_share
         : device.is_new_class() ? factor::bandwidth_share_new
                                 : factor::bandwidth_share_old;
}

Term peak_term(const Serving& serving, std::optional<double> peak) {
  return of_device(serving.trace, serving.device, peak.value_or(0), "peak", "operations/s");
}

/// Milliseconds to read what one step reads on one device.
Term reading_ms(const Serving& serving, const Term& streams, const Term& tokens) {
  const Term rate = bandwidth_share(serving.device) *
                    of_device(serving.trace, serving.device, *serving.device.bandwidth_bytes_s, "bandwidth", "bytes/s");
  const WeightsRead weights = weights_read(serving, streams);
  const bool unpacks = weights.experts_unpack && serving.device.architecture == "Hopper";
  const Term others = weights.rest + streams * cache_read(serving, tokens);
  if (weights.experts.value() == 0) {
    return (k_ms * others / rate).named("reading", "ms");
  }
  const Term expert_rate = unpacks ? min(rate, given(serving.trace, factor::expert4_unpack_tb_s) * Term(1e12)) : rate;
  return (k_ms * (weights.experts / expert_rate + others / rate)).named("reading", "ms");
}

/// Milliseconds of prefill per prompt token, at a share of the peak.
Term prefill_ms(const Serving& serving, double prompt_tokens, const Figure& share) {
  const std::int32_t tp = serving.parallel.tensor;
  const Precision& type = multiplied_type(serving.stored);
  const Term peak = peak_term(serving, peak_for(serving.device, type));
  const auto matmul = matmul_share(serving.device, type);
  Term reached = share;
  if (serving.device.is_neuron()) {
    reached = factor::neuron_prefill_share;
  } else if (matmul) {
    reached = share *
              given(serving.trace, *matmul, "matmul share", {}, {"accelerator_efficiency.csv", serving.device.name}) /
              factor::prefill_share_matmul;
  }
  const Term flops = 2 * active_term(serving) + 2 * attention_width(serving, prompt_term(serving, prompt_tokens));
  Term ms = k_ms * flops / (tensor_ranks(serving) * reached * peak);
  if (tp > 1) {
    const Figure& figure = crosses_pcie(serving) ? factor::wire_pcie_gb_s : factor::wire_switch_gb_s;
    const Term wire = given(serving.trace, figure) * Term(k_giga);
    ms = ms + k_ms * 4 * layers_term(serving) *
                  of_model(serving, static_cast<double>(serving.shape->hidden), "hidden size") / wire;
  }
  return ms.named("prefill of a token", "ms");
}

bool is_known(const Serving& serving) {
  return serving.device.bandwidth_bytes_s && peak_for(serving.device, multiplied_type(serving.stored)) &&
         !serving.shape->attention.empty();
}

/// One step with `streams` on every stage's turn.
Term step_ms(const Serving& serving, const Load& load) {
  const ModelShape& shape = *serving.shape;
  const Term layers = layers_term(serving);
  const Term streams = streams_term(serving, load.streams);
  const Term prompt = prompt_term(serving, load.prompt_tokens);
  const Term output = output_term(serving, load.output_tokens);
  const Term mean_tokens = (prompt + output / 2).named("mean length", "tokens");
  const Term reading = reading_ms(serving, streams, mean_tokens);
  Term ms = reading;
  if (!serving.device.is_neuron()) {
    const Term peak = peak_term(serving, peak_for(serving.device, multiplied_type(serving.stored)));
    const Term flops = 2 * active_term(serving) * streams / tensor_ranks(serving);
    ms = max(reading, (k_ms * flops / (factor::decode_compute_share * peak)).named("computing", "ms"));
  }
  ms = ms + layers * layer_ms(serving) + factor::layer_ms_per_sequence * layers * streams;
  if (crosses_pcie(serving)) {
    ms = ms + 2 * layers * factor::allreduce_pcie_ms * (tensor_ranks(serving) - 1);
  }
  if (serving.parallel.across_nodes) {
    ms = ms + factor::pipeline_boundary_ms *
                  (of_flag(serving.trace, serving.parallel.pipeline, "stages", "--pipeline-parallel") - 1);
  }
  if (load.output_tokens > 0 && load.streams != 1) {
    const Figure& share = shape.is_mixture() ? factor::prefill_share_moe : factor::prefill_share_dense;
    ms = ms + (streams - 1) * (prompt / output) * prefill_ms(serving, load.prompt_tokens, share);
  }
  return ms.named("time per token", "ms");
}

/// The load of one of the groups that take turns on pipeline stages.
Load group_load(const Serving& serving, Load load) {
  if (serving.parallel.pipeline > 1) {
    load.streams = std::ceil(load.streams / serving.parallel.pipeline);
  }
  return load;
}

double spread(const Serving& serving) {
  if (!serving.device.is_new_class()) {
    return factor::spread_old;
  }
  return serving.shape->is_mixture() ? factor::spread_new_moe : factor::spread_new_dense;
}

Estimate spread_of(double likely, double ratio) {
  return {likely / ratio, likely, likely * ratio};
}

}  // namespace

std::optional<Term> decode_ms_term(const Serving& serving, const Load& load) {
  if (!is_known(serving) || !serving.holds_cache) {
    return std::nullopt;
  }
  return step_ms(serving, group_load(serving, load));
}

std::optional<Estimate> decode_ms_per_token(const Serving& serving, const Load& load) {
  const auto step = decode_ms_term(serving, load);
  return step ? std::optional(spread_of(step->value(), spread(serving))) : std::nullopt;
}

std::optional<Term> first_token_ms_term(const Serving& serving, const Load& load) {
  if (!is_known(serving) || !serving.holds_cache) {
    return std::nullopt;
  }
  const Figure& share = serving.shape->is_mixture() ? factor::first_token_share_moe : factor::first_token_share_dense;
  const Load group = group_load(serving, load);
  const Term prompt = (prompt_term(serving, load.prompt_tokens) * prefill_ms(serving, load.prompt_tokens, share))
                          .named("prefill of the prompt", "ms");
  Term ms = factor::first_token_fixed_ms + step_ms(serving, group) + prompt;
  if (group.streams != 1) {
    ms = ms + factor::first_token_queue_share * (streams_term(serving, group.streams) - 1) * prompt;
  }
  return ms.named("time to first token", "ms");
}

std::optional<Estimate> time_to_first_token_ms(const Serving& serving, const Load& load) {
  const auto ms = first_token_ms_term(serving, load);
  return ms ? std::optional(spread_of(ms->value(), factor::spread_first_token)) : std::nullopt;
}

std::optional<Term> tokens_per_second_term(const Serving& serving, const Load& load) {
  if (serving.holds_cache) {
    const auto step = decode_ms_term(serving, load);
    const Term streams = of_flag(serving.trace, load.streams, "streams of the replica", k_streams_flag);
    return step ? std::optional((k_ms * streams / *step).named("tokens per second", "tokens/s")) : std::nullopt;
  }
  const auto peak = serving.device.peak_16bit_flops;
  if (!peak) {
    return std::nullopt;
  }
  const Figure& share = serving.device.is_neuron() ? factor::encoder_share_neuron : factor::encoder_share;
  const Term flops = 2 * active_term(serving) + 2 * attention_width(serving, prompt_term(serving, load.prompt_tokens));
  const Term devices = of_flag(serving.trace, serving.parallel.devices(), "devices", "--count");
  return (share * peak_term(serving, peak) * devices / flops).named("tokens per second", "tokens/s");
}

std::optional<Estimate> tokens_per_second(const Serving& serving, const Load& load) {
  const auto rate = tokens_per_second_term(serving, load);
  return rate
             ? std::optional(spread_of(rate->value(), serving.holds_cache ? spread(serving) : factor::spread_old.value))
             : std::nullopt;
}

std::optional<double> saturating_streams(const Serving& serving, double prompt_tokens, double output_tokens) {
  const auto pool = cache_pool(serving);
  return pool ? saturating_streams(serving, *pool, prompt_tokens, output_tokens) : std::nullopt;
}

std::optional<double> saturating_streams(const Serving& serving, const CachePool& pool, double prompt_tokens,
                                         double output_tokens) {
  const double mean = mean_cache_bytes(serving, prompt_tokens + output_tokens / 2);
  if (mean <= 0) {
    return std::nullopt;
  }
  const double held = pool.bytes.likely / mean;
  return serving.engine.max_num_seqs > 0 ? std::min(held, static_cast<double>(serving.engine.max_num_seqs)) : held;
}

std::optional<double> streams_at_rate(const Serving& serving, double requests_per_second, double prompt_tokens,
                                      double output_tokens) {
  const auto most = saturating_streams(serving, prompt_tokens, output_tokens);
  if (!most || !is_known(serving)) {
    return std::nullopt;
  }
  // Little's law: the streams running are the arrivals times how long each stays; the step grows with them.
  const auto wanted = [&](double streams) {
    const double step = step_ms(serving, {streams, prompt_tokens, output_tokens}).value();
    return requests_per_second * output_tokens * step / k_ms;
  };
  if (wanted(*most) >= *most) {
    return most;
  }
  double low = 0;
  double high = *most;
  constexpr int k_halvings = 60;
  for (int i = 0; i < k_halvings; ++i) {
    const double middle = (low + high) / 2;
    (wanted(std::max(middle, 1.0)) > middle ? low : high) = middle;
  }
  return std::max(1.0, high);
}

double bytes_read_per_step(const Serving& serving, const Load& load) {
  const WeightsRead weights = weights_read(serving, load.streams);
  const double tokens = load.prompt_tokens + load.output_tokens / 2;
  return (weights.experts + weights.rest + load.streams * cache_read(serving, tokens)).value();
}

}  // namespace kgpu::sizing
