#include "kgpu/snapshot/snapshot.hpp"

#include <algorithm>
#include <array>
#include <tuple>
#include <utility>

namespace kgpu::snapshot {
namespace {

struct KindRow {
  std::string_view group;
  std::string_view kind;
  Kind read_as;
};

constexpr std::array k_rows{
    KindRow{"", "Pod", Kind::pod},
    KindRow{"", "Node", Kind::node},
    KindRow{"", "Namespace", Kind::name_space},
    KindRow{"apps", "ReplicaSet", Kind::controller},
    KindRow{"apps", "Deployment", Kind::controller},
    KindRow{"apps", "StatefulSet", Kind::controller},
    KindRow{"apps", "DaemonSet", Kind::controller},
    KindRow{"batch", "Job", Kind::controller},
    KindRow{"batch", "CronJob", Kind::controller},
    KindRow{"karpenter.sh", "NodePool", Kind::node_pool},
    KindRow{"karpenter.sh", "NodeClaim", Kind::node_claim},
    KindRow{"karpenter.sh", "NodeOverlay", Kind::node_overlay},
    KindRow{"resource.k8s.io", "ResourceClaim", Kind::resource_claim},
    KindRow{"resource.k8s.io", "ResourceSlice", Kind::resource_slice},
};

/// Groups whose objects own pods, by operators.
constexpr std::array<std::string_view, 7> k_owner_groups{
    "ray.io",       "serving.kserve.io", "leaderworkerset.x-k8s.io", "jobset.x-k8s.io",
    "kubeflow.org", "argoproj.io",       "serving.knative.dev"};

template <class T>
void append(std::vector<T>& to, std::vector<T>& from) {
  to.insert(to.end(), from.begin(), from.end());
}

auto key_of(const Object& object) {
  return std::tie(object.name_space, object.name);
}

std::string_view kind_word(const Controller& controller) {
  return controller.kind;
}
template <class T>
std::string_view kind_word(const T& /*record*/) {
  return {};
}

template <class T>
void settle_sorted(std::vector<T>& records) {
  std::ranges::stable_sort(records, [](const T& a, const T& b) {
    const auto left = std::tuple(kind_word(a), a.object.name_space, a.object.name);
    const auto right = std::tuple(kind_word(b), b.object.name_space, b.object.name);
    return left != right ? left < right : a.object.resource_version > b.object.resource_version;
  });
  const auto same = [](const T& a, const T& b) {
    return kind_word(a) == kind_word(b) && key_of(a.object) == key_of(b.object);
  };
  records.erase(std::unique(records.begin(), records.end(), same), records.end());
}

/// Pods are many and mostly come once: only their hashes are sorted.
void settle_pods(std::deque<Pod>& pods) {
  struct Place {
    std::size_t hash;
    std::uint32_t index;
  };
  std::vector<Place> places;
  places.reserve(pods.size());
  for (std::size_t i = 0; i < pods.size(); ++i) {
    const std::hash<std::string_view> hash;
    places.push_back({hash(pods[i].object.name) * 31 + hash(pods[i].object.name_space), static_cast<std::uint32_t>(i)});
  }
  std::ranges::sort(
      places, [](const Place& a, const Place& b) { return a.hash != b.hash ? a.hash < b.hash : a.index < b.index; });
  std::vector<bool> dropped(pods.size());
  bool any = false;
  for (std::size_t first = 0; first < places.size(); ++first) {
    for (std::size_t next = first + 1; next < places.size() && places[next].hash == places[first].hash; ++next) {
      Pod& kept = pods[places[first].index];
      const Pod& other = pods[places[next].index];
      if (dropped[places[first].index] || dropped[places[next].index] || key_of(kept.object) != key_of(other.object)) {
        continue;
      }
      if (other.object.resource_version > kept.object.resource_version) {
        kept = other;
      }
      dropped[places[next].index] = true;
      any = true;
    }
  }
  if (any) {
    std::size_t index = 0;
    std::erase_if(pods, [&](const Pod& /*pod*/) { return dropped[index++]; });
  }
}

}  // namespace

std::optional<Kind> kind_of(std::string_view api_version, std::string_view kind) {
  const auto slash = api_version.find('/');
  const std::string_view group = slash == std::string_view::npos ? std::string_view() : api_version.substr(0, slash);
  const auto* const row = std::ranges::find_if(
      k_rows, [&](const KindRow& candidate) { return candidate.kind == kind && candidate.group == group; });
  if (row != k_rows.end()) {
    return row->read_as;
  }
  const bool owns = std::ranges::find(k_owner_groups, group) != k_owner_groups.end();
  return owns ? std::optional(Kind::controller) : std::nullopt;
}

std::string_view to_string(Kind kind) {
  if (kind == Kind::controller) {
    return {};
  }
  const auto* const row = std::ranges::find(k_rows, kind, &KindRow::read_as);
  return row == k_rows.end() ? std::string_view() : row->kind;
}

std::int64_t Snapshot::moment() const {
  std::int64_t newest = seconds_of(as_of);
  if (newest == 0) {
    for (const Node& node : nodes) {
      newest = std::max(newest, node.heartbeat);
    }
  }
  return newest;
}

void Snapshot::join(Records&& records) {
  pods.insert(pods.end(), records.pods.begin(), records.pods.end());
  append(nodes, records.nodes);
  append(namespaces, records.namespaces);
  append(controllers, records.controllers);
  append(node_pools, records.node_pools);
  append(node_claims, records.node_claims);
  append(node_overlays, records.node_overlays);
  append(claims, records.claims);
  append(slices, records.slices);
  records = {};
}

void Snapshot::drop(Kind kind) {
  switch (kind) {
    case Kind::pod:
      pods.clear();
      break;
    case Kind::node:
      nodes.clear();
      break;
    case Kind::name_space:
      namespaces.clear();
      break;
    case Kind::controller:
      controllers.clear();
      break;
    case Kind::node_pool:
      node_pools.clear();
      break;
    case Kind::node_claim:
      node_claims.clear();
      break;
    case Kind::node_overlay:
      node_overlays.clear();
      break;
    case Kind::resource_claim:
      claims.clear();
      break;
    case Kind::resource_slice:
      slices.clear();
      break;
  }
}

void Snapshot::settle() {
  settle_pods(pods);
  settle_sorted(nodes);
  settle_sorted(namespaces);
  settle_sorted(controllers);
  settle_sorted(node_pools);
  settle_sorted(node_claims);
  settle_sorted(node_overlays);
  settle_sorted(claims);
  settle_sorted(slices);
}

}  // namespace kgpu::snapshot
