#include "kgpu/commands/catalog_export.hpp"

#include "kgpu/base/text.hpp"
#include "kgpu/commands/common_options.hpp"

namespace kgpu::commands {

ExitCode run_catalog_export(const CatalogExportOptions& options, Env& env) {
  if (options.output_directory.empty()) {
    throw usage_error("catalog export: say where to with --output-dir DIR",
                      "kubectl gpu catalog export --output-dir my-prices, then --catalog my-prices on any command");
  }
  PriceOptions prices;
  prices.catalog_directory = options.catalog_directory;
  std::vector<system::FileText> files;
  for (catalog::NamedText& file : catalog::export_files(load_catalog(prices, env))) {
    files.push_back({std::move(file.name), std::move(file.text)});
  }
  write_to_directory(options.output_directory, std::move(files), options.overwrite, env);
  print_next("kubectl gpu instance list --catalog " + shell_quote(options.output_directory), env);
  return ExitCode::ok;
}

}  // namespace kgpu::commands
