#include "kgpu/commands/cluster_options.hpp"

#include "kgpu/base/error.hpp"
#include "kgpu/base/text.hpp"
#include "kgpu/collect/from_files.hpp"

namespace kgpu::commands {

std::vector<std::unique_ptr<node::Cluster>> read_clusters(const ClusterOptions& options,
                                                          const catalog::Catalog& catalog, Env& env) {
  if (options.from.empty()) {
    throw usage_error("--from FILE is needed: what kubectl printed of a cluster",
                      "kubectl get nodes,pods -A -o json > dump.json");
  }
  std::vector<std::unique_ptr<node::Cluster>> clusters;
  for (const std::string& path : options.from) {
    auto cluster = std::make_unique<node::Cluster>();
    cluster->snapshot = collect::read_from(path, {.files = env.files, .in = &env.in});
    if (!cluster->snapshot.has_read(snapshot::Kind::node)) {
      throw data_error(in_quotes(path) + " holds no nodes", "kubectl get nodes,pods -A -o json > dump.json");
    }
    cluster->inventory = inventory::take_inventory(cluster->snapshot, catalog);
    clusters.push_back(std::move(cluster));
  }
  return clusters;
}

}  // namespace kgpu::commands
