#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace kgpu::k8s {

/// A resource of the API server: what a kind is called in a path.
struct Resource {
  std::string group;    ///< empty: core
  std::string version;  ///< `v1`
  std::string plural;   ///< `nodepools`
  std::string kind;     ///< `NodePool`
  bool namespaced = false;
  bool operator==(const Resource&) const = default;

  /// `v1`, `karpenter.sh/v1`.
  [[nodiscard]] std::string api_version() const;
  /// `/api/v1/nodes`, `/apis/karpenter.sh/v1/nodepools`, `/api/v1/namespaces/NS/pods`, and the object in it when `name`
  /// is not empty. Segments are percent-encoded.
  [[nodiscard]] std::string path(std::string_view name_space, std::string_view name = {}) const;
  /// As RBAC and messages name it: `pods`, `nodepools.karpenter.sh`.
  [[nodiscard]] std::string qualified() const;
};

/// The kinds we emit or read, at the versions we know (kubernetes-client 4); discovery confirms those of CRDs.
[[nodiscard]] std::span<const Resource> known_resources();

/// The known resource of that apiVersion and kind; null when we know none.
[[nodiscard]] const Resource* find_resource(std::string_view api_version, std::string_view kind);

/// What brings a kind that a server lacks: `Karpenter`, `KEDA`, …; empty when unknown.
[[nodiscard]] std::string_view component_of(std::string_view group);

}  // namespace kgpu::k8s
