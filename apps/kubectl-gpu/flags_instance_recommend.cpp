#include "CLI/CLI.hpp"
#include "flags.hpp"
#include "flags_need.hpp"
#include "flags_verbs.hpp"
#include "flags_workload.hpp"

#include "kgpu/base/text.hpp"
#include "kgpu/commands/instance_recommend.hpp"

#include <memory>

namespace kgpu::app {
namespace {

using commands::InstanceRecommendOptions;

constexpr output::Format k_formats[] = {output::Format::table, output::Format::wide, output::Format::json,
                                        output::Format::yaml,  output::Format::csv,  output::Format::name};

Decimal parse_utilization(const std::string& text) {
  const bool is_percent = text.ends_with('%');
  const auto number = Decimal::parse(is_percent ? text.substr(0, text.size() - 1) : text);
  constexpr std::int64_t k_percent = 100;
  const auto share = number && is_percent ? std::optional(Decimal::from_nanos(number->nanos() / k_percent)) : number;
  if (!share || share->nanos() <= 0 || *share > Decimal::whole(1)) {
    throw usage_error("--utilization: " + in_quotes(text) + " is not above 0 and at most 1 (or 100%)");
  }
  return *share;
}

void add_utilization_flag(CLI::App& verb, InstanceRecommendOptions& options) {
  add_text_flag(verb, "--utilization SHARE", "Of the hours at that load, for $/1M; default 1",
                [&](const std::string& text) { options.utilization = parse_utilization(text); });
}

void add_place_flags(CLI::App& verb, InstanceRecommendOptions& options, Completions& completions) {
  const std::vector<std::string> providers = {"aws", "gcp", "azure", "any"};
  auto* provider = add_list_flag(
      verb, "--provider LIST", "Of: aws (default), gcp, azure; any", [&options, providers](const std::string& text) {
        if (text == "any") {
          options.any_provider = true;
        } else {
          options.providers.push_back(known_word(text, "--provider", providers, catalog::parse_provider(text)));
        }
      });
  completions.offer(provider, {.words = providers, .comma_separated = true});
  auto* region =
      add_text_flag(verb, "--region REGION", "Default AWS_REGION or the provider's usual one; any: the cheapest",
                    [&](const std::string& text) { options.region = text; });
  completions.offer(region, {.source = ValueSource::regions});
  verb.add_flag("--all-regions", options.all_regions, "A row for every region");
  const std::vector<std::string> capacities = {"on-demand", "spot", "reserved"};
  auto* capacity = add_list_flag(
      verb, "--capacity LIST", "Of: on-demand (default), spot, reserved (Capacity Blocks)",
      [&options, capacities](const std::string& text) {
        options.capacities.push_back(known_word(text, "--capacity", capacities, catalog::parse_capacity(text)));
      });
  completions.offer(capacity, {.words = capacities, .comma_separated = true});
}

void add_hardware_flags(CLI::App& verb, InstanceRecommendOptions& options, Completions& completions) {
  auto* type = add_list_flag(verb, "--instance-type TYPE", "Only these (repeatable); what does not fit is shown too",
                             [&](const std::string& text) { options.instance_types.push_back(text); });
  completions.offer(type, {.source = ValueSource::instance_types, .comma_separated = true});
  auto* accelerator = add_list_flag(verb, "--accelerator NAME", "Only these: L4,H100-80 (repeatable)",
                                    [&](const std::string& text) { options.accelerators.push_back(text); });
  completions.offer(accelerator, {.source = ValueSource::accelerators, .comma_separated = true});
  add_text_flag(
      verb, "--accelerator-memory SIZE", "Per device: 24GB is on the box, 20Gi is usable at least",
      [&](const std::string& text) { options.accelerator_memory = parse_memory_size(text, "--accelerator-memory"); });
  const std::vector<std::string> kinds = {"none", "hard"};
  auto* isolation = add_text_flag(verb, "--isolation KIND", "none (default), hard: whole devices and MIG alone",
                                  [&options, kinds](const std::string& text) {
                                    using recommend::Isolation;
                                    const auto value = text == "none"   ? std::optional(Isolation::none)
                                                       : text == "hard" ? std::optional(Isolation::hard)
                                                                        : std::nullopt;
                                    options.isolation = known_word(text, "--isolation", kinds, value);
                                  });
  completions.offer(isolation, {.words = kinds});
  auto* stage = add_list_flag(verb, "--stage LIST", "Of: development, training, inference; several: hardware for each",
                              [&](const std::string& text) { options.stages.push_back(recommend::parse_stage(text)); });
  completions.offer(stage, {.words = {"development", "training", "inference"}, .comma_separated = true});
}

}  // namespace

Action bind_instance_recommend(CLI::App& verb, Completions& completions) {
  auto options = std::make_shared<InstanceRecommendOptions>();
  add_model_flags(verb, options->need.workload.model, completions, "--model");
  add_place_flags(verb, *options, completions);
  add_hardware_flags(verb, *options, completions);
  add_need_load_flags(verb, options->need);
  add_need_limit_flags(verb, options->need);
  add_utilization_flag(verb, *options);
  add_workload_flags(verb, options->need.workload, completions);
  add_text_flag(verb, "--top N", "Rows; default 10", [options = options.get()](const std::string& text) {
    options->top = static_cast<std::size_t>(parse_count(text, "--top", 1));
  });
  verb.add_flag("--all", options->all, "Every parallelism of a type, not its best row alone");
  verb.add_flag("--explain", options->explains, "The arithmetic of the first row, each term with its source");
  add_need_basis_flag(verb, options->need);
  add_price_flags(verb, options->prices, completions);
  add_report_flags(verb, options->report, k_formats, completions);
  verb.footer(
      "MEMORY is the high estimate over what is usable, of the fullest device; $/H is of the whole need.\n"
      "fits: yes on the high estimate, likely on the best one; exit 3 when nothing does.");
  return [options](commands::Env& env) { return commands::run_instance_recommend(*options, env); };
}

}  // namespace kgpu::app
