#pragma once

#include "command_table.hpp"

#include "kgpu/commands/manifest_output.hpp"

#include <string>
#include <vector>

namespace CLI {
class App;
}  // namespace CLI

namespace kgpu::app {

/// `-o`, `--output-dir`, `--overwrite`, `--no-comments`, `--templates` of a verb that makes manifests. Call it after
/// the verb's own flags: it notes which of all of them take no value.
void add_manifest_flags(CLI::App& verb, commands::ManifestOptions& options, Completions& completions);

/// The same without `--templates`: for a verb whose manifests have the shape of those it read.
void add_manifest_output_flags(CLI::App& verb, commands::ManifestOptions& options, Completions& completions);

/// `-f FILE|DIR|-`, as kubectl has it.
void add_filename_flag(CLI::App& verb, std::vector<std::string>& files, Completions& completions);

}  // namespace kgpu::app
