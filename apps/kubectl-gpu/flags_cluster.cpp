#include "flags_cluster.hpp"

#include "CLI/CLI.hpp"
#include "flags.hpp"

namespace kgpu::app {

void add_from_flags(CLI::App& verb, commands::ClusterOptions& options, Completions& completions) {
  auto* from =
      add_repeated_flag(verb, "--from FILE|DIR|-", "Read what 'kubectl get … -o json' printed; repeatable, one a cluster",
                        [&](const std::string& text) { options.from.push_back(text); });
  completions.offer(from, {.source = ValueSource::files});
}

}  // namespace kgpu::app
