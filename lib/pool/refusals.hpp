#pragma once

#include "selection.hpp"

#include "kgpu/catalog/catalog.hpp"
#include "kgpu/pool/options.hpp"

#include <span>
#include <string>
#include <vector>

/// What is refused before anything is rendered: much of it the API server and eksctl would admit (pools.md §4).
namespace kgpu::pool {

/// Flags that only the other provisioner has, each with what does it here (pools.md 24), and figures out of bounds.
void check_flags(const PoolOptions& options);

/// Cluster, role, region, reservation ids, labels and taints.
void check_identifiers(const PoolOptions& options);

/// Zones exist and lie in the region; a local zone only on Karpenter.
void check_zones(const PoolOptions& options, const catalog::Catalog& catalog);

/// The names of the objects to be made.
void check_pool_names(const PoolOptions& options, std::span<const std::string> names);

/// EFA asks for interfaces and one zone; types without any leave a selection by accelerator.
void apply_efa(const PoolOptions& options, Selection& selection, std::vector<std::string>& warnings);

/// The node role: given, or Karpenter's usual one.
[[nodiscard]] std::string role_of(const PoolOptions& options);

}  // namespace kgpu::pool
