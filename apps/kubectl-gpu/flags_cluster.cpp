#include "flags_cluster.hpp"

#include "CLI/CLI.hpp"
#include "flags.hpp"
#include "flags_kubeconfig.hpp"

namespace kgpu::app {

void add_cluster_flags(CLI::App& verb, commands::ClusterOptions& options, Completions& completions) {
  auto* from = add_repeated_flag(verb, "--from FILE|DIR|-",
                                 "Not the API server: what 'kubectl get … -o json' or --save wrote (repeatable)",
                                 [&](const std::string& text) { options.from.push_back(text); });
  completions.offer(from, {.source = ValueSource::files});
  auto* save = add_text_flag(verb, "--save FILE", "Write what was read for a later --from; .gz is packed",
                             [&](const std::string& text) { options.save = text; });
  completions.offer(save, {.source = ValueSource::files});
  verb.add_flag("--redact", options.redact, "Hide names in the saved file, by a random key that is not kept");
  auto* key = add_text_flag(verb, "--redact-key FILE", "Hide them by this key: equal names stay equal across files",
                            [&](const std::string& text) { options.redact_key = text; });
  completions.offer(key, {.source = ValueSource::files});
  verb.add_flag_callback(
      "--overwrite", [&] { options.overwrite = commands::Overwrite::yes; }, "Replace a saved file that is there");
  add_text_flag(verb, "--chunk-size N", "Objects a page of the API server's lists; default 500, pods 2000",
                [&](const std::string& text) { options.chunk_size = parse_count(text, "--chunk-size", 1); });
  add_kubeconfig_flags(verb, options.server, completions);
}

}  // namespace kgpu::app
