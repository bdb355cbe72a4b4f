#include "kgpu/commands/model_fit.hpp"

#include "kgpu/base/text.hpp"
#include "kgpu/model/levers.hpp"
#include "kgpu/model/view_fit.hpp"

#include <ostream>
#include <vector>

namespace kgpu::commands {
namespace {

constexpr std::string_view k_quantisation_file = "hf_quant_config.json";

/// `DIR/NAME.hf_quant_config.json` of DIR/NAME.json; beside a `config.json` also `DIR/hf_quant_config.json`.
std::vector<std::string> quantisation_paths(std::string_view config) {
  constexpr std::string_view k_end = ".json";
  const std::string_view stem = config.ends_with(k_end) ? config.substr(0, config.size() - k_end.size()) : config;
  std::vector<std::string> paths = {std::string(stem) + "." + std::string(k_quantisation_file)};
  constexpr std::string_view k_usual_name = "config.json";
  if (config.ends_with(k_usual_name)) {
    paths.push_back(std::string(config.substr(0, config.size() - k_usual_name.size())) +
                    std::string(k_quantisation_file));
  }
  return paths;
}

}  // namespace

void read_config(model::ModelChoice& choice, const Env& env) {
  if (choice.config_name.empty()) {
    return;
  }
  choice.config = env.files.read(choice.config_name);
  for (const std::string& path : quantisation_paths(choice.config_name)) {
    if (choice.quantisation.empty()) {
      choice.quantisation = env.files.read_if_exists(path).value_or("");
    }
  }
}

void say_taken_as(const model::Workload& workload, Env& env) {
  if (!workload.taken_as.empty()) {
    env.err << "note: taken as " << workload.taken_as << '\n';
  }
}

ExitCode run_model_fit(const ModelFitOptions& given, Env& env) {
  ModelFitOptions options = given;
  read_config(options.workload.model, env);
  PriceOptions prices;
  prices.catalog_directory = options.catalog_directory;
  const catalog::Catalog catalog = load_catalog(prices, env);
  const auto basis = options.formula_only ? model::Basis::formula : model::Basis::measured;
  model::FitReport report = model::plan_fit(catalog, options.workload, options.placement, basis, options.explains);
  report.levers = model::levers_of(catalog, options.workload, options.placement, basis, report);
  say_taken_as(report.workload, env);
  const output::Format format = options.report.format;
  if (format == output::Format::json || format == output::Format::yaml) {
    print_json(model::fit_json(report), format, env);
  } else {
    env.out << model::fit_text(report);
  }
  if (report.fits == sizing::Fits::likely) {
    env.err << "warning: it fits by the best estimate, not by the high one\n";
  }
  return report.fits && *report.fits != sizing::Fits::no ? ExitCode::ok : ExitCode::answer_is_no;
}

}  // namespace kgpu::commands
