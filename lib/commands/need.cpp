#include "kgpu/commands/need.hpp"

#include "kgpu/base/error.hpp"
#include "kgpu/base/text.hpp"

#include <algorithm>

namespace kgpu::commands {
namespace {

using recommend::Question;
using recommend::Stage;

constexpr double k_default_tpot_ms = 200;    // recommend.md 4
constexpr double k_default_ttft_ms = 10000;  // recommend.md 4
constexpr std::int32_t k_training_nodes = 8;

model::WorkloadOptions workload_options(const NeedOptions& need, Stage stage) {
  model::WorkloadOptions workload = need.workload;
  if (stage == Stage::training) {
    workload.task = model::Task::training;
  } else {
    workload.training = {};
    if (workload.task == model::Task::training) {
      workload.task.reset();
    }
  }
  return workload;
}

void set_limits(Question& question, const NeedOptions& need) {
  const auto limit = [](const std::optional<double>& given, double usual, bool has_default) {
    return given ? (*given > 0 ? given : std::nullopt) : has_default ? std::optional(usual) : std::nullopt;
  };
  const bool generates = question.workload && question.workload->task == model::Task::inference &&
                         question.workload->has_speed() && question.stage == Stage::inference;
  question.limits.tpot_ms = limit(need.max_tpot_ms, k_default_tpot_ms, generates);
  question.limits.ttft_ms = limit(need.max_ttft_ms, k_default_ttft_ms, generates);
  question.limits.tpot_given = need.max_tpot_ms.value_or(0) > 0;
  question.limits.ttft_given = need.max_ttft_ms.value_or(0) > 0;
  question.limits.usd_per_hour = need.max_price;
  question.limits.hours = question.is_training() ? need.max_hours : std::nullopt;
}

void set_load(Question& question, const NeedOptions& need) {
  if (question.is_training()) {
    question.train_tokens = need.train_tokens;
    return;
  }
  question.concurrency = need.workload.concurrency;
  question.requests_per_second = need.requests_per_second;
  if (need.tokens_per_second && question.workload) {
    const model::Workload& workload = *question.workload;
    const std::int64_t each = workload.output_tokens > 0 ? workload.output_tokens : workload.prompt_tokens;
    question.requests_per_second = *need.tokens_per_second / static_cast<double>(std::max<std::int64_t>(each, 1));
  }
}

}  // namespace

bool NeedOptions::has_model() const {
  const model::ModelChoice& choice = workload.model;
  return !choice.name.empty() || !choice.config_name.empty() || !choice.parameters.empty();
}

void check_need(const NeedOptions& need) {
  if (need.requests_per_second && need.tokens_per_second) {
    throw usage_error("--requests-per-second and --tokens-per-second say the same thing", "give one of them");
  }
  if (need.max_hours && !need.train_tokens) {
    throw usage_error("--max-hours needs --train-tokens");
  }
}

Stage usual_stage(const NeedOptions& need) {
  const bool trains =
      need.workload.task == model::Task::training || need.workload.training.is_given() || need.train_tokens.has_value();
  return trains ? Stage::training : Stage::inference;
}

Question question_of(const NeedOptions& need, Stage stage, const catalog::Catalog& catalog) {
  Question question;
  question.stage = stage;
  if (need.has_model()) {
    question.workload = model::plan_workload(catalog, workload_options(need, stage));
    question.engine_given = need.workload.engine.has_value();
  }
  set_limits(question, need);
  set_load(question, need);
  question.scope.max_nodes = need.max_nodes.value_or(question.is_training() ? k_training_nodes : 1);
  question.mtbf_hours = need.mtbf_hours;
  question.basis = need.formula_only ? model::Basis::formula : model::Basis::measured;
  return question;
}

std::set<const catalog::Accelerator*> accelerators_named(const std::vector<std::string>& names,
                                                         const catalog::Catalog& catalog) {
  std::set<const catalog::Accelerator*> accelerators;
  for (const std::string& name : names) {
    const auto found = catalog.find_accelerators(name);
    if (found.empty()) {
      std::vector<std::string_view> known;
      for (const catalog::Accelerator& accelerator : catalog.tables().accelerators) {
        known.push_back(accelerator.name);
      }
      throw usage_error("--accelerator: unknown accelerator " + in_quotes(name), did_you_mean(name, known));
    }
    accelerators.insert(found.begin(), found.end());
  }
  return accelerators;
}

}  // namespace kgpu::commands
