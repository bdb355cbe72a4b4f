#pragma once

#include "kgpu/commands/env.hpp"
#include "kgpu/commands/output_directory.hpp"
#include "kgpu/document/document.hpp"
#include "kgpu/document/template.hpp"
#include "kgpu/output/format.hpp"

#include <span>
#include <string>
#include <vector>

namespace kgpu::commands {

/// What every verb that makes manifests takes: where they go, and as what.
struct ManifestOptions {
  output::Format format = output::Format::yaml;  ///< yaml, json or name
  std::string output_directory;                  ///< empty: standard output
  Overwrite overwrite = Overwrite::no;
  bool no_comments = false;
  std::string templates_directory;

  /// The verb's flags that take no value (`--efa`): the others' values are told from flags by it.
  std::vector<std::string> switches;
  /// Its flags of the connection, `--token`, `-n`: no manifest says where it went, or as whom.
  std::vector<std::string> connection_flags;
};

/// The templates as shipped, with those of `--templates DIR` laid over them.
[[nodiscard]] document::TemplateSet load_templates(const ManifestOptions& options, const Env& env);

/// `# kubectl gpu pool create …`: the arguments as given, quoted for a shell, on one line. Left out is what does not
/// change the manifest's contents: `-o`, `--output-dir`, `--overwrite`, `--no-comments`, the flags of applying and
/// those of the connection: no token is ever printed (pools.md 10).
[[nodiscard]] std::string manifest_header(std::span<const std::string> arguments, const ManifestOptions& options);

/// Refuses what a template of the user's has made, where it is no manifest: it is neither written nor sent.
void check_rendered(std::span<const document::Document> documents, const ManifestOptions& options);

/// Prints the documents, or writes them to `--output-dir`. `names` is what `-o name` prints, one a line.
void write_manifests(std::span<const document::Document> documents, std::span<const std::string> names,
                     const ManifestOptions& options, Env& env);

}  // namespace kgpu::commands
