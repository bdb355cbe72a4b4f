#pragma once

#include "command_table.hpp"

/// One function per verb: its flags, and what runs once they are parsed. Each noun has its flags_<noun>.cpp.
namespace kgpu::app {

Action bind_catalog_export(CLI::App& verb, Completions& completions);
Action bind_catalog_show(CLI::App& verb, Completions& completions);
Action bind_completion(CLI::App& verb, Completions& completions);
Action bind_instance_describe(CLI::App& verb, Completions& completions);
Action bind_instance_list(CLI::App& verb, Completions& completions);
Action bind_instance_recommend(CLI::App& verb, Completions& completions);
Action bind_model_describe(CLI::App& verb, Completions& completions);
Action bind_model_fit(CLI::App& verb, Completions& completions);
Action bind_model_list(CLI::App& verb, Completions& completions);
Action bind_node_describe(CLI::App& verb, Completions& completions);
Action bind_node_list(CLI::App& verb, Completions& completions);
Action bind_options(CLI::App& verb, Completions& completions);
Action bind_pool_create(CLI::App& verb, Completions& completions);
Action bind_pool_migrate(CLI::App& verb, Completions& completions);
Action bind_pool_list(CLI::App& verb, Completions& completions);
Action bind_version(CLI::App& verb, Completions& completions);

}  // namespace kgpu::app
