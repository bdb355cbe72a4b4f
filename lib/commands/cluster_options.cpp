#include "kgpu/commands/cluster_options.hpp"

#include "kgpu/base/error.hpp"
#include "kgpu/base/text.hpp"
#include "kgpu/collect/from_files.hpp"
#include "kgpu/collect/live.hpp"
#include "kgpu/collect/save.hpp"
#include "kgpu/commands/common_options.hpp"

#include <algorithm>
#include <optional>
#include <ostream>

namespace kgpu::commands {
namespace {

constexpr const char* k_dump_hint = "kubectl get nodes,pods -A -o json > dump.json";

/// What the run that saved it had to say.
void say_what_is_missing(const snapshot::Snapshot& snapshot, const std::string& path, Env& env) {
  for (const snapshot::Missing& missing : snapshot.missing) {
    env.err << "note: " << path << " was saved without " << missing.resource << ": " << missing.effect << '\n';
  }
  if (snapshot.inconsistent) {
    env.err << "note: " << path << " holds lists of several moments: totals may be off\n";
  }
}

snapshot::Snapshot from_file(const std::string& path, Env& env) {
  snapshot::Snapshot snapshot = collect::read_from(path, {.files = env.files, .in = &env.in});
  if (!snapshot.has_read(snapshot::Kind::node)) {
    throw data_error(in_quotes(path) + " holds no nodes", k_dump_hint);
  }
  if (!snapshot.has_read(snapshot::Kind::pod)) {
    throw data_error(in_quotes(path) + " holds no pods", k_dump_hint);
  }
  say_what_is_missing(snapshot, path, env);
  return snapshot;
}

snapshot::Snapshot from_server(const ClusterOptions& options, const catalog::Catalog& catalog, Env& env) {
  const auto connection = env.connect(options.server);
  collect::Wanted wanted;
  wanted.has_accelerator = [&](const snapshot::Node& node) { return inventory::has_accelerator(node, catalog); };
  wanted.all_pods = !options.save.empty();
  wanted.namespaces = !options.save.empty();  // what other reports will ask of the file
  wanted.owners = options.owners || !options.save.empty();
  if (options.chunk_size) {
    wanted.page_size = static_cast<std::size_t>(*options.chunk_size);
  }
  return collect::read_live(*connection, wanted,
                            [&](const std::string& sentence) { env.err << "note: " << sentence << '\n'; });
}

void add(std::vector<std::unique_ptr<node::Cluster>>& clusters, snapshot::Snapshot snapshot,
         const catalog::Catalog& catalog) {
  auto cluster = std::make_unique<node::Cluster>();
  cluster->snapshot = std::move(snapshot);
  cluster->inventory = inventory::take_inventory(cluster->snapshot, catalog);
  clusters.push_back(std::move(cluster));
}

/// What `--save` was given; empty when it was not.
std::optional<collect::Save> save_of(const ClusterOptions& options, Env& env) {
  const bool redact = options.redact || !options.redact_key.empty();
  if (options.save.empty()) {
    if (redact || options.overwrite == Overwrite::yes) {
      throw usage_error(std::string(!redact                      ? "--overwrite"
                                    : options.redact_key.empty() ? "--redact"
                                                                 : "--redact-key") +
                        " is of no use without --save");
    }
    return std::nullopt;
  }
  if (options.from.size() > 1) {
    throw usage_error(
        "--save writes one cluster, and --from is given " + std::to_string(options.from.size()) + " times",
        "a file for each: once with each --from");
  }
  return collect::Save({.path = options.save,
                        .redact = redact,
                        .redact_key = options.redact_key,
                        .overwrite = options.overwrite == Overwrite::yes},
                       env.files);
}

/// Two clusters saved under one name are told apart by their files.
void tell_apart(std::vector<snapshot::Snapshot>& snapshots, const std::vector<std::string>& paths) {
  for (std::size_t i = 0; i < snapshots.size(); ++i) {
    const auto same = [&](const snapshot::Snapshot& other) { return other.name == snapshots[i].name; };
    if (std::ranges::count_if(snapshots, same) > 1) {
      const std::string name = snapshots[i].name;
      for (std::size_t k = i; k < snapshots.size(); ++k) {
        snapshots[k].name = snapshots[k].name == name ? paths[k] : snapshots[k].name;
      }
    }
  }
}

std::vector<snapshot::Snapshot> read_snapshots(const ClusterOptions& options, const catalog::Catalog& catalog,
                                               Env& env) {
  std::vector<snapshot::Snapshot> snapshots;
  for (const std::string& path : options.from) {
    snapshots.push_back(from_file(path, env));
  }
  tell_apart(snapshots, options.from);
  if (options.from.empty()) {
    snapshots.push_back(from_server(options, catalog, env));
  }
  return snapshots;
}

}  // namespace

std::vector<std::unique_ptr<node::Cluster>> read_clusters(const ClusterOptions& options,
                                                          const catalog::Catalog& catalog, Env& env) {
  const auto save = save_of(options, env);
  std::vector<snapshot::Snapshot> snapshots = read_snapshots(options, catalog, env);
  if (save) {
    save->write(snapshots.front());
    print_next("kubectl gpu node list --from " + shell_quote(options.save), env);
  }
  std::vector<std::unique_ptr<node::Cluster>> clusters;
  for (snapshot::Snapshot& snapshot : snapshots) {
    add(clusters, std::move(snapshot), catalog);
  }
  return clusters;
}

}  // namespace kgpu::commands
