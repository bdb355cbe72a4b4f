#include "flags_manifest.hpp"

#include "CLI/CLI.hpp"
#include "flag_words.hpp"
#include "flags.hpp"

namespace kgpu::app {
namespace {

void add_shared_flags(CLI::App& verb, commands::ManifestOptions& options, Completions& completions) {
  using output::Format;
  static constexpr Format k_formats[] = {Format::yaml, Format::json, Format::name};
  auto* output = add_text_flag(verb, "-o,--output FORMAT", "One of: yaml|json|name", [&](const std::string& text) {
    options.format = output::parse_format(text, k_formats);
  });
  completions.offer(output, {.words = {"yaml", "json", "name"}});
  auto* directory = add_text_flag(verb, "--output-dir DIR", "Write a file per object, and kustomization.yaml",
                                  [&](const std::string& text) { options.output_directory = text; });
  completions.offer(directory, {.source = ValueSource::directories});
  verb.add_flag_callback(
      "--overwrite", [&] { options.overwrite = commands::Overwrite::yes; }, "Replace files that have other contents");
  verb.add_flag("--no-comments", options.no_comments, "Leave out the comments that say why");
}

/// What the manifest's first line needs to know of the flags that stand there.
void note_flags(const CLI::App& verb, commands::ManifestOptions& options) {
  for (const CLI::Option* option : verb.get_options()) {
    if (!option->get_positional() && !takes_value(*option)) {
      options.switches.push_back(long_name(*option));
    }
    if (option->get_group() == k_cluster_flags) {
      for (const std::string& name : option->get_lnames()) {
        options.connection_flags.push_back("--" + name);
      }
      for (const std::string& name : option->get_snames()) {
        options.connection_flags.push_back("-" + name);
      }
    }
  }
}

}  // namespace

void add_manifest_flags(CLI::App& verb, commands::ManifestOptions& options, Completions& completions) {
  add_shared_flags(verb, options, completions);
  auto* templates = add_text_flag(verb, "--templates DIR", "Lay templates of DIR over the shipped ones",
                                  [&](const std::string& text) { options.templates_directory = text; });
  completions.offer(templates, {.source = ValueSource::directories});
  note_flags(verb, options);
}

void add_manifest_output_flags(CLI::App& verb, commands::ManifestOptions& options, Completions& completions) {
  add_shared_flags(verb, options, completions);
  note_flags(verb, options);
}

void add_filename_flag(CLI::App& verb, std::vector<std::string>& files, Completions& completions) {
  auto* filename = add_list_flag(verb, "-f,--filename FILE", "A file or a directory of manifests; - is standard input",
                                 [&](const std::string& text) { files.push_back(text); });
  completions.offer(filename, {.source = ValueSource::files});
}

}  // namespace kgpu::app
