#include "flags_cluster.hpp"

#include "CLI/CLI.hpp"
#include "flags.hpp"
#include "flags_kubeconfig.hpp"

namespace kgpu::app {

void add_cluster_flags(CLI::App& verb, commands::ClusterOptions& options, Completions& completions) {
  auto* from = add_repeated_flag(verb, "--from FILE|DIR|-",
                                 "Not the API server, but what 'kubectl get … -o json' printed (repeatable)",
                                 [&](const std::string& text) { options.from.push_back(text); });
  completions.offer(from, {.source = ValueSource::files});
  add_text_flag(verb, "--chunk-size N", "Objects a page of the API server's lists; default 500, pods 2000",
                [&](const std::string& text) { options.chunk_size = parse_count(text, "--chunk-size", 1); });
  add_kubeconfig_flags(verb, options.server, completions);
}

}  // namespace kgpu::app
