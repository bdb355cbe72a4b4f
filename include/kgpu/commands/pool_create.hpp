#pragma once

#include "kgpu/base/error.hpp"
#include "kgpu/commands/common_options.hpp"
#include "kgpu/commands/env.hpp"
#include "kgpu/commands/manifest_apply.hpp"
#include "kgpu/commands/manifest_output.hpp"
#include "kgpu/commands/need.hpp"
#include "kgpu/pool/options.hpp"

namespace kgpu::commands {

struct PoolCreateOptions {
  pool::PoolOptions pool;
  NeedOptions need;           ///< with a model, the pool is made for it
  bool allow_likely = false;  ///< hardware that holds it on the best estimate only will do
  PriceOptions prices;
  ManifestOptions manifests;
  DeliveryOptions delivery;
};

/// `pool create NAME`: the manifests on stdout, in `--output-dir` or on the cluster; warnings and the worst case per
/// month on stderr, before anything is sent.
/// With `--for-model` exit 3 and no manifest when nothing fits.
ExitCode run_pool_create(const PoolCreateOptions& options, Env& env);

}  // namespace kgpu::commands
