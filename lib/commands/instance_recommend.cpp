#include "kgpu/commands/instance_recommend.hpp"

#include "kgpu/base/text.hpp"
#include "kgpu/commands/model_fit.hpp"
#include "kgpu/recommend/recommend.hpp"

#include <algorithm>
#include <ostream>

namespace kgpu::commands {
namespace {

using catalog::Provider;
using recommend::Question;
using recommend::Stage;

constexpr double k_default_tpot_ms = 200;    // recommend.md 4
constexpr double k_default_ttft_ms = 10000;  // recommend.md 4
constexpr std::int32_t k_training_nodes = 8;

bool has_model(const InstanceRecommendOptions& options) {
  const model::ModelChoice& choice = options.workload.model;
  return !choice.name.empty() || !choice.config_name.empty() || !choice.parameters.empty();
}

void check(const InstanceRecommendOptions& options) {
  if (!has_model(options) && !options.accelerator_memory && options.accelerators.empty()) {
    throw usage_error("nothing to find hardware for", "give --model, --accelerator-memory or --accelerator");
  }
  if (options.requests_per_second && options.tokens_per_second) {
    throw usage_error("--requests-per-second and --tokens-per-second say the same thing", "give one of them");
  }
  if (options.max_hours && !options.train_tokens) {
    throw usage_error("--max-hours needs --train-tokens");
  }
  if (options.all_regions && !options.region.empty() && options.region != "any") {
    throw usage_error("--all-regions and --region " + in_quotes(options.region) + " exclude each other");
  }
}

/// The stages asked for; else by the task.
std::vector<Stage> stages_of(const InstanceRecommendOptions& options) {
  if (!options.stages.empty()) {
    return options.stages;
  }
  const bool trains = options.workload.task == model::Task::training || options.workload.training.is_given() ||
                      options.train_tokens.has_value();
  return {trains ? Stage::training : Stage::inference};
}

model::WorkloadOptions workload_options(const InstanceRecommendOptions& options, Stage stage) {
  model::WorkloadOptions workload = options.workload;
  if (stage == Stage::training) {
    workload.task = model::Task::training;
  } else {
    workload.training = {};
    if (workload.task == model::Task::training) {
      workload.task.reset();
    }
  }
  workload.concurrency = options.concurrency.value_or(1);
  return workload;
}

void set_limits(Question& question, const InstanceRecommendOptions& options) {
  const auto limit = [](const std::optional<double>& given, double usual, bool has_default) {
    return given ? (*given > 0 ? given : std::nullopt) : has_default ? std::optional(usual) : std::nullopt;
  };
  const bool generates = question.workload && question.workload->task == model::Task::inference &&
                         question.workload->has_speed() && question.stage == Stage::inference;
  question.limits.tpot_ms = limit(options.max_tpot_ms, k_default_tpot_ms, generates);
  question.limits.ttft_ms = limit(options.max_ttft_ms, k_default_ttft_ms, generates);
  question.limits.tpot_given = options.max_tpot_ms.value_or(0) > 0;
  question.limits.ttft_given = options.max_ttft_ms.value_or(0) > 0;
  question.limits.usd_per_hour = options.max_price;
  question.limits.hours = question.is_training() ? options.max_hours : std::nullopt;
}

void set_load(Question& question, const InstanceRecommendOptions& options) {
  if (question.is_training()) {
    question.train_tokens = options.train_tokens;
    return;
  }
  question.concurrency = options.concurrency;
  question.requests_per_second = options.requests_per_second;
  if (options.tokens_per_second && question.workload) {
    const model::Workload& workload = *question.workload;
    const std::int64_t each = workload.output_tokens > 0 ? workload.output_tokens : workload.prompt_tokens;
    question.requests_per_second = *options.tokens_per_second / static_cast<double>(std::max<std::int64_t>(each, 1));
  }
}

std::vector<std::string> home_regions(const catalog::Catalog& catalog, const Env& env) {
  std::vector<std::string> regions;
  for (const Provider provider : {Provider::aws, Provider::gcp, Provider::azure}) {
    regions.push_back(region_for(provider, "", catalog, env));
  }
  return regions;
}

void set_places(recommend::Scope& scope, const InstanceRecommendOptions& options, const catalog::Catalog& catalog,
                const Env& env) {
  const bool named = !options.region.empty() && options.region != "any";
  if (!options.any_provider) {
    scope.providers = options.providers;
    if (scope.providers.empty() && options.instance_types.empty()) {
      scope.providers = {named ? provider_of(options.region, catalog) : Provider::aws};
    }
  }
  scope.home_regions = home_regions(catalog, env);
  scope.every_region = options.all_regions;
  if (options.all_regions || options.region == "any") {
    return;
  }
  if (named) {
    const Provider provider = provider_of(options.region, catalog);
    if (!scope.providers.empty() && std::ranges::find(scope.providers, provider) == scope.providers.end()) {
      throw usage_error("--region: " + in_quotes(options.region) + " is a region of " +
                        std::string(to_string(provider)) + ", which --provider leaves out");
    }
    scope.regions = {options.region};
    return;
  }
  if (scope.providers.empty()) {
    scope.regions = scope.home_regions;
  }
  for (const Provider provider : scope.providers) {
    scope.regions.push_back(region_for(provider, "", catalog, env));
  }
}

void set_accelerators(recommend::Scope& scope, const InstanceRecommendOptions& options,
                      const catalog::Catalog& catalog) {
  for (const std::string& name : options.accelerators) {
    const auto found = catalog.find_accelerators(name);
    if (found.empty()) {
      std::vector<std::string_view> names;
      for (const catalog::Accelerator& accelerator : catalog.tables().accelerators) {
        names.push_back(accelerator.name);
      }
      throw usage_error("--accelerator: unknown accelerator " + in_quotes(name), did_you_mean(name, names));
    }
    scope.accelerators.insert(found.begin(), found.end());
  }
}

Question question_of(const InstanceRecommendOptions& options, Stage stage, const catalog::Catalog& catalog,
                     const Env& env) {
  Question question;
  question.stage = stage;
  if (has_model(options)) {
    question.workload = model::plan_workload(catalog, workload_options(options, stage));
    question.engine_given = options.workload.engine.has_value();
  }
  set_limits(question, options);
  set_load(question, options);
  set_places(question.scope, options, catalog, env);
  set_accelerators(question.scope, options, catalog);
  if (!options.capacities.empty()) {
    question.scope.capacities = options.capacities;
  }
  question.scope.instance_types = options.instance_types;
  question.scope.accelerator_memory = options.accelerator_memory;
  question.scope.isolation = options.isolation;
  question.scope.max_nodes = options.max_nodes.value_or(question.is_training() ? k_training_nodes : 1);
  question.mtbf_hours = options.mtbf_hours;
  question.utilization = options.utilization;
  question.prices = price_rules(options.prices, env);
  const output::Format format = options.report.format;
  const bool is_table =
      format == output::Format::table || format == output::Format::wide || format == output::Format::name;
  question.shown = {.most = options.top, .best_only = is_table && !options.all};
  return question;
}

void print(const instance::Answers& answers, const InstanceRecommendOptions& options, Env& env) {
  const output::Format format = options.report.format;
  if (format == output::Format::json || format == output::Format::yaml) {
    print_json(instance::recommendation_json(answers), format, env);
    return;
  }
  if (format == output::Format::csv) {
    print_table(instance::recommendation_csv(answers), options.report, env);
    return;
  }
  const output::Table table = instance::recommendation_table(answers);
  if (format == output::Format::name || !table.rows.empty()) {
    print_table(table, options.report, env);
  }
  if (format != output::Format::name) {
    env.out << instance::recommendation_notes(answers);
  }
}

}  // namespace

ExitCode run_instance_recommend(const InstanceRecommendOptions& given, Env& env) {
  InstanceRecommendOptions options = given;
  check(options);
  read_config(options.workload.model, env);
  const catalog::Catalog catalog = load_catalog(options.prices, env);
  instance::Answers answers;
  for (const Stage stage : stages_of(options)) {
    const Question question = question_of(options, stage, catalog, env);
    if (answers.empty() && question.workload) {
      say_taken_as(*question.workload, env);
    }
    answers.push_back(recommend::recommend(catalog, question));
  }
  print(answers, options, env);
  bool all_fit = true;
  for (const recommend::Answer& answer : answers) {
    for (const std::string& warning : answer.warnings) {
      env.err << "warning: " << warning << '\n';
    }
    all_fit = all_fit && answer.best() != nullptr;
  }
  return all_fit ? ExitCode::ok : ExitCode::answer_is_no;
}

}  // namespace kgpu::commands
