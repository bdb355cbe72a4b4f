#include "CLI/CLI.hpp"
#include "flags.hpp"
#include "flags_verbs.hpp"

#include "kgpu/commands/catalog_export.hpp"
#include "kgpu/commands/catalog_show.hpp"

#include <memory>

namespace kgpu::app {

Action bind_catalog_show(CLI::App& verb, Completions& completions) {
  using output::Format;
  static constexpr Format k_formats[] = {Format::table, Format::wide, Format::json, Format::yaml, Format::csv};
  auto options = std::make_shared<commands::CatalogShowOptions>();
  add_catalog_flag(verb, options->catalog_directory, completions);
  add_report_flags(verb, options->report, k_formats, completions);
  return [options](commands::Env& env) { return commands::run_catalog_show(*options, env); };
}

Action bind_catalog_export(CLI::App& verb, Completions& completions) {
  auto options = std::make_shared<commands::CatalogExportOptions>();
  add_catalog_flag(verb, options->catalog_directory, completions);
  auto* directory = add_text_flag(verb, "--output-dir DIR", "Where to write the CSV files; made if it is not there",
                                  [options](const std::string& text) { options->output_directory = text; });
  completions.offer(directory, {.source = ValueSource::directories});
  verb.add_flag_callback(
      "--overwrite", [options] { options->overwrite = commands::Overwrite::yes; },
      "Replace files that have other contents");
  return [options](commands::Env& env) { return commands::run_catalog_export(*options, env); };
}

}  // namespace kgpu::app
