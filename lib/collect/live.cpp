#include "kgpu/collect/live.hpp"

#include "server_time.hpp"
#include "snapshot_page.hpp"

#include "kgpu/base/error.hpp"

#include <algorithm>
#include <deque>
#include <utility>
#include <vector>

namespace kgpu::collect {
namespace {

using kube::ListRequest;
using kube::ListResult;
using snapshot::Kind;
using snapshot::Snapshot;

constexpr std::size_t k_page = 500;                   // kubernetes-client 11.19
constexpr std::size_t k_pod_page = 2000;              // kubernetes-client 11.19
constexpr std::size_t k_most_nodes_one_by_one = 100;  // CONTRACTS §8

/// A kind to list, and what is not known without it.
struct Part {
  Kind kind;
  const char* api_version;
  const char* object_kind;
  const char* effect;  ///< null: required
};

constexpr Part k_nodes{Kind::node, "v1", "Node", nullptr};
constexpr Part k_pods{Kind::pod, "v1", "Pod", nullptr};
constexpr Part k_namespaces{Kind::name_space, "v1", "Namespace", "labels of namespaces are not known"};
constexpr Part k_node_pools{Kind::node_pool, "karpenter.sh/v1", "NodePool", "pools of Karpenter are not shown"};
constexpr Part k_node_claims{Kind::node_claim, "karpenter.sh/v1", "NodeClaim",
                             "machines that have not joined are not shown"};
constexpr Part k_node_overlays{Kind::node_overlay, "karpenter.sh/v1alpha1", "NodeOverlay",
                               "prices of NodeOverlays are not used"};
constexpr Part k_claims{Kind::resource_claim, "resource.k8s.io/v1", "ResourceClaim",
                        "DRA devices are not told from free ones"};
constexpr Part k_slices{Kind::resource_slice, "resource.k8s.io/v1", "ResourceSlice",
                        "DRA devices are not told from free ones"};

/// What a role must allow, as two lines to paste.
std::string role_lines(const k8s::Resource& resource) {
  return "a ClusterRole with\n  - apiGroups: [\"" + resource.group + "\"]\n    resources: [" + resource.plural +
         "], verbs: [list]";
}

class Reading {
 public:
  Reading(kube::Connection& connection, const Wanted& wanted, const std::function<void(const std::string&)>& note)
      : connection_(connection), wanted_(wanted), note_(note) {
    snapshot_.from_server = true;
    snapshot_.name = connection.access().context;
  }

  Snapshot read() {
    list(first_parts());
    if (wanted_.claims) {
      read_older_claims();
    }
    if (wanted_.pods) {
      const auto nodes = nodes_one_by_one();
      nodes ? list_pods_of(*nodes) : list({k_pods});
    }
    snapshot_.settle();
    return std::move(snapshot_);
  }

 private:
  std::vector<Part> first_parts() const {
    std::vector<Part> parts{k_nodes};
    if (wanted_.karpenter) {
      parts.insert(parts.end(), {k_node_pools, k_node_claims, k_node_overlays});
    }
    if (wanted_.claims) {
      parts.insert(parts.end(), {k_claims, k_slices});
    }
    if (wanted_.namespaces) {
      parts.push_back(k_namespaces);
    }
    return parts;
  }

  ListRequest request(const Part& part, const std::string& api_version) {
    const snapshot::ListKind kind{
        .kind = part.kind, .api_version = api_version, .object_kind = part.object_kind, .metadata_only = false};
    ListRequest request;
    const k8s::Resource* const known = k8s::find_resource(part.api_version, part.object_kind);
    if (known == nullptr) {
      throw Error(ErrorKind::internal, std::string("no resource for ") + part.object_kind);
    }
    request.resource = *known;
    const auto slash = api_version.find('/');
    request.resource.version = api_version.substr(slash == std::string::npos ? 0 : slash + 1);
    // v1beta1 of resource.k8s.io has other field numbers (kubernetes-client 11.18).
    request.protobuf = snapshot::has_protobuf(part.kind) && request.resource.version != "v1beta1";
    request.page_size = wanted_.page_size.value_or(part.kind == Kind::pod ? k_pod_page : k_page);
    request.reader = [this, kind] { return std::make_unique<SnapshotPage>(kind, snapshot_); };
    request.start_over = [this, kind] { snapshot_.drop(kind.kind); };
    return request;
  }

  void list(const std::vector<Part>& parts) {
    std::vector<ListRequest> requests;
    for (const Part& part : parts) {
      requests.push_back(request(part, part.api_version));
    }
    const auto results = connection_.list(requests);
    for (std::size_t i = 0; i < parts.size(); ++i) {
      take(parts[i], requests[i], results.at(i));
    }
  }

  void take(const Part& part, const ListRequest& request, const ListResult& result) {
    if (result.failure) {
      refused(part, request, *result.failure);
      return;
    }
    if (!result.complete) {
      throw Error(ErrorKind::io, "the list of " + request.resource.qualified() + " was not read to its end");
    }
    snapshot_.mark_read(part.kind);
    if (snapshot_.as_of.empty()) {
      snapshot_.as_of = rfc3339_of_http_date(result.date);
    }
    if (result.inconsistent && !snapshot_.inconsistent) {
      snapshot_.inconsistent = true;
      note_("the list of " + request.resource.qualified() +
            " expired while it was read and went on with newer objects: totals may be off");
    }
  }

  void refused(const Part& part, const ListRequest& request, const kube::Status& status) {
    constexpr int k_not_found = 404;
    if (part.effect == nullptr) {
      throw kube::StatusError(status, status.code == 403 ? role_lines(request.resource) : "");
    }
    snapshot_.drop(part.kind);
    if (status.code == k_not_found) {
      absent_.push_back(part.kind);
      return;
    }
    note_("cannot list " + request.resource.qualified() + ": " + part.effect + " (" + kube::sentence(status) + ")");
    snapshot_.missing.push_back(
        {.resource = request.resource.qualified(), .verb = "list", .effect = std::string(part.effect)});
  }

  /// resource.k8s.io of servers before 1.34 (kubernetes-client 11.18).
  void read_older_claims() {
    for (const char* const version : {"resource.k8s.io/v1beta2", "resource.k8s.io/v1beta1"}) {
      std::vector<ListRequest> requests;
      std::vector<Part> parts;
      for (const Part& part : {k_claims, k_slices}) {
        if (std::erase(absent_, part.kind) > 0) {
          parts.push_back(part);
          requests.push_back(request(part, version));
        }
      }
      if (parts.empty()) {
        return;
      }
      const auto results = connection_.list(requests);
      for (std::size_t i = 0; i < parts.size(); ++i) {
        take(parts[i], requests[i], results.at(i));
      }
    }
  }

  /// Few among many are asked one by one, none among many for what waits only; empty: all pods are listed.
  std::optional<std::vector<std::string_view>> nodes_one_by_one() const {
    constexpr std::size_t k_part = 10;
    if (wanted_.all_pods || !wanted_.has_accelerator) {
      return std::nullopt;
    }
    std::vector<std::string_view> names;
    for (const snapshot::Node& node : snapshot_.nodes) {
      if (wanted_.has_accelerator(node)) {
        names.push_back(node.object.name);
      }
    }
    const bool few = names.size() <= k_most_nodes_one_by_one && names.size() * k_part < snapshot_.nodes.size();
    return few ? std::optional(std::move(names)) : std::nullopt;
  }

  void list_pods_of(const std::vector<std::string_view>& nodes) {
    std::vector<ListRequest> requests;
    for (const std::string_view node : nodes) {
      ListRequest pods = request(k_pods, k_pods.api_version);
      pods.field_selector = "spec.nodeName=" + std::string(node);
      pods.any_cached_version = true;
      pods.start_over = [this, node] {
        std::erase_if(snapshot_.pods, [&](const snapshot::Pod& pod) { return pod.node == node; });
      };
      requests.push_back(std::move(pods));
    }
    ListRequest pending = request(k_pods, k_pods.api_version);
    pending.field_selector = "spec.nodeName=,status.phase=Pending";
    pending.start_over = [this] {
      std::erase_if(snapshot_.pods, [](const snapshot::Pod& pod) { return pod.node.empty(); });
    };
    requests.push_back(std::move(pending));
    const auto results = connection_.list(requests);
    for (std::size_t i = 0; i < requests.size(); ++i) {
      take(k_pods, requests[i], results.at(i));
    }
    snapshot_.only_accelerator_nodes_pods = true;
  }

  kube::Connection& connection_;
  const Wanted& wanted_;
  const std::function<void(const std::string&)>& note_;
  Snapshot snapshot_;
  std::vector<Kind> absent_;
};

}  // namespace

Snapshot read_live(kube::Connection& connection, const Wanted& wanted,
                   const std::function<void(const std::string& sentence)>& note) {
  return Reading(connection, wanted, note).read();
}

}  // namespace kgpu::collect
