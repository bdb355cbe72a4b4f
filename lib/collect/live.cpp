#include "kgpu/collect/live.hpp"

#include "server_time.hpp"
#include "snapshot_page.hpp"

#include "kgpu/base/error.hpp"
#include "kgpu/base/text.hpp"
#include "kgpu/kube/discovery.hpp"

#include <algorithm>
#include <array>
#include <initializer_list>
#include <span>
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
constexpr int k_not_found = 404;

/// A kind to list, and what is not known without it.
struct Part {
  Kind kind;
  const char* api_version;
  const char* object_kind;
  const char* effect;                             ///< null: required
  std::span<const char* const> older_versions{};  ///< that are read too, the newest first
};

/// A part as it is asked for.
struct Asked {
  Part part;
  ListRequest request;
};

constexpr Part k_nodes{Kind::node, "v1", "Node", nullptr};
constexpr Part k_pods{Kind::pod, "v1", "Pod", nullptr};
constexpr Part k_namespaces{Kind::name_space, "v1", "Namespace", "labels of namespaces are not known"};
constexpr Part k_node_pools{Kind::node_pool, "karpenter.sh/v1", "NodePool", "pools of Karpenter are not shown"};
constexpr Part k_node_claims{Kind::node_claim, "karpenter.sh/v1", "NodeClaim",
                             "machines that have not joined are not shown"};
constexpr Part k_node_overlays{Kind::node_overlay, "karpenter.sh/v1alpha1", "NodeOverlay",
                               "prices of NodeOverlays are not used"};
constexpr std::array<const char*, 2> k_older_dra = {"resource.k8s.io/v1beta2", "resource.k8s.io/v1beta1"};
constexpr Part k_claims{Kind::resource_claim, "resource.k8s.io/v1", "ResourceClaim",
                        "DRA devices are not told from free ones", k_older_dra};
constexpr Part k_slices{Kind::resource_slice, "resource.k8s.io/v1", "ResourceSlice",
                        "DRA devices are not told from free ones", k_older_dra};

constexpr const char* k_owners_effect = "topmost owners of pods follow from names";
constexpr Part k_replica_sets{Kind::controller, "apps/v1", "ReplicaSet", k_owners_effect};
constexpr Part k_jobs{Kind::controller, "batch/v1", "Job", k_owners_effect};

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
    snapshot_.server = connection.access().server;
  }

  Snapshot read() {
    read_nodes();
    std::vector<Asked> asked = other_parts();
    if (wanted_.pods) {
      const auto nodes = nodes_one_by_one();
      nodes ? add_pods_of(*nodes, asked) : asked.push_back({k_pods, request(k_pods, k_pods.api_version)});
    }
    if (!asked.empty()) {
      list(asked);
    }
    snapshot_.settle();
    return std::move(snapshot_);
  }

 private:
  [[nodiscard]] bool needs_discovery() const { return wanted_.karpenter || wanted_.claims; }

  /// The nodes, and beside them what else the server has (kubernetes-client 11.18).
  void read_nodes() {
    const Asked nodes{k_nodes, request(k_nodes, k_nodes.api_version)};
    if (!needs_discovery()) {
      list({nodes});
      return;
    }
    const kube::ListsAndReply both = connection_.list_beside({nodes.request}, kube::Discovery::groups_request());
    take(nodes, both.lists.at(0));
    if (both.reply) {
      discovery_.take_groups(*both.reply);
    } else {
      is_discovered_ = false;
      note_("cannot read the list of APIs: the newest versions are tried (" + kube::sentence(both.refusal) + ")");
    }
  }

  std::vector<Asked> other_parts() {
    std::vector<Asked> asked;
    const auto add = [&](bool is_wanted, std::initializer_list<Part> parts) {
      for (const Part& part : parts) {
        if (const auto version = is_wanted ? served_version(part) : std::nullopt) {
          asked.push_back({part, request(part, *version)});
        }
      }
    };
    add(wanted_.karpenter, {k_node_pools, k_node_claims, k_node_overlays});
    add(wanted_.claims, {k_claims, k_slices});
    if (wanted_.namespaces) {
      asked.push_back({k_namespaces, request(k_namespaces, k_namespaces.api_version)});
    }
    for (const Part& part : {k_replica_sets, k_jobs}) {
      if (wanted_.owners) {
        asked.push_back({part, request(part, part.api_version)});
      }
    }
    return asked;
  }

  /// The first version that is read and served; empty: the server does not have it.
  std::optional<std::string> served_version(const Part& part) {
    if (!is_discovered_) {
      return part.api_version;
    }
    const std::string newest = part.api_version;
    const auto served = discovery_.versions_of(newest.substr(0, newest.find('/')), part.object_kind);
    std::vector<std::string> readable{newest};
    readable.insert(readable.end(), part.older_versions.begin(), part.older_versions.end());
    const auto found = std::ranges::find_if(
        readable, [&](const std::string& version) { return std::ranges::find(served, version) != served.end(); });
    if (found != readable.end()) {
      return *found;
    }
    if (!served.empty()) {
      note_("the server has " + std::string(part.object_kind) + " only in " + join(served, ", ") +
            ", which is not read: " + part.effect);
    }
    return std::nullopt;
  }

  ListRequest request(const Part& part, const std::string& api_version) {
    const snapshot::ListKind kind{.kind = part.kind,
                                  .api_version = api_version,
                                  .object_kind = part.object_kind,
                                  .metadata_only = part.kind == Kind::controller};
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
    request.metadata_only = kind.metadata_only;
    request.start_over = [this, part] { drop(part); };
    return request;
  }

  void drop(const Part& part) {
    if (part.kind != Kind::controller) {
      snapshot_.drop(part.kind);
      return;
    }
    std::erase_if(snapshot_.controllers,
                  [&](const snapshot::Controller& controller) { return controller.kind == part.object_kind; });
  }

  void list(const std::vector<Asked>& asked) {
    std::vector<ListRequest> requests;
    for (const Asked& one : asked) {
      requests.push_back(one.request);
    }
    const auto results = connection_.list(requests);
    for (std::size_t i = 0; i < asked.size(); ++i) {
      take(asked[i], results.at(i));
    }
  }

  void take(const Asked& asked, const ListResult& result) {
    const auto& [part, request] = asked;
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
    if (part.effect == nullptr) {
      throw kube::StatusError(status, status.code == 403 ? role_lines(request.resource) : "");
    }
    drop(part);
    if (status.code == k_not_found) {
      return;
    }
    note_("cannot list " + request.resource.qualified() + ": " + part.effect + " (" + kube::sentence(status) + ")");
    snapshot_.missing.push_back(
        {.resource = request.resource.qualified(), .verb = "list", .effect = std::string(part.effect)});
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

  void add_pods_of(const std::vector<std::string_view>& nodes, std::vector<Asked>& asked) {
    for (const std::string_view node : nodes) {
      ListRequest pods = request(k_pods, k_pods.api_version);
      pods.field_selector = "spec.nodeName=" + std::string(node);
      pods.any_cached_version = true;
      pods.start_over = [this, node] {
        std::erase_if(snapshot_.pods, [&](const snapshot::Pod& pod) { return pod.node == node; });
      };
      asked.push_back({k_pods, std::move(pods)});
    }
    ListRequest pending = request(k_pods, k_pods.api_version);
    pending.field_selector = "spec.nodeName=,status.phase=Pending";
    pending.start_over = [this] {
      std::erase_if(snapshot_.pods, [](const snapshot::Pod& pod) { return pod.node.empty(); });
    };
    asked.push_back({k_pods, std::move(pending)});
    snapshot_.only_accelerator_nodes_pods = true;
  }

  kube::Connection& connection_;
  const Wanted& wanted_;
  const std::function<void(const std::string&)>& note_;
  kube::Discovery discovery_{connection_};
  bool is_discovered_ = true;  ///< else the newest versions are tried
  Snapshot snapshot_;
};

}  // namespace

Snapshot read_live(kube::Connection& connection, const Wanted& wanted,
                   const std::function<void(const std::string& sentence)>& note) {
  return Reading(connection, wanted, note).read();
}

}  // namespace kgpu::collect
