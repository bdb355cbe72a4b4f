#include "judge.hpp"
#include "support.hpp"

#include "kgpu/sizing/speed.hpp"

#include <cmath>

namespace kgpu::recommend {
namespace {

constexpr double k_ms = 1000;

}  // namespace

std::optional<double> Verdict::headroom() const {
  if (!memory || !usable || *usable <= 0) {
    return std::nullopt;
  }
  constexpr double k_places = 1e4;
  return std::round((1 - memory->high / *usable) * k_places) / k_places;
}

sizing::Serving serving_of(const Question& question, const DeviceKind& kind, const Layout& layout,
                           std::int64_t concurrency) {
  const model::Workload& workload = *question.workload;
  sizing::Serving serving;
  serving.shape = workload.shape.get();
  serving.stored = workload.stored;
  serving.cache_bytes_per_value = workload.cache_bytes_per_value;
  serving.device = kind.device;
  serving.parallel = layout.parallel;
  const sizing::Engine engine = engine_of(question, kind);
  // A version is of the engine that was asked for, not of those that other devices need.
  sizing::EngineFlags flags = workload.engine_flags;
  if (engine != workload.engine) {
    flags.version.clear();
    flags.memory_fraction.reset();
  }
  serving.engine = sizing::engine_rule(engine, flags, kind.device, layout.parallel.tensor, layout.parallel.pipeline);
  serving.context_tokens = workload.context_tokens;
  serving.concurrency = concurrency;
  serving.holds_cache = workload.task != model::Task::embedding;
  return serving;
}

Speed speed_of(const DeviceKind& kind, const sizing::Serving& serving, const sizing::Load& load) {
  if (kind.cpu != nullptr) {
    return cpu_speed_of(serving, load);
  }
  Speed speed;
  speed.decode_ms = sizing::decode_ms_per_token(serving, load);
  speed.first_token_ms = sizing::time_to_first_token_ms(serving, load);
  if (speed.decode_ms) {
    speed.tokens_per_second = k_ms * load.streams / speed.decode_ms->likely;
  } else if (!serving.holds_cache) {
    const auto rate = sizing::tokens_per_second(serving, load);
    speed.tokens_per_second = rate ? std::optional(rate->likely) : std::nullopt;
  }
  return speed;
}

bool within(const std::optional<sizing::Estimate>& figure, const std::optional<double>& limit, bool given) {
  return !limit || (figure ? figure->likely <= *limit : !given);
}

}  // namespace kgpu::recommend
