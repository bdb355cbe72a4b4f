#include "command_table.hpp"

#include "flags_verbs.hpp"

namespace kgpu::app {
namespace {

constexpr NounRow k_nouns[] = {
    {"instance", "Accelerator instances and what they cost, from the embedded catalogue"},
    {"catalog", "The figures this program carries: which prices, of which day"},
    {"pool", "Node pools for accelerators: Karpenter and eksctl"},
};

constexpr CommandRow k_commands[] = {
    {"instance", "list", "List instance types with their accelerators and prices",
     "kubectl gpu instance list --accelerator L4 --capacity spot\n"
     "kubectl gpu instance list --provider aws --accelerator-memory 80GB --feature efa",
     bind_instance_list},
    {"instance", "describe", "Show everything known of one instance type",
     "kubectl gpu instance describe g6.xlarge -o wide", bind_instance_describe},
    {"catalog", "show", "Show the catalogue's files, rows, days and sources", "kubectl gpu catalog show",
     bind_catalog_show},
    {"catalog", "export", "Write the catalogue as CSV files to edit and lay over it",
     "kubectl gpu catalog export --output-dir my-prices", bind_catalog_export},
    {"pool", "create", "Render a node pool",
     "kubectl gpu pool create l4 --accelerator L4 --capacity spot --cluster-name prod", bind_pool_create},
};

}  // namespace

std::span<const NounRow> nouns() {
  return k_nouns;
}
std::span<const CommandRow> commands() {
  return k_commands;
}

}  // namespace kgpu::app
