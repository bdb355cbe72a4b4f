#pragma once

#include "command_table.hpp"

#include "kgpu/commands/manifest_output.hpp"

namespace CLI {
class App;
}  // namespace CLI

namespace kgpu::app {

/// `-o`, `--output-dir`, `--overwrite`, `--no-comments`, `--templates` of a verb that makes manifests. Call it after
/// the verb's own flags: it notes which of all of them take no value.
void add_manifest_flags(CLI::App& verb, commands::ManifestOptions& options, Completions& completions);

}  // namespace kgpu::app
