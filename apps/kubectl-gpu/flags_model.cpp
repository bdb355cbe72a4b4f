#include "CLI/CLI.hpp"
#include "flags.hpp"
#include "flags_verbs.hpp"
#include "flags_workload.hpp"

#include "kgpu/commands/model_describe.hpp"
#include "kgpu/commands/model_fit.hpp"

#include <memory>

namespace kgpu::app {
namespace {

constexpr output::Format k_list_formats[] = {output::Format::table, output::Format::wide, output::Format::json,
                                             output::Format::yaml,  output::Format::csv,  output::Format::name};
constexpr output::Format k_report_formats[] = {output::Format::table, output::Format::json, output::Format::yaml};

constexpr std::int64_t k_most_devices = 4096;

std::int32_t parse_devices(const std::string& text, std::string_view flag) {
  const std::int64_t count = parse_count(text, flag, 1);
  if (count > k_most_devices) {
    throw usage_error(std::string(flag) + ": at most " + std::to_string(k_most_devices));
  }
  return static_cast<std::int32_t>(count);
}

void add_placement_flags(CLI::App& verb, model::Placement& placement, Completions& completions) {
  auto* accelerator = add_text_flag(verb, "--accelerator NAME", "Canonical name or alias, such as H100-80",
                                    [&](const std::string& text) { placement.accelerator = text; });
  accelerator->required();
  completions.offer(accelerator, {.source = ValueSource::accelerators});
  add_text_flag(verb, "--count N", "Devices; default 1",
                [&](const std::string& text) { placement.count = parse_devices(text, "--count"); });
  add_text_flag(verb, "--tensor-parallel N", "Default: as many of the devices as the model allows",
                [&](const std::string& text) { placement.tensor_parallel = parse_devices(text, "--tensor-parallel"); });
  add_text_flag(verb, "--pipeline-parallel N", "Default: the rest of the devices", [&](const std::string& text) {
    placement.pipeline_parallel = parse_devices(text, "--pipeline-parallel");
  });
}

}  // namespace

Action bind_model_fit(CLI::App& verb, Completions& completions) {
  auto options = std::make_shared<commands::ModelFitOptions>();
  add_model_flags(verb, options->workload.model, completions);
  add_placement_flags(verb, options->placement, completions);
  add_workload_flags(verb, options->workload, completions);
  verb.add_flag("--formula-only", options->formula_only, "Formulas alone, no measured rows");
  verb.add_flag("--explain", options->explains, "The arithmetic too, each term with its source");
  add_catalog_flag(verb, options->catalog_directory, completions);
  add_output_flag(verb, options->report, k_report_formats, completions);
  verb.footer(
      "Memory is of one device, the fullest. low: a lean engine; likely: the best estimate; high: with\n"
      "margins. "
      "fits: yes when high does, likely when only likely does; exit 3 when not.");
  return [options](commands::Env& env) { return commands::run_model_fit(*options, env); };
}

Action bind_model_describe(CLI::App& verb, Completions& completions) {
  auto options = std::make_shared<commands::ModelDescribeOptions>();
  add_model_flags(verb, options->model, completions);
  add_catalog_flag(verb, options->catalog_directory, completions);
  add_output_flag(verb, options->report, k_report_formats, completions);
  return [options](commands::Env& env) { return commands::run_model_describe(*options, env); };
}

Action bind_model_list(CLI::App& verb, Completions& completions) {
  auto options = std::make_shared<commands::ModelListOptions>();
  verb.add_option("PART", options->part, "Only ids with this in them")->type_name("PART");
  add_catalog_flag(verb, options->catalog_directory, completions);
  add_report_flags(verb, options->report, k_list_formats, completions);
  return [options](commands::Env& env) { return commands::run_model_list(*options, env); };
}

}  // namespace kgpu::app
