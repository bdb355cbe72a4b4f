#include "flags_delivery.hpp"

#include "CLI/CLI.hpp"
#include "flag_words.hpp"
#include "flags.hpp"
#include "flags_kubeconfig.hpp"

#include "kgpu/base/text.hpp"

namespace kgpu::app {
namespace {

constexpr Nanoseconds k_wait = std::chrono::minutes(5);

using commands::DeliveryOptions;

commands::DryRun parse_dry_run(const std::string& text) {
  if (text != "client" && text != "server") {
    throw usage_error("--dry-run: " + in_quotes(text) + " is not valid (one of: client, server)");
  }
  return text == "client" ? commands::DryRun::client : commands::DryRun::server;
}

Nanoseconds parse_wait(const std::string& text) {
  const auto limit = parse_duration(text);
  if (!limit || *limit <= Nanoseconds::zero()) {
    throw usage_error("--wait: " + in_quotes(text) + " is no time above zero", "as in --wait=5m");
  }
  return *limit;
}

}  // namespace

void add_delivery_flags(CLI::App& verb, DeliveryOptions& options, Completions& completions) {
  verb.add_flag("--apply", options.apply, "Apply to the cluster, server-side");
  verb.add_flag("--diff", options.diff, "Show what --apply would change; exit 1 if anything");
  auto* checked = add_text_flag(verb, "--dry-run WHERE", "client prints (as without it), server validates",
                                [&](const std::string& text) { options.dry_run = parse_dry_run(text); });
  completions.offer(checked, {.words = {"client", "server"}});
  verb.add_flag("--force-conflicts", options.force_conflicts, "Take over fields that others manage");
  verb.add_flag_callback(
      "--wait", [&] { options.wait = options.wait.value_or(k_wait); }, "With --apply: until ready, 5m or --wait=D");
  add_text_flag(verb, k_wait_limit + std::string(" D"), "Of --wait: how long, as --wait=D",
                [&](const std::string& text) { options.wait = parse_wait(text); })
      ->group(k_cluster_flags);
  add_kubeconfig_flags(verb, options.cluster, completions);
}

}  // namespace kgpu::app
