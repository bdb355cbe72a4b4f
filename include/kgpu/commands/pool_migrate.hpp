#pragma once

#include "kgpu/base/error.hpp"
#include "kgpu/commands/common_options.hpp"
#include "kgpu/commands/env.hpp"
#include "kgpu/commands/manifest_apply.hpp"
#include "kgpu/commands/manifest_output.hpp"
#include "kgpu/pool/migrate.hpp"

#include <string>
#include <vector>

namespace kgpu::commands {

struct PoolMigrateOptions {
  std::vector<std::string> files;  ///< `-f`
  bool all = false;                ///< or `--all`: the old objects of the cluster, and nothing else
  pool::MigrationOptions migration;
  PriceOptions prices;  ///< `--catalog` alone: it holds the image releases
  ManifestOptions manifests;
  DeliveryOptions delivery;
};

/// `pool migrate -f FILE|--all`: old Karpenter manifests as v1 on stdout, in `--output-dir` or on the cluster; on
/// stderr what changed meaning, what was left alone, and as warnings what has no equivalent: then exit code 3, and
/// nothing is applied. Old objects are never deleted: after applying, stderr has the commands that do.
ExitCode run_pool_migrate(const PoolMigrateOptions& options, Env& env);

}  // namespace kgpu::commands
