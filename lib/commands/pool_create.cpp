#include "kgpu/commands/pool_create.hpp"

#include "kgpu/base/text.hpp"
#include "kgpu/commands/model_fit.hpp"
#include "kgpu/instance/view_recommendation.hpp"
#include "kgpu/pool/plan.hpp"
#include "kgpu/pool/render.hpp"
#include "kgpu/pool/worst_case.hpp"
#include "kgpu/recommend/recommend.hpp"

#include <ostream>

namespace kgpu::commands {
namespace {

/// The region whose prices count: `--region`, else that of the zones, else as for every command (pools.md 25).
std::string price_region(const pool::PoolOptions& options, const catalog::Catalog& catalog, const Env& env) {
  if (options.region.empty() && !options.zones.empty()) {
    if (const auto region = pool::region_of_zone(options.zones.front(), catalog)) {
      return *region;
    }
  }
  return region_for(catalog::Provider::aws, options.region, catalog, env);
}

std::string next_command(const PoolCreateOptions& options) {
  const bool eksctl = options.pool.provisioner == pool::Provisioner::eksctl;
  const std::string& directory = options.manifests.output_directory;
  if (eksctl) {
    return "eksctl create nodegroup -f " + (directory.empty()
                                                ? std::string("FILE")
                                                : shell_quote(directory + "/eksctl-" + options.pool.name + ".yaml"));
  }
  return directory.empty() ? "the same command with --diff, then --apply"
                           : "kubectl apply --server-side -k " + shell_quote(directory);
}

/// What is asked of recommend, in the region and capacities of the pool (recommend.md 44).
recommend::Question question_for(const PoolCreateOptions& options, recommend::Stage stage,
                                 const catalog::Catalog& catalog, std::string_view region,
                                 const pricing::PriceRules& rules) {
  recommend::Question question = question_of(options.need, stage, catalog);
  const std::int32_t max_nodes = question.scope.max_nodes;
  question.scope = pool::scope_for_model(options.pool, catalog, region);
  question.scope.max_nodes = max_nodes;
  question.prices = rules;
  return question;
}

void say(std::string_view word, const std::vector<std::string>& sentences, Env& env) {
  for (const std::string& sentence : sentences) {
    env.err << word << ": " << sentence << '\n';
  }
}

/// No hardware, so no manifest: what comes nearest goes to stderr, for stdout may be on its way to a cluster.
ExitCode say_no(const pool::ModelChoice& choice, const recommend::Answer& answer, Env& env) {
  if (choice.refusal.empty()) {
    env.err << instance::recommendation_notes({answer});
  } else {
    env.err << choice.refusal << "\nhint: " << choice.hint << '\n';
  }
  return ExitCode::answer_is_no;
}

/// Prices of one run.
struct Prices {
  const catalog::Catalog& catalog;
  std::string region;
  pricing::PriceRules rules;
};

ExitCode write_pool(const pool::PoolPlan& plan, const PoolCreateOptions& options, const Prices& prices, Env& env) {
  const auto documents = pool::render_pool(plan, load_templates(options.manifests, env));
  // Before anything is written: a sum that cannot be held is an error too.
  const std::string worst_case = pool::to_line(pool::worst_case(plan, prices.catalog, prices.region, prices.rules));
  const auto say_costs = [&] {
    say("warning", plan.warnings, env);
    env.err << worst_case << '\n';
  };
  check_delivery(options.delivery, options.manifests);
  if (options.delivery.sends()) {
    say_costs();  // to be read before the cluster is changed
    return send_manifests(documents, "pool", options.manifests, options.delivery, env);
  }
  write_manifests(documents, pool::names_of(plan), options.manifests, env);
  say_costs();
  print_next(next_command(options), env);
  return ExitCode::ok;
}

ExitCode create_for_model(PoolCreateOptions options, const Prices& prices, Env& env) {
  check_need(options.need);
  read_config(options.need.workload.model, env);
  const recommend::Stage stage = pool::stage_for_model(options.pool, usual_stage(options.need));
  if (stage == recommend::Stage::training) {
    options.pool.stage = pool::Stage::training;
  }
  const recommend::Question question = question_for(options, stage, prices.catalog, prices.region, prices.rules);
  say_taken_as(*question.workload, env);
  const recommend::Answer answer = recommend::recommend(prices.catalog, question);
  const pool::ModelChoice choice = pool::choose_for_model(options.pool, answer, options.allow_likely);
  if (!choice.hardware) {
    return say_no(choice, answer, env);
  }
  pool::PoolPlan plan =
      pool::plan_pool_for_model(options.pool, *choice.hardware, prices.catalog, prices.region, prices.rules);
  plan.warnings.insert(plan.warnings.begin(), choice.warnings.begin(), choice.warnings.end());
  say("note", choice.notes, env);
  return write_pool(plan, options, prices, env);
}

ExitCode create(const PoolCreateOptions& options, Env& env) {
  const catalog::Catalog catalog = load_catalog(options.prices, env);
  const Prices prices{catalog, price_region(options.pool, catalog, env), price_rules(options.prices, env)};
  if (options.need.has_model()) {
    return create_for_model(options, prices, env);
  }
  return write_pool(pool::plan_pool(options.pool, catalog, prices.region, prices.rules), options, prices, env);
}

}  // namespace

ExitCode run_pool_create(const PoolCreateOptions& options, Env& env) {
  return with_diff_codes(options.delivery, env, [&] { return create(options, env); });
}

}  // namespace kgpu::commands
