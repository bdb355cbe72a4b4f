#include "kgpu/commands/model_describe.hpp"

#include "kgpu/base/text.hpp"
#include "kgpu/commands/model_fit.hpp"

#include <ostream>

namespace kgpu::commands {
namespace {

catalog::Catalog catalog_of(const std::string& directory, const Env& env) {
  PriceOptions prices;
  prices.catalog_directory = directory;
  return load_catalog(prices, env);
}

bool is_document(output::Format format) {
  return format == output::Format::json || format == output::Format::yaml;
}

}  // namespace

ExitCode run_model_describe(const ModelDescribeOptions& options, Env& env) {
  model::ModelChoice choice = options.model;
  read_config(choice, env);
  const model::ModelDescription description = model::describe_model(catalog_of(options.catalog_directory, env), choice);
  say_taken_as(description.workload, env);
  if (is_document(options.report.format)) {
    print_json(model::description_json(description), options.report.format, env);
  } else {
    env.out << model::description_text(description);
  }
  if (!choice.name.empty()) {
    print_next("kubectl gpu model fit " + shell_quote(choice.name) + " --accelerator L4", env);
  }
  return ExitCode::ok;
}

ExitCode run_model_list(const ModelListOptions& options, Env& env) {
  const catalog::Catalog catalog = catalog_of(options.catalog_directory, env);
  const auto models = model::select_models(catalog, options.part);
  if (is_document(options.report.format)) {
    print_json(model::list_json(models), options.report.format, env);
  } else if (models.empty()) {
    env.err << "note: no model has " << in_quotes(options.part) << " in its id\n";
  } else {
    print_table(model::list_table(models), options.report, env);
  }
  return ExitCode::ok;
}

}  // namespace kgpu::commands
