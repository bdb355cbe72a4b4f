#pragma once

#include "command_table.hpp"

#include "kgpu/commands/cluster_options.hpp"

namespace CLI {
class App;
}  // namespace CLI

/// Flags that say which cluster a verb is about.
namespace kgpu::app {

/// `--from`, `--chunk-size`, and kubectl's own flags.
void add_cluster_flags(CLI::App& verb, commands::ClusterOptions& options, Completions& completions);

}  // namespace kgpu::app
