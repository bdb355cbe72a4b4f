#pragma once

#include "kgpu/document/document.hpp"
#include "kgpu/document/manifests.hpp"
#include "kgpu/kube/connection.hpp"

#include <span>
#include <string>
#include <vector>

namespace kgpu::commands {

/// What a cluster holds of some kinds in versions that are going.
struct LiveManifests {
  std::vector<document::Manifest> manifests;  ///< `where` is the version they were read in: `karpenter.sh/v1beta1`
  std::vector<std::string> not_served;        ///< `Provisioner of karpenter.sh/v1alpha5`
  std::vector<std::string> none_of;           ///< the same, of kinds without an old object
  std::vector<std::string> written_newer;     ///< `nodepool/gpu (karpenter.sh/v1)`: nobody wrote it in the old version
};

/// Reads those objects in that version. A server that has a newer version of the kind too shows each object in both:
/// there only those are old that somebody but Karpenter itself wrote in the old one.
/// Throws as kube::read_objects does.
[[nodiscard]] LiveManifests read_live_manifests(std::span<const document::ObjectReference> kinds,
                                                kube::Connection& connection);

}  // namespace kgpu::commands
