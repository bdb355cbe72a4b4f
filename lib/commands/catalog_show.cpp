#include "kgpu/commands/catalog_show.hpp"

#include "kgpu/catalog/summary.hpp"

namespace kgpu::commands {

ExitCode run_catalog_show(const CatalogShowOptions& options, Env& env) {
  PriceOptions prices;
  prices.catalog_directory = options.catalog_directory;
  const catalog::Catalog catalog = load_catalog(prices, env);
  const auto files = catalog::summarize(catalog);
  const bool by_source = options.report.format == output::Format::wide || options.report.format == output::Format::csv;
  print_report(by_source ? catalog::sources_table(files) : catalog::catalog_table(files), catalog::catalog_json(files),
               options.report, env);
  if (options.report.format == output::Format::table) {
    print_next("kubectl gpu catalog show -o wide", env);
  }
  return ExitCode::ok;
}

}  // namespace kgpu::commands
