#include "CLI/CLI.hpp"
#include "flag_words.hpp"
#include "flags.hpp"
#include "flags_delivery.hpp"
#include "flags_manifest.hpp"
#include "flags_need.hpp"
#include "flags_verbs.hpp"
#include "flags_workload.hpp"

#include "kgpu/commands/pool_create.hpp"
#include "kgpu/commands/pool_migrate.hpp"

#include <memory>

namespace kgpu::app {
namespace {

using pool::PoolOptions;

const std::vector<std::string> k_capacities = {"on-demand", "spot", "reserved"};

void add_choice_flags(CLI::App& verb, PoolOptions& pool, Completions& completions) {
  auto* accelerator = add_list_flag(verb, "--accelerator NAME", "All types that carry it: L4,A10G",
                                    [&](const std::string& text) { pool.accelerators.push_back(text); });
  completions.offer(accelerator, {.source = ValueSource::accelerators, .comma_separated = true, .provider = "aws"});
  add_list_flag(verb, "--accelerator-count N", "Devices per node: 1,4", [&](const std::string& text) {
    pool.accelerator_counts.push_back(parse_count(text, "--accelerator-count", 1));
  });
  add_text_flag(
      verb, "--accelerator-memory SIZE", "Per device: 24GB is on the box, 20Gi is usable at least",
      [&](const std::string& text) { pool.accelerator_memory = parse_memory_size(text, "--accelerator-memory"); });
  auto* type = add_list_flag(verb, "--instance-type TYPE", "These types alone: g6.xlarge,g6.2xlarge",
                             [&](const std::string& text) { pool.instance_types.push_back(text); });
  completions.offer(type, {.source = ValueSource::instance_types, .comma_separated = true, .provider = "aws"});
}

void add_purchase_flags(CLI::App& verb, PoolOptions& pool, Completions& completions) {
  auto* capacity =
      add_list_flag(verb, "--capacity LIST", "Of: on-demand (default), spot, reserved",
                    [&](const std::string& text) { pool.capacity.push_back(pool::parse_capacity_flag(text)); });
  completions.offer(capacity, {.words = k_capacities, .comma_separated = true});
  add_list_flag(verb, "--capacity-reservation ID", "cr-…, an on-demand reservation",
                [&](const std::string& text) { pool.capacity_reservations.push_back(text); });
  verb.add_flag("--capacity-block", pool.capacity_block, "The reservation is a Capacity Block");
  verb.add_flag("--fallback-on-demand", pool.fallback_on_demand, "A second pool, for when spot finds nothing");
  add_text_flag(
      verb, "--baseline-on-demand N", "The first N nodes on demand, the rest spot",
      [&](const std::string& text) { pool.baseline_on_demand = parse_count(text, "--baseline-on-demand", 1); });
}

void add_limit_flags(CLI::App& verb, PoolOptions& pool) {
  add_text_flag(verb, "--max-accelerators N", "Karpenter: devices at most (8, or one node)",
                [&](const std::string& text) { pool.max_accelerators = parse_count(text, "--max-accelerators", 1); });
  add_text_flag(verb, "--max-vcpus N", "Karpenter, CPU pools: vCPUs at most (64)",
                [&](const std::string& text) { pool.max_vcpus = parse_count(text, "--max-vcpus", 1); });
  add_text_flag(verb, "--min N", "eksctl: nodes at least (0)",
                [&](const std::string& text) { pool.min_nodes = parse_count(text, "--min", 0); });
  add_text_flag(verb, "--max N", "eksctl: nodes at most (2)",
                [&](const std::string& text) { pool.max_nodes = parse_count(text, "--max", 1); });
  add_text_flag(verb, "--desired N", "eksctl: nodes to begin with (0)",
                [&](const std::string& text) { pool.desired_nodes = parse_count(text, "--desired", 0); });
}

void add_place_flags(CLI::App& verb, PoolOptions& pool, Completions& completions) {
  auto* provisioner = add_text_flag(verb, "--provisioner NAME", "karpenter (default) or eksctl",
                                    [&](const std::string& text) { pool.provisioner = pool::parse_provisioner(text); });
  completions.offer(provisioner, {.words = {"karpenter", "eksctl"}});
  add_text_flag(verb, "--cluster-name NAME", "The EKS cluster (required)",
                [&](const std::string& text) { pool.cluster_name = text; });
  auto* region = add_text_flag(verb, "--region REGION", "Of the cluster; its prices count",
                               [&](const std::string& text) { pool.region = text; });
  completions.offer(region, {.source = ValueSource::regions, .provider = "aws"});
  auto* zone = add_list_flag(verb, "--zone ZONE", "us-east-1a,us-east-1b",
                             [&](const std::string& text) { pool.zones.push_back(text); });
  completions.offer(zone, {.source = ValueSource::zones, .comma_separated = true});
  add_text_flag(verb, "--role NAME", "Nodes' IAM role (KarpenterNodeRole-CLUSTER)",
                [&](const std::string& text) { pool.role = text; });
  verb.add_flag("--self-managed", pool.self_managed, "eksctl: a self-managed group");
}

void add_image_flags(CLI::App& verb, PoolOptions& pool, Completions& completions) {
  auto* family = add_text_flag(verb, "--ami-family NAME", "al2023 (default) or bottlerocket",
                               [&](const std::string& text) { pool.ami_family = pool::parse_ami_family(text); });
  completions.offer(family, {.words = {"al2023", "bottlerocket"}});
  add_text_flag(verb, "--ami IMAGE", "FAMILY@VERSION, ami-… or ssm:PATH",
                [&](const std::string& text) { pool.ami = pool::parse_ami(text); });
  add_text_flag(verb, "--kubernetes-version V", "Of the cluster: 1.34",
                [&](const std::string& text) { pool.kubernetes_version = pool::parse_kubernetes_version(text); });
  add_text_flag(verb, "--volume-size SIZE", "200Gi; training 500Gi, CPU 50Gi",
                [&](const std::string& text) { pool.volume_gib = pool::parse_volume_gib(text); });
  verb.add_flag("--efa", pool.efa, "EFA network between nodes");
}

void add_life_flags(CLI::App& verb, PoolOptions& pool, Completions& completions) {
  auto* stage = add_text_flag(verb, "--stage NAME", "inference (default), training or development",
                              [&](const std::string& text) { pool.stage = pool::parse_stage(text); });
  completions.offer(stage, {.words = {"inference", "training", "development"}});
  add_list_flag(verb, "--label KEY=VALUE", "Added to the nodes",
                [&](const std::string& text) { pool.labels.push_back(k8s::parse_label(text, "--label")); });
  add_list_flag(verb, "--taint KEY[=V]:EFFECT", "Added to the nodes; none drops ours", [&](const std::string& text) {
    if (text == "none") {
      pool.no_own_taints = true;
    } else {
      pool.taints.push_back(k8s::parse_taint(text, "--taint"));
    }
  });
  add_text_flag(verb, "--consolidate-after D", "An idle node goes after: 10m", [&](const std::string& text) {
    pool.consolidate_after = pool::parse_lifetime(text, "--consolidate-after");
  });
  add_text_flag(verb, "--expire-after D", "A node's age at most: 720h, Never",
                [&](const std::string& text) { pool.expire_after = pool::parse_lifetime(text, "--expire-after"); });
  add_text_flag(verb, "--weight N", "1 to 100, the higher pool is tried first",
                [&](const std::string& text) { pool.weight = parse_count(text, "--weight", 1); });
}

/// Flags that only a model gives a meaning: those of `instance recommend` that say what is to run, which its help
/// lists.
/// `--help` of a pool names them in a line, that it may fit a screen.
std::vector<const CLI::Option*> add_model_choice_flags(CLI::App& verb, commands::PoolCreateOptions& options,
                                                       Completions& completions) {
  const std::size_t before = verb.get_options().size();
  add_model_flags(verb, options.need.workload.model, completions, "--for-model");
  add_need_load_flags(verb, options.need);
  add_need_limit_flags(verb, options.need);
  add_workload_flags(verb, options.need.workload, completions);
  add_need_basis_flag(verb, options.need);
  verb.add_flag("--allow-likely", options.allow_likely, "Take what fits on the best estimate only");
  std::vector<const CLI::Option*> flags;
  const auto all = verb.get_options();
  for (std::size_t i = before; i < all.size(); ++i) {
    const std::string name = long_name(*all[i]);
    if (name == "--for-model") {
      all[i]->description("The cheapest whole devices that hold it choose the types");
    } else if (name != "--allow-likely" && !all[i]->get_group().empty()) {
      all[i]->group(k_flags_of_model);
    }
    flags.push_back(all[i]);
  }
  return flags;
}

/// What says how a model runs says nothing without one.
void refuse_without_model(const std::vector<const CLI::Option*>& flags) {
  for (const CLI::Option* flag : flags) {
    if (flag->count() > 0) {
      throw usage_error(long_name(*flag) + " goes with --for-model", "such as --for-model meta-llama/Llama-3.1-8B");
    }
  }
}

}  // namespace

Action bind_pool_create(CLI::App& verb, Completions& completions) {
  auto options = std::make_shared<commands::PoolCreateOptions>();
  verb.add_option("NAME", options->pool.name, "The pool's name")->required()->type_name("NAME");
  add_choice_flags(verb, options->pool, completions);
  const auto of_model = add_model_choice_flags(verb, *options, completions);
  add_purchase_flags(verb, options->pool, completions);
  add_limit_flags(verb, options->pool);
  add_place_flags(verb, options->pool, completions);
  add_image_flags(verb, options->pool, completions);
  add_life_flags(verb, options->pool, completions);
  add_price_flags(verb, options->prices, completions);
  add_delivery_flags(verb, options->delivery, completions);
  add_manifest_flags(verb, options->manifests, completions);
  verb.footer(
      "--for-model (or --config FILE, --params SIZE) takes the flags of a load, which the help of\n"
      "'kubectl gpu instance recommend' lists: --context-length, --concurrency, --precision, --max-price\n"
      "and others. --accelerator, its count and memory narrow the choice. Exit 3: nothing fits, no YAML.");
  return [options, of_model](commands::Env& env) {
    if (!options->need.has_model()) {
      refuse_without_model(of_model);
    }
    if (const auto& other = options->delivery.cluster.cluster; other && options->pool.cluster_name.empty()) {
      throw usage_error("--cluster-name is needed: the EKS cluster that the nodes join",
                        "--cluster is the kubeconfig's; write --cluster-name " + shell_quote(*other));
    }
    return commands::run_pool_create(*options, env);
  };
}

Action bind_pool_migrate(CLI::App& verb, Completions& completions) {
  auto options = std::make_shared<commands::PoolMigrateOptions>();
  pool::MigrationOptions& migration = options->migration;
  add_filename_flag(verb, options->files, completions);
  verb.add_flag("--all", options->all, "In place of files: the old objects of the cluster");
  add_text_flag(verb, "--ami IMAGE", "Of classes that name none: FAMILY@VERSION, ami-… or ssm:PATH",
                [&](const std::string& text) { migration.ami = pool::parse_migration_ami(text); });
  add_text_flag(verb, "--role NAME", "Nodes' IAM role, of classes that name none",
                [&](const std::string& text) { migration.role = text; });
  add_text_flag(verb, "--instance-profile NAME", "The same as an instance profile",
                [&](const std::string& text) { migration.instance_profile = text; });
  add_catalog_flag(verb, options->prices.catalog_directory, completions);
  add_delivery_flags(verb, options->delivery, completions);
  add_manifest_output_flags(verb, options->manifests, completions);
  return [options](commands::Env& env) { return commands::run_pool_migrate(*options, env); };
}

}  // namespace kgpu::app
