#pragma once

#include "kgpu/commands/env.hpp"
#include "kgpu/commands/output_directory.hpp"
#include "kgpu/kube/access.hpp"
#include "kgpu/node/report.hpp"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace kgpu::commands {

/// Which cluster a report reads: `--from`, else the API server.
struct ClusterOptions {
  std::vector<std::string> from;  ///< files; each is one cluster
  kube::ConfigFlags server;       ///< kubectl's own flags
  std::optional<std::int64_t> chunk_size;
  bool owners = false;     ///< the verb shows what stands above a pod's controller
  std::string save;        ///< a file for what was read; empty: none
  bool redact = false;     ///< names are hidden in it
  std::string redact_key;  ///< a file that holds the key of redaction; empty: a random key
  Overwrite overwrite = Overwrite::no;
};

/// `-n`: of whose pods names are shown.
[[nodiscard]] inline std::string name_space_of(const ClusterOptions& options) {
  return options.server.name_space.value_or("");
}

/// The clusters asked for, read, saved where `--save` says so, and counted. What could not be read is said on stderr.
[[nodiscard]] std::vector<std::unique_ptr<node::Cluster>> read_clusters(const ClusterOptions& options,
                                                                        const catalog::Catalog& catalog, Env& env);

}  // namespace kgpu::commands
