#pragma once

#include "command_table.hpp"

#include "kgpu/kube/access.hpp"

namespace CLI {
class App;
}  // namespace CLI

namespace kgpu::app {

/// kubectl's own flags, with kubectl's meanings, for a verb that talks to a cluster (kubernetes-client 1.5). Call it
/// after the verb's own flags. The last of several wins, and an empty value counts as not given: scripts write
/// `--context "$CONTEXT"`.
void add_kubeconfig_flags(CLI::App& verb, kube::ConfigFlags& flags, Completions& completions);

}  // namespace kgpu::app
