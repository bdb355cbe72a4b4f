#include "CLI/CLI.hpp"
#include "flags.hpp"
#include "flags_cluster.hpp"
#include "flags_verbs.hpp"

#include "kgpu/commands/node_describe.hpp"
#include "kgpu/commands/node_list.hpp"

#include <memory>

namespace kgpu::app {
namespace {

constexpr output::Format k_list_formats[] = {output::Format::table, output::Format::wide, output::Format::json,
                                             output::Format::yaml,  output::Format::csv,  output::Format::name};

constexpr output::Format k_describe_formats[] = {output::Format::table, output::Format::json, output::Format::yaml};

}  // namespace

Action bind_node_describe(CLI::App& verb, Completions& completions) {
  auto options = std::make_shared<commands::NodeDescribeOptions>();
  verb.add_option("NAME", options->name, "The node's name")->required()->type_name("NAME");
  add_cluster_flags(verb, options->cluster, completions);
  add_price_flags(verb, options->prices, completions);
  add_output_flag(verb, options->report, k_describe_formats, completions);
  return [options](commands::Env& env) { return commands::run_node_describe(*options, env); };
}

Action bind_node_list(CLI::App& verb, Completions& completions) {
  auto options = std::make_shared<commands::NodeListOptions>();
  add_cluster_flags(verb, options->cluster, completions);
  verb.add_flag("--free", options->only_free, "Only nodes with an accelerator that a pod could take now");
  add_list_flag(verb, "-l,--selector LABELS", "Only nodes with these labels: KEY=VALUE,…",
                [options = options.get()](const std::string& text) {
                  options->labels.push_back(k8s::parse_label(text, "--selector"));
                });
  std::vector<std::string> keys;
  for (const std::string_view word : node::sort_key_words()) {
    keys.emplace_back(word);
  }
  auto* sort = add_text_flag(
      verb, "--sort-by KEY", "One of: " + join(keys, ", "),
      [options = options.get()](const std::string& text) { options->sort_key = node::parse_sort_key(text); });
  completions.offer(sort, {.words = keys});
  add_price_flags(verb, options->prices, completions);
  add_report_flags(verb, options->report, k_list_formats, completions);
  verb.footer(
      "TOTAL counts physical accelerators, USED and FREE parts of them; FREE is what a pod could take.\n"
      "SLICES are held/offered MIG instances, replicas, cores or devices of a DRA driver. A price with ~\n"
      "is an estimate. What a word of IDLE means is in 'node describe'.\n"
      "-n names the pods of that namespace only; what others hold is (others).");
  return [options](commands::Env& env) { return commands::run_node_list(*options, env); };
}

}  // namespace kgpu::app
