#include "kgpu/commands/cluster_options.hpp"

#include "kgpu/base/error.hpp"
#include "kgpu/base/text.hpp"
#include "kgpu/collect/from_files.hpp"
#include "kgpu/collect/live.hpp"

#include <ostream>

namespace kgpu::commands {
namespace {

constexpr const char* k_dump_hint = "kubectl get nodes,pods -A -o json > dump.json";

snapshot::Snapshot from_file(const std::string& path, Env& env) {
  snapshot::Snapshot snapshot = collect::read_from(path, {.files = env.files, .in = &env.in});
  if (!snapshot.has_read(snapshot::Kind::node)) {
    throw data_error(in_quotes(path) + " holds no nodes", k_dump_hint);
  }
  if (!snapshot.has_read(snapshot::Kind::pod)) {
    throw data_error(in_quotes(path) + " holds no pods", k_dump_hint);
  }
  return snapshot;
}

snapshot::Snapshot from_server(const ClusterOptions& options, const catalog::Catalog& catalog, Env& env) {
  const auto connection = env.connect(options.server);
  collect::Wanted wanted;
  wanted.has_accelerator = [&](const snapshot::Node& node) { return inventory::has_accelerator(node, catalog); };
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

}  // namespace

std::vector<std::unique_ptr<node::Cluster>> read_clusters(const ClusterOptions& options,
                                                          const catalog::Catalog& catalog, Env& env) {
  std::vector<std::unique_ptr<node::Cluster>> clusters;
  for (const std::string& path : options.from) {
    add(clusters, from_file(path, env), catalog);
  }
  if (options.from.empty()) {
    add(clusters, from_server(options, catalog, env), catalog);
  }
  return clusters;
}

}  // namespace kgpu::commands
