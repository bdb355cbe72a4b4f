#include "kgpu/sizing/speed.hpp"

#include "read_bytes.hpp"
#include "sizing_tables.hpp"

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

double layer_ms(const Serving& serving) {
  if (serving.device.is_neuron()) {
    return factor::neuron_layer_ms;
  }
  if (!serving.device.is_new_class()) {
    return factor::layer_ms_old;
  }
  const bool slower =
      serving.engine.engine == Engine::sglang && serving.shape->is_mixture() && serving.device.architecture == "Hopper";
  return factor::layer_ms_new + factor::layer_ms_new_per_tp_doubling * std::log2(serving.parallel.tensor) +
         (slower ? factor::layer_ms_sglang_moe : 0);
}

double bandwidth_share(const Device& device) {
  return device.is_neuron()      ? factor::neuron_bandwidth_share
         : device.is_new_class() ? factor::bandwidth_share_new
                                 : factor::bandwidth_share_old;
}

/// Milliseconds to read what one step reads on one device.
double reading_ms(const Serving& serving, double streams, double tokens) {
  const double rate = bandwidth_share(serving.device) * *serving.device.bandwidth_bytes_s;
  const WeightsRead weights = weights_read(serving, streams);
  const double expert_rate = weights.experts_unpack && serving.device.architecture == "Hopper"
                                 ? std::min(rate, factor::expert4_unpack_tb_s * 1e12)
                                 : rate;
  return k_ms * (weights.experts / expert_rate + (weights.rest + streams * cache_read_bytes(serving, tokens)) / rate);
}

/// Milliseconds of prefill per prompt token, at a share of the peak.
double prefill_ms(const Serving& serving, double prompt_tokens, double share) {
  const std::int32_t tp = serving.parallel.tensor;
  const Precision& type = multiplied_type(serving.stored);
  const double peak = peak_for(serving.device, type).value_or(0);
  const double reached = serving.device.is_neuron()
                             ? factor::neuron_prefill_share
                             : share * matmul_share(serving.device, type).value_or(factor::prefill_share_matmul) /
                                   factor::prefill_share_matmul;
  const double flops =
      2 * static_cast<double>(serving.shape->active_parameters) + 2 * attention_width(*serving.shape, prompt_tokens);
  double ms = k_ms * flops / (tp * reached * peak);
  if (tp > 1) {
    const double wire = (crosses_pcie(serving) ? factor::wire_pcie_gb_s : factor::wire_switch_gb_s) * k_giga;
    ms += k_ms * 4 * static_cast<double>(serving.shape->layers) * static_cast<double>(serving.shape->hidden) / wire;
  }
  return ms;
}

bool is_known(const Serving& serving) {
  return serving.device.bandwidth_bytes_s && peak_for(serving.device, multiplied_type(serving.stored)) &&
         !serving.shape->attention.empty();
}

/// One step with `streams` on every stage's turn.
double step_ms(const Serving& serving, const Load& load) {
  const ModelShape& shape = *serving.shape;
  const std::int32_t tp = serving.parallel.tensor;
  const double layers = shape.layers;
  const double mean_tokens = load.prompt_tokens + load.output_tokens / 2;
  const double peak = *peak_for(serving.device, multiplied_type(serving.stored));
  const double flops = 2 * static_cast<double>(shape.active_parameters) * load.streams / tp;
  const double computing = serving.device.is_neuron() ? 0 : k_ms * flops / (factor::decode_compute_share * peak);
  double ms = std::max(reading_ms(serving, load.streams, mean_tokens), computing) + layers * layer_ms(serving) +
              factor::layer_ms_per_sequence * layers * load.streams;
  if (crosses_pcie(serving)) {
    ms += 2 * layers * factor::allreduce_pcie_ms * (tp - 1);
  }
  if (serving.parallel.across_nodes) {
    ms += factor::pipeline_boundary_ms * (serving.parallel.pipeline - 1);
  }
  if (load.output_tokens > 0) {
    const double share = shape.is_mixture() ? factor::prefill_share_moe : factor::prefill_share_dense;
    ms +=
        (load.streams - 1) * (load.prompt_tokens / load.output_tokens) * prefill_ms(serving, load.prompt_tokens, share);
  }
  return ms;
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

std::optional<Estimate> decode_ms_per_token(const Serving& serving, const Load& load) {
  if (!is_known(serving) || !serving.holds_cache) {
    return std::nullopt;
  }
  return spread_of(step_ms(serving, group_load(serving, load)), spread(serving));
}

std::optional<Estimate> time_to_first_token_ms(const Serving& serving, const Load& load) {
  if (!is_known(serving) || !serving.holds_cache) {
    return std::nullopt;
  }
  const double share = serving.shape->is_mixture() ? factor::first_token_share_moe : factor::first_token_share_dense;
  const Load group = group_load(serving, load);
  const double prompt = load.prompt_tokens * prefill_ms(serving, load.prompt_tokens, share);
  const double ms = factor::first_token_fixed_ms + step_ms(serving, group) + prompt +
                    factor::first_token_queue_share * (group.streams - 1) * prompt;
  return spread_of(ms, factor::spread_first_token);
}

std::optional<Estimate> tokens_per_second(const Serving& serving, const Load& load) {
  if (!serving.holds_cache) {
    const auto peak = serving.device.peak_16bit_flops;
    if (!peak) {
      return std::nullopt;
    }
    const double share = serving.device.is_neuron() ? factor::encoder_share_neuron : factor::encoder_share;
    const double flops = 2 * static_cast<double>(serving.shape->active_parameters) +
                         2 * attention_width(*serving.shape, load.prompt_tokens);
    return spread_of(share * *peak * serving.parallel.devices() / flops, factor::spread_old);
  }
  const auto step = decode_ms_per_token(serving, load);
  return step ? std::optional(spread_of(k_ms * load.streams / step->likely, spread(serving))) : std::nullopt;
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
    const double step = step_ms(serving, {streams, prompt_tokens, output_tokens});
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
  return weights.experts + weights.rest + load.streams * cache_read_bytes(serving, tokens);
}

}  // namespace kgpu::sizing
