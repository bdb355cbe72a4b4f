#include "judge.hpp"
#include "recommend_tables.hpp"

#include "kgpu/sizing/speed.hpp"

#include <algorithm>

namespace kgpu::recommend {
namespace {

constexpr double k_ms = 1000;

sizing::Estimate around(double likely, double spread) {
  return {likely / spread, likely, likely * spread};
}

Term leaf(const sizing::Serving& serving, double value, std::string_view name, std::string_view unit,
          std::string_view flag) {
  return given(serving.trace, value, name, unit, {{}, flag});
}

Term machine(const sizing::Serving& serving, double value, std::string_view name, std::string_view unit) {
  return given(serving.trace, value, name, unit, {"cpu_bandwidth.csv", serving.device.name});
}

Term flops_term(const sizing::Serving& serving) {
  return 2 * given(serving.trace, static_cast<double>(serving.shape->active_parameters), "active parameters", {},
                   {"models.csv", serving.shape->id});
}

Term rate_term(const sizing::Serving& serving) {
  return machine(serving, *serving.device.peak_16bit_flops, "operations reached", "operations/s");
}

Term prefill_term(const sizing::Serving& serving) {
  return (k_ms * flops_term(serving) / rate_term(serving)).named("prefill of a token", "ms");
}

Term step_term(const sizing::Serving& serving, const sizing::Load& load) {
  const Term streams = leaf(serving, load.streams, "streams", {}, "--concurrency, the part of one replica");
  const Term bytes = leaf(serving, sizing::bytes_read_per_step(serving, load), "bytes of a step", "bytes",
                          "weights but the input embedding, and the cache of every stream");
  const Term bandwidth = machine(serving, *serving.device.bandwidth_bytes_s, "bandwidth", "bytes/s");
  const Term reading = bytes / (factor::cpu_bandwidth_share * bandwidth);
  Term step = k_ms * max(reading, flops_term(serving) * streams / rate_term(serving));
  if (load.output_tokens > 0) {
    const Term prompt =
        leaf(serving, load.prompt_tokens, "prompt tokens", {}, "--prompt-tokens, or 3/4 of the context");
    const Term output =
        leaf(serving, load.output_tokens, "output tokens", {}, "--output-tokens, or the rest of the context");
    step = step + (streams - 1) * (prompt / output) * prefill_term(serving);
  }
  return step.named("time per token", "ms");
}

}  // namespace

Term cpu_rate_term(const sizing::Serving& serving, const sizing::Load& load) {
  if (!serving.holds_cache) {
    return (rate_term(serving) / flops_term(serving)).named("tokens per second", "tokens/s");
  }
  const Term streams =
      leaf(serving, load.streams, "streams of the replica", {}, "--concurrency, the part of one replica");
  return (k_ms * streams / step_term(serving, load)).named("tokens per second", "tokens/s");
}

Speed cpu_speed_of(const sizing::Serving& serving, const sizing::Load& load) {
  constexpr double k_spread = 2;              // recommend.md 30
  constexpr double k_first_token_spread = 3;  // recommend.md 30
  Speed speed;
  speed.tokens_per_second = cpu_rate_term(serving, load).value();
  if (!serving.holds_cache) {
    return speed;
  }
  const double step = step_term(serving, load).value();
  speed.decode_ms = around(step, k_spread);
  speed.first_token_ms = around(step + load.prompt_tokens * prefill_term(serving).value(), k_first_token_spread);
  return speed;
}

}  // namespace kgpu::recommend
