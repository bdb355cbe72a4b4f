#pragma once

#include "kgpu/http/transport.hpp"
#include "kgpu/k8s/resources.hpp"
#include "kgpu/kube/access.hpp"
#include "kgpu/kube/status.hpp"

#include <chrono>
#include <optional>
#include <string>
#include <string_view>

namespace kgpu::kube {

/// A request as RBAC sees it.
struct ApiTarget {
  std::string verb;      ///< get, list, create, patch, delete
  std::string group;     ///< empty: core
  std::string resource;  ///< `nodes`, `pods/eviction`; empty for a path that is no resource's
  std::string name;
};
[[nodiscard]] ApiTarget target_of(http::Method method, std::string_view path);

/// A rule of a ClusterRole, in one line of YAML: `- {apiGroups: [""], resources: ["nodes"], verbs: ["list"]}`.
[[nodiscard]] std::string role_rule(const ApiTarget& target);

/// The cluster is EKS, by its host or its login (kubernetes-client 11.9).
[[nodiscard]] bool is_eks(const Access& access);

/// What to try after the server's no; empty when there is nothing to say. `clock_ahead` is how far this machine's clock
/// is ahead of the server's, as far as known.
[[nodiscard]] std::string advice(const Status& status, const Access& access, const ApiTarget& target,
                                 std::optional<std::chrono::seconds> clock_ahead = {});

/// The server's no to a list that the caller cannot do without.
[[nodiscard]] StatusError list_error(const Status& status, const Access& access, const k8s::Resource& resource,
                                     std::string_view server_date = {});

/// How far `now` is ahead of a `Date` header; empty when that cannot be read.
[[nodiscard]] std::optional<std::chrono::seconds> clock_ahead_of(std::string_view date,
                                                                 std::chrono::system_clock::time_point now);

/// The error for an exchange that brought no answer, in kubectl's words (3.2).
[[nodiscard]] Error transport_error(const http::Outcome& outcome, const Access& access);

}  // namespace kgpu::kube
