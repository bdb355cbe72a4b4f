#pragma once

#include "command_table.hpp"

#include "kgpu/commands/cluster_options.hpp"

namespace CLI {
class App;
}  // namespace CLI

/// Flags that say which cluster a verb is about.
namespace kgpu::app {

/// `--from`.
void add_from_flags(CLI::App& verb, commands::ClusterOptions& options, Completions& completions);

}  // namespace kgpu::app
