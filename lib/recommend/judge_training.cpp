#include "judge.hpp"

#include <algorithm>

namespace kgpu::recommend {

sizing::Training training_of(const Question& question, const DeviceKind& kind, const Layout& layout) {
  const model::Workload& workload = *question.workload;
  const model::TrainingOptions& options = workload.training;
  sizing::Training training;
  training.shape = workload.shape.get();
  training.device = kind.device;
  training.ranks = layout.devices * kind.cores;
  training.method = options.method.value_or(sizing::TrainingMethod::lora);
  training.optimizer = options.optimizer.value_or(sizing::Optimizer::adamw);
  training.sharding = options.sharding.value_or(training.ranks > 1 ? sizing::Sharding::zero3 : sizing::Sharding::none);
  training.checkpointing = options.checkpointing.value_or(sizing::Checkpointing::full);
  training.batch = options.batch.value_or(1);
  training.sequence = workload.context_tokens;
  return training;
}

Verdict judge_training(const Question& question, const DeviceKind& kind, const Layout& layout) {
  const sizing::Training training = training_of(question, kind, layout);
  const sizing::TrainingNeed need = sizing::training_need(training);
  Verdict verdict;
  verdict.replicas = 1;
  verdict.sequences = training.batch * training.ranks;
  verdict.memory = need.total();
  verdict.usable = training.device.capacity_bytes;
  verdict.fits = sizing::fits(training, need).value_or(sizing::Fits::no);
  if (const auto rate = sizing::training_tokens_per_second(training)) {
    verdict.tokens_per_second = rate->likely;
    verdict.max_tokens_per_second = rate->likely;
    if (question.train_tokens) {
      constexpr double k_seconds_per_hour = 3600;
      verdict.hours = *question.train_tokens / rate->likely / k_seconds_per_hour;
    }
  }
  if (verdict.fits == sizing::Fits::no) {
    verdict.reasons.insert("memory");
    verdict.shortfall = std::max(0.0, verdict.memory->likely - verdict.usable.value_or(0));
  } else if (question.limits.hours && (!verdict.hours || *verdict.hours > *question.limits.hours)) {
    verdict.fits = sizing::Fits::no;
    verdict.reasons.insert("hours");
  }
  return verdict;
}

}  // namespace kgpu::recommend
