#include "kgpu/commands/model_fit.hpp"

#include "kgpu/base/text.hpp"
#include "kgpu/model/view_fit.hpp"

#include <ostream>

namespace kgpu::commands {
namespace {

std::string_view folder_of(std::string_view path) {
  const auto slash = path.rfind('/');
  return slash == std::string_view::npos ? std::string_view() : path.substr(0, slash + 1);
}

}  // namespace

void read_config(model::ModelChoice& choice, const Env& env) {
  if (choice.config_name.empty()) {
    return;
  }
  const auto text = env.files.read(choice.config_name);
  if (!text) {
    throw Error(ErrorKind::io, "cannot read " + in_quotes(choice.config_name));
  }
  choice.config = *text;
  const std::string beside = std::string(folder_of(choice.config_name)) + "hf_quant_config.json";
  choice.quantisation = env.files.read(beside).value_or("");
}

void say_taken_as(const model::Workload& workload, Env& env) {
  if (!workload.taken_as.empty()) {
    env.err << "note: taken as " << workload.taken_as << '\n';
  }
}

ExitCode run_model_fit(const ModelFitOptions& given, Env& env) {
  ModelFitOptions options = given;
  read_config(options.workload.model, env);
  const catalog::Catalog catalog = load_catalog({.catalog_directory = options.catalog_directory, .discount_percent = {}, .max_price_age_days = {}}, env);
  const model::FitReport report = model::plan_fit(catalog, options.workload, options.placement);
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
