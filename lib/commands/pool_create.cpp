#include "kgpu/commands/pool_create.hpp"

#include "kgpu/base/text.hpp"
#include "kgpu/pool/plan.hpp"
#include "kgpu/pool/render.hpp"
#include "kgpu/pool/worst_case.hpp"

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
  return directory.empty() ? "kubectl apply --server-side -f FILE (or -, at the end of a pipe)"
                           : "kubectl apply --server-side -k " + shell_quote(directory);
}

}  // namespace

ExitCode run_pool_create(const PoolCreateOptions& options, Env& env) {
  const catalog::Catalog catalog = load_catalog(options.prices, env);
  const pricing::PriceRules rules = price_rules(options.prices, env);
  const std::string region = price_region(options.pool, catalog, env);
  const pool::PoolPlan plan = pool::plan_pool(options.pool, catalog, region, rules);
  const auto documents = pool::render_pool(plan, load_templates(options.manifests, env));
  // Before anything is written: a sum that cannot be held is an error too.
  const std::string worst_case = pool::to_line(pool::worst_case(plan, catalog, region, rules));
  write_manifests(documents, pool::names_of(plan), options.manifests, env);
  for (const std::string& warning : plan.warnings) {
    env.err << "warning: " << warning << '\n';
  }
  env.err << worst_case << '\n';
  print_next(next_command(options), env);
  return ExitCode::ok;
}

}  // namespace kgpu::commands
