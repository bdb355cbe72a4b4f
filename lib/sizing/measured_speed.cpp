#include "sizing_tables.hpp"

#include "kgpu/sizing/measured.hpp"

#include <algorithm>

namespace kgpu::sizing {
namespace {

double apart(double a, double b) {
  return a > 0 && b > 0 ? std::max(a, b) / std::min(a, b) : a == b ? 1 : factor::measured_load_within + 1;
}

bool is_same_place(const SpeedRow& row, const Serving& serving) {
  const bool same_set_up = row.model == serving.shape->id && row.engine == to_string(serving.engine.engine) &&
                           row.accelerator == serving.device.name && row.precision == serving.stored.name() &&
                           row.count == static_cast<double>(serving.parallel.devices()) &&
                           row.tensor_parallel == static_cast<double>(serving.parallel.tensor) &&
                           row.pipeline_parallel == static_cast<double>(serving.parallel.pipeline) &&
                           !serving.parallel.across_nodes;
  const Precision* cache = same_set_up ? find_precision(row.kv_precision) : nullptr;
  return cache != nullptr && cache_bytes_per_value(*cache) == serving.cache_bytes_per_value;
}

/// A rate over all streams is a time per token of each.
double decode_ms(const SpeedRow& row) {
  constexpr double k_ms = 1000;
  return row.unit == "ms/token" ? *row.value : k_ms * *row.concurrency / *row.value;
}

}  // namespace

std::vector<const SpeedRow*> speed_runs(const Serving& serving) {
  std::vector<const SpeedRow*> runs;
  if (!serving.holds_cache) {
    return runs;
  }
  for (const SpeedRow& row : k_speed_rows) {
    if (is_same_place(row, serving)) {
      runs.push_back(&row);
    }
  }
  return runs;
}

std::optional<MeasuredSpeed> speed_at(const std::vector<const SpeedRow*>& runs, const Load& load) {
  const SpeedRow* nearest = nullptr;
  double least = 0;
  for (const SpeedRow* run : runs) {
    const double of_prompt = apart(*run->prompt_tokens, load.prompt_tokens);
    const double of_output = apart(*run->output_tokens, load.output_tokens);
    const double of_streams = apart(*run->concurrency, load.streams);
    const double all = of_prompt * of_output * of_streams;
    if (std::max({of_prompt, of_output, of_streams}) <= factor::measured_load_within &&
        (nearest == nullptr || all < least)) {
      nearest = run;
      least = all;
    }
  }
  if (nearest == nullptr) {
    return std::nullopt;
  }
  // The time of a token grows no faster than prompt, answers or streams do.
  const double ms = decode_ms(*nearest);
  return MeasuredSpeed{{ms / least, ms, ms * least}, nearest->row, nearest->source, nearest->as_of};
}

}  // namespace kgpu::sizing
