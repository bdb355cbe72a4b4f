#include "CLI/CLI.hpp"
#include "flags.hpp"
#include "flags_verbs.hpp"

#include "kgpu/base/text.hpp"
#include "kgpu/commands/instance_describe.hpp"
#include "kgpu/commands/instance_list.hpp"

#include <limits>
#include <memory>

namespace kgpu::app {
namespace {

constexpr output::Format k_list_formats[] = {output::Format::table, output::Format::wide, output::Format::json,
                                             output::Format::yaml,  output::Format::csv,  output::Format::name};
constexpr output::Format k_describe_formats[] = {output::Format::table, output::Format::wide, output::Format::json,
                                                 output::Format::yaml};

/// A word of a short list; throws with the list.
template <class T>
T parse_word(std::string_view text, std::string_view flag, const std::vector<std::string>& words,
             std::optional<T> value) {
  if (!value) {
    const std::vector<std::string_view> candidates(words.begin(), words.end());
    throw usage_error(std::string(flag) + ": unknown value " + in_quotes(text) + " (one of: " + join(words, ", ") + ")",
                      did_you_mean(text, candidates));
  }
  return *value;
}

catalog::Architecture parse_arch(const std::string& text) {
  // What `uname -m` and the clouds' own tools print is understood as well.
  const std::string lower = to_lower(text);
  const std::string name = lower == "x86_64" ? "amd64" : lower == "aarch64" ? "arm64" : lower;
  return parse_word(text, "--arch", {"amd64", "arm64"}, catalog::parse_architecture(name));
}

Decimal parse_device_count(const std::string& text) {
  const auto count = Decimal::parse(text);
  if (!count || count->nanos() <= 0) {
    throw usage_error("--accelerator-count: " + in_quotes(text) + " is not a number above 0 (0.125 is an eighth)");
  }
  return *count;
}

Money parse_hourly_price(const std::string& text) {
  const auto price = Money::parse(text.starts_with('$') ? text.substr(1) : text);
  if (!price || price->nanos() < 0) {
    throw usage_error("--max-price: " + in_quotes(text) + " is not a price in dollars per hour, such as 1.50");
  }
  return *price;
}

void add_accelerator_flags(CLI::App& verb, instance::Filter& filter, Completions& completions) {
  auto* accelerator = add_list_flag(verb, "--accelerator NAME", "Canonical name or alias: L4,a10g (repeatable)",
                                    [&](const std::string& text) { filter.accelerators.push_back(text); });
  completions.offer(accelerator, {.source = ValueSource::accelerators, .comma_separated = true});
  add_list_flag(verb, "--accelerator-count N", "Devices per node: 1,4; 0.125 is an eighth of one",
                [&](const std::string& text) { filter.accelerator_counts.push_back(parse_device_count(text)); });
  add_text_flag(
      verb, "--accelerator-memory SIZE", "Per device: 24GB is on the box, 20Gi is usable at least",
      [&](const std::string& text) { filter.accelerator_memory = parse_memory_size(text, "--accelerator-memory"); });
  std::vector<std::string> features;
  for (const instance::Feature feature : instance::k_features) {
    features.emplace_back(to_string(feature));
  }
  auto* feature =
      add_list_flag(verb, "--feature LIST", "All of: " + join(features, ", "),
                    [&](const std::string& text) { filter.features.push_back(instance::parse_feature(text)); });
  completions.offer(feature, {.words = features, .comma_separated = true});
}

void add_machine_flags(CLI::App& verb, instance::Filter& filter, Completions& completions) {
  auto* arch = add_text_flag(verb, "--arch ARCH", "amd64 or arm64",
                             [&](const std::string& text) { filter.architecture = parse_arch(text); });
  completions.offer(arch, {.words = {"amd64", "arm64"}});
  add_text_flag(verb, "--min-vcpus N", "At least so many vCPUs",
                [&](const std::string& text) { filter.min_vcpus = parse_count(text, "--min-vcpus", 1); });
  add_text_flag(
      verb, "--min-memory QUANTITY", "At least so much memory of the node, such as 64Gi",
      [&](const std::string& text) { filter.min_memory = instance::parse_memory_floor(text, "--min-memory"); });
}

void add_offer_flags(CLI::App& verb, instance::Filter& filter, Completions& completions) {
  const std::vector<std::string> providers = {"aws", "gcp", "azure", "any"};
  auto* provider = add_list_flag(
      verb, "--provider LIST", "Of: aws, gcp, azure; any (default)", [&filter, providers](const std::string& text) {
        if (text == "any") {
          filter.providers = {catalog::Provider::aws, catalog::Provider::gcp, catalog::Provider::azure};
        } else {
          filter.providers.push_back(parse_word(text, "--provider", providers, catalog::parse_provider(text)));
        }
      });
  completions.offer(provider, {.words = providers, .comma_separated = true});
  auto* region = add_text_flag(verb, "--region REGION",
                               "Only what is priced there; else AWS_REGION or us-east-1, us-central1, eastus",
                               [&](const std::string& text) { filter.region = text; });
  completions.offer(region, {.source = ValueSource::regions});
  const std::vector<std::string> capacities = {"on-demand", "spot", "reserved"};
  auto* capacity = add_list_flag(
      verb, "--capacity LIST", "Only types and prices of: on-demand, spot, reserved (Capacity Blocks)",
      [&filter, capacities](const std::string& text) {
        filter.capacities.push_back(parse_word(text, "--capacity", capacities, catalog::parse_capacity(text)));
      });
  completions.offer(capacity, {.words = capacities, .comma_separated = true});
  add_text_flag(verb, "--max-price DOLLARS", "Per node and hour, at the cheapest of --capacity (on-demand or spot)",
                [&](const std::string& text) { filter.max_price = parse_hourly_price(text); });
}

}  // namespace

Action bind_instance_list(CLI::App& verb, Completions& completions) {
  auto options = std::make_shared<commands::InstanceListOptions>();
  add_accelerator_flags(verb, options->filter, completions);
  add_offer_flags(verb, options->filter, completions);
  add_machine_flags(verb, options->filter, completions);
  std::vector<std::string> keys;
  for (const std::string_view word : instance::sort_key_words()) {
    keys.emplace_back(word);
  }
  auto* sort = add_text_flag(
      verb, "--sort-by KEY", "Smallest first: " + join(keys, ", "),
      [options = options.get()](const std::string& text) { options->sort_key = instance::parse_sort_key(text); });
  completions.offer(sort, {.words = keys});
  add_price_flags(verb, options->prices, completions);
  add_report_flags(verb, options->report, k_list_formats, completions);
  verb.footer(
      "A spot price with ~ is an estimate: on-demand less the published saving. - is not known.\n"
      "AS OF is the older day of the row's prices. GPU-MEMORY is per device, as the node sees it.");
  return [options](commands::Env& env) { return commands::run_instance_list(*options, env); };
}

Action bind_instance_describe(CLI::App& verb, Completions& completions) {
  auto options = std::make_shared<commands::InstanceDescribeOptions>();
  auto* type = verb.add_option("TYPE", options->type, "The cloud's name of the type")->required()->type_name("TYPE");
  completions.offer(type, {.source = ValueSource::instance_types});
  auto* region = add_text_flag(verb, "--region REGION", "Prices of this region alone",
                               [options = options.get()](const std::string& text) { options->region = text; });
  completions.offer(region, {.source = ValueSource::regions});
  add_price_flags(verb, options->prices, completions);
  add_output_flag(verb, options->report, k_describe_formats, completions);
  verb.footer("The table has the prices of the default region; wide, json and yaml those of all regions.");
  return [options](commands::Env& env) { return commands::run_instance_describe(*options, env); };
}

}  // namespace kgpu::app
