#pragma once

#include "kgpu/document/document.hpp"
#include "kgpu/k8s/resources.hpp"
#include "kgpu/kube/connection.hpp"

#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace kgpu::kube {

/// A resource as the server serves it.
struct ServedResource {
  k8s::Resource resource;
  bool stale = false;  ///< its API server does not answer: what is known of it may be old
};

/// From an `APIGroupDiscoveryList`, v2 or v2beta1, versions in the server's order; subresources left out. Throws
/// Error{data}.
[[nodiscard]] std::vector<ServedResource> read_aggregated_discovery(std::string_view json);
/// From an `APIResourceList` of one group and version. Throws Error{data}.
[[nodiscard]] std::vector<ServedResource> read_resource_list(std::string_view json);

/// From kind to resource and scope (kubernetes-client 4): one aggregated request, on servers before 1.27 one for each
/// group and version that is asked for. Nothing is kept on disk. A group that does not answer harms no other.
class Discovery {
 public:
  explicit Discovery(Connection& connection) : connection_(connection) {}

  /// Throws Error{io} when the server has no such kind: the hint says what brings it and which versions there are.
  [[nodiscard]] k8s::Resource resource_of(const document::ObjectReference& object);
  /// The versions of that kind which the server has, in its order.
  [[nodiscard]] std::vector<std::string> versions_of(std::string_view group, std::string_view kind);
  /// Asks again from now on: a CRD was applied.
  void forget();

  /// The request that tells all groups, for a caller who sends it beside others, and takes its answer.
  [[nodiscard]] static ApiRequest groups_request();
  /// Throws Error{data}.
  void take_groups(const ApiReply& reply);

 private:
  void load_groups();
  void load_legacy(const std::string& group_version);
  [[nodiscard]] const k8s::Resource* find(const document::ObjectReference& object) const;

  Connection& connection_;
  bool groups_loaded_ = false;
  bool is_aggregated_ = false;
  std::set<std::string> legacy_group_versions_;
  std::set<std::string> legacy_loaded_;
  std::vector<ServedResource> served_;
};

}  // namespace kgpu::kube
