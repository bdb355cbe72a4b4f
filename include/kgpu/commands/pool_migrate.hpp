#pragma once

#include "kgpu/base/error.hpp"
#include "kgpu/commands/common_options.hpp"
#include "kgpu/commands/env.hpp"
#include "kgpu/commands/manifest_output.hpp"
#include "kgpu/pool/migrate.hpp"

#include <string>
#include <vector>

namespace kgpu::commands {

struct PoolMigrateOptions {
  std::vector<std::string> files;  ///< `-f`
  pool::MigrationOptions migration;
  PriceOptions prices;  ///< `--catalog` alone: it holds the image releases
  ManifestOptions manifests;
};

/// `pool migrate -f FILE`: old Karpenter manifests as v1 on stdout or in `--output-dir`; on stderr what changed
/// meaning, what was left alone, and as warnings what has no equivalent: then exit code 3.
ExitCode run_pool_migrate(const PoolMigrateOptions& options, Env& env);

}  // namespace kgpu::commands
