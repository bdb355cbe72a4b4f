#pragma once

#include "kgpu/kube/connection.hpp"
#include "kgpu/snapshot/snapshot.hpp"

#include <cstddef>
#include <functional>
#include <optional>
#include <string>

namespace kgpu::collect {

/// What a report needs of a cluster.
struct Wanted {
  bool pods = true;
  bool karpenter = true;    ///< NodePools, NodeClaims, NodeOverlays
  bool claims = true;       ///< ResourceClaims and ResourceSlices
  bool namespaces = false;  ///< their labels
  bool owners = false;      ///< ReplicaSets and Jobs, their metadata: what stands above a pod's controller
  bool all_pods = false;    ///< never by node: for --save (kubernetes-client 11.20)
  /// Which nodes matter: the others' pods need not be read.
  std::function<bool(const snapshot::Node& node)> has_accelerator;
  std::optional<std::size_t> page_size;  ///< --chunk-size
};

/// Reads a cluster by its lists, side by side. Nodes and pods must be readable, or it throws kube::StatusError with the
/// role that is needed as hint; another kind that may not be read is noted and stands in `missing`; one that the server
/// does not have is passed over (kubernetes-client 11.6). Few accelerator nodes among many are asked for their pods one
/// by one (CONTRACTS §8).
[[nodiscard]] snapshot::Snapshot read_live(kube::Connection& connection, const Wanted& wanted,
                                           const std::function<void(const std::string& sentence)>& note);

}  // namespace kgpu::collect
