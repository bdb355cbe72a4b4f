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

void check(const InstanceRecommendOptions& options) {
  if (!options.need.has_model() && !options.accelerator_memory && options.accelerators.empty()) {
    throw usage_error("nothing to find hardware for", "give --model, --accelerator-memory or --accelerator");
  }
  check_need(options.need);
  if (options.all_regions && !options.region.empty() && options.region != "any") {
    throw usage_error("--all-regions and --region " + in_quotes(options.region) + " exclude each other");
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

Question asked(const InstanceRecommendOptions& options, Stage stage, const catalog::Catalog& catalog, const Env& env) {
  Question question = question_of(options.need, stage, catalog);
  set_places(question.scope, options, catalog, env);
  question.scope.accelerators = accelerators_named(options.accelerators, catalog);
  if (!options.capacities.empty()) {
    question.scope.capacities = options.capacities;
  }
  question.scope.instance_types = options.instance_types;
  question.scope.accelerator_memory = options.accelerator_memory;
  question.scope.isolation = options.isolation;
  question.explains = options.explains;
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
  read_config(options.need.workload.model, env);
  const catalog::Catalog catalog = load_catalog(options.prices, env);
  instance::Answers answers;
  const std::vector<Stage> stages =
      options.stages.empty() ? std::vector<Stage>{usual_stage(options.need)} : options.stages;
  for (const Stage stage : stages) {
    const Question question = asked(options, stage, catalog, env);
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
