#include "command_table.hpp"

#include "flags_verbs.hpp"

#include <algorithm>
#include <iterator>

namespace kgpu::app {
namespace {

constexpr NounRow k_nouns[] = {
    {"instance", "Accelerator instances and what they cost, from the embedded catalogue"},
    {"model", "What a model needs, and whether an accelerator holds it"},
    {"catalog", "The figures this program carries: which prices, of which day"},
    {"pool", "Node pools for accelerators: Karpenter and eksctl"},
    {"node", "Nodes with accelerators: what is free, who holds it, what it costs"},
};

constexpr CommandRow k_commands[] = {
    {"instance", "list", "List instance types with their accelerators and prices",
     "kubectl gpu instance list --accelerator L4 --capacity spot\n"
     "kubectl gpu instance list --provider aws --accelerator-memory 80GB --feature efa",
     bind_instance_list},
    {"instance", "describe", "Show everything known of one instance type",
     "kubectl gpu instance describe g6.xlarge -o wide", bind_instance_describe},
    {"instance", "recommend", "Find the cheapest hardware for a model, and why",
     "kubectl gpu instance recommend --model meta-llama/Llama-3.1-8B-Instruct --context-length 8k --concurrency 16",
     bind_instance_recommend},
    {"model", "list", "List the models of the catalogue", "kubectl gpu model list llama", bind_model_list},
    {"model", "describe", "Show a model's shape, weights, cache and parallel degrees",
     "kubectl gpu model describe meta-llama/Llama-3.1-8B\nkubectl gpu model describe --config ./config.json",
     bind_model_describe},
    {"model", "fit", "Show whether an accelerator holds a model, and what each byte does",
     "kubectl gpu model fit meta-llama/Llama-3.1-8B --accelerator L4 --context-length 8k\n"
     "kubectl gpu model fit gpt-oss-120b --accelerator H100-80 --count 2 --concurrency 32",
     bind_model_fit},
    {"catalog", "show", "Show the catalogue's files, rows, days and sources", "kubectl gpu catalog show",
     bind_catalog_show},
    {"catalog", "export", "Write the catalogue as CSV files to edit and lay over it",
     "kubectl gpu catalog export --output-dir my-prices", bind_catalog_export},
    {"pool", "create", "Render a node pool, and apply it where asked to",
     "kubectl gpu pool create l4 --accelerator L4 --capacity spot --cluster-name prod\n"
     "kubectl gpu pool create l4 --accelerator L4 --capacity spot --cluster-name prod --apply --wait\n"
     "kubectl gpu pool create llama --for-model meta-llama/Llama-3.1-8B --concurrency 16 --cluster-name prod",
     bind_pool_create},
    {"pool", "migrate", "Turn old Karpenter manifests into v1",
     "kubectl gpu pool migrate -f karpenter.yaml --no-comments > karpenter-v1.yaml\n"
     "kubectl gpu pool migrate --all --output-dir pools-v1",
     bind_pool_migrate},
    {"pool", "list", "List node pools: nodes, accelerators, limits, cost",
     "kubectl gpu pool list --context prod\n"
     "kubectl get nodes,pods,nodepools -A -o json | kubectl gpu pool list --from -",
     bind_pool_list},
    {"node", "list", "List nodes with accelerators: used, free, by whom, at what price",
     "kubectl gpu node list --free\n"
     "kubectl get nodes,pods -A -o json | kubectl gpu node list --from - -o wide\n"
     "kubectl gpu node list --save prod.jsonl.gz --redact",
     bind_node_list},
    {"node", "describe", "Show all of one node: what it offers, who holds it, what is free and why",
     "kubectl gpu node describe ip-10-0-1-10.ec2.internal", bind_node_describe},
    {"completion", "", "Print the completion script for a shell",
     "source <(kubectl gpu completion bash)\n"
     "kubectl gpu completion fish > ~/.config/fish/completions/kubectl-gpu.fish",
     bind_completion},
    {"options", "", "List the flags that several commands share", "kubectl gpu options", bind_options},
    {"version", "", "Show the version, the commit and the days of the catalogue", "kubectl gpu version -o json",
     bind_version},
};

}  // namespace

std::span<const NounRow> nouns() {
  return k_nouns;
}
std::span<const CommandRow> commands() {
  return k_commands;
}

const CommandRow* find_command(std::string_view noun, std::string_view verb) {
  const auto* found =
      std::ranges::find_if(k_commands, [&](const CommandRow& row) { return row.noun == noun && row.verb == verb; });
  return found == std::end(k_commands) ? nullptr : found;
}

std::vector<std::string_view> first_words() {
  std::vector<std::string_view> words;
  for (const NounRow& row : k_nouns) {
    words.push_back(row.noun);
  }
  for (const CommandRow& row : k_commands) {
    if (row.verb.empty() && !row.hidden) {
      words.push_back(row.noun);
    }
  }
  return words;
}

std::vector<std::string_view> verbs_of(std::string_view noun) {
  std::vector<std::string_view> verbs;
  for (const CommandRow& row : k_commands) {
    if (row.noun == noun && !row.verb.empty() && !row.hidden) {
      verbs.push_back(row.verb);
    }
  }
  return verbs;
}

}  // namespace kgpu::app
