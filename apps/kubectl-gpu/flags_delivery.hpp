#pragma once

#include "command_table.hpp"

#include "kgpu/commands/manifest_apply.hpp"

namespace CLI {
class App;
}  // namespace CLI

namespace kgpu::app {

/// `--apply`, `--diff`, `--dry-run`, `--force-conflicts`, `--wait` and kubectl's own flags, of a verb whose manifests
/// an API server takes. Call it before add_manifest_flags.
void add_delivery_flags(CLI::App& verb, commands::DeliveryOptions& options, Completions& completions);

}  // namespace kgpu::app
