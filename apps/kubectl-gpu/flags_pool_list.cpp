#include "CLI/CLI.hpp"
#include "flags.hpp"
#include "flags_cluster.hpp"
#include "flags_verbs.hpp"

#include "kgpu/commands/pool_list.hpp"

#include <memory>

namespace kgpu::app {
namespace {

constexpr output::Format k_formats[] = {output::Format::table, output::Format::json, output::Format::yaml,
                                        output::Format::csv, output::Format::name};

}  // namespace

Action bind_pool_list(CLI::App& verb, Completions& completions) {
  auto options = std::make_shared<commands::PoolListOptions>();
  add_cluster_flags(verb, options->cluster, completions);
  add_price_flags(verb, options->prices, completions);
  add_report_flags(verb, options->report, k_formats, completions);
  verb.footer(
      "Karpenter's NodePools, and node groups by the labels of EKS, eksctl, GKE and AKS. LIMITS are\n"
      "used/limit as the NodePool says. $/HOUR with > lacks the price of a node, with ~\n"
      "holds estimates. A ? in LIMITS: the NodePool does not say.");
  return [options](commands::Env& env) { return commands::run_pool_list(*options, env); };
}

}  // namespace kgpu::app
