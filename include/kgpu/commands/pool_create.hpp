#pragma once

#include "kgpu/base/error.hpp"
#include "kgpu/commands/common_options.hpp"
#include "kgpu/commands/env.hpp"
#include "kgpu/commands/manifest_output.hpp"
#include "kgpu/pool/options.hpp"

namespace kgpu::commands {

struct PoolCreateOptions {
  pool::PoolOptions pool;
  PriceOptions prices;
  ManifestOptions manifests;
};

/// `pool create NAME`: the manifests on stdout or in `--output-dir`; warnings and the worst case per month on stderr.
ExitCode run_pool_create(const PoolCreateOptions& options, Env& env);

}  // namespace kgpu::commands
