#include "kgpu/commands/pool_list.hpp"

#include "kgpu/pool/list.hpp"

#include <ostream>

namespace kgpu::commands {

ExitCode run_pool_list(const PoolListOptions& options, Env& env) {
  const catalog::Catalog catalog = load_catalog(options.prices, env);
  const auto clusters = read_clusters(options.cluster, catalog, env);
  const pool::PoolList list = pool::list_pools(clusters, catalog, price_rules(options.prices, env));
  const output::Format format = options.report.format;
  if (format == output::Format::json || format == output::Format::yaml) {
    print_json(pool::pools_json(list), format, env);
  } else if (format == output::Format::csv) {
    print_table(pool::pools_csv(list), options.report, env);
  } else if (list.rows.empty()) {
    env.err << "No pools found\n";
  } else if (format == output::Format::name) {
    print_names(pool::pools_table(list), "POOL", env);
  } else {
    print_table(pool::pools_table(list), options.report, env);
    if (!options.report.no_headers) {
      env.out << '\n' << pool::pools_totals_line(list) << '\n';
    }
  }
  for (const auto& cluster : clusters) {
    for (const snapshot::Missing& missing : cluster->inventory.missing) {
      env.err << "warning: " << missing.resource << " not read: " << missing.effect << '\n';
    }
  }
  return ExitCode::ok;
}

}  // namespace kgpu::commands
