#pragma once

#include "command_table.hpp"
#include "completion.hpp"

#include "kgpu/catalog/catalog.hpp"

#include <string>
#include <vector>

namespace kgpu::app {

/// The values of an offer that begin with what was typed; of a list, its last element, with the others before it.
[[nodiscard]] Suggestions complete_value(const Completions::Offer& offer, const std::string& typed,
                                         const catalog::Catalog& catalog);

/// Whether the values are names in the kubeconfig.
[[nodiscard]] bool is_in_kubeconfig(ValueSource source);
/// Those that begin with what was typed.
[[nodiscard]] Suggestions complete_config_name(ValueSource source, const std::string& typed,
                                               const kube::ConfigNames& names);

}  // namespace kgpu::app
