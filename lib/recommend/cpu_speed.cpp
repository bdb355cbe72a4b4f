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

}  // namespace

Speed cpu_speed_of(const sizing::Serving& serving, const sizing::Load& load) {
  constexpr double k_spread = 2;              // recommend.md 30
  constexpr double k_first_token_spread = 3;  // recommend.md 30
  const double rate = *serving.device.peak_16bit_flops;
  const double per_token = 2 * static_cast<double>(serving.shape->active_parameters);
  Speed speed;
  if (!serving.holds_cache) {
    speed.tokens_per_second = rate / per_token;
    return speed;
  }
  const double reading =
      sizing::bytes_read_per_step(serving, load) / (factor::cpu_bandwidth_share * *serving.device.bandwidth_bytes_s);
  const double computing = per_token * load.streams / rate;
  const double prefill_ms = k_ms * per_token / rate;
  double step = k_ms * std::max(reading, computing);
  if (load.output_tokens > 0) {
    step += (load.streams - 1) * (load.prompt_tokens / load.output_tokens) * prefill_ms;
  }
  speed.decode_ms = around(step, k_spread);
  speed.first_token_ms = around(step + load.prompt_tokens * prefill_ms, k_first_token_spread);
  speed.tokens_per_second = k_ms * load.streams / step;
  return speed;
}

}  // namespace kgpu::recommend
