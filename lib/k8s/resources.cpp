#include "kgpu/k8s/resources.hpp"

#include "kgpu/base/text.hpp"

#include <algorithm>
#include <array>

namespace kgpu::k8s {
namespace {

Resource cluster_wide(const char* group, const char* version, const char* plural, const char* kind) {
  return {.group = group, .version = version, .plural = plural, .kind = kind, .namespaced = false};
}

Resource in_namespace(const char* group, const char* version, const char* plural, const char* kind) {
  return {.group = group, .version = version, .plural = plural, .kind = kind, .namespaced = true};
}

/// Plurals and scopes of k8s.io/api 0.34 and of the published CRDs.
const auto& table() {
  static const auto resources = std::to_array<Resource>({
      cluster_wide("", "v1", "namespaces", "Namespace"),
      cluster_wide("", "v1", "nodes", "Node"),
      in_namespace("", "v1", "pods", "Pod"),
      in_namespace("", "v1", "configmaps", "ConfigMap"),
      in_namespace("", "v1", "secrets", "Secret"),
      in_namespace("", "v1", "services", "Service"),
      in_namespace("", "v1", "serviceaccounts", "ServiceAccount"),
      in_namespace("", "v1", "resourcequotas", "ResourceQuota"),
      in_namespace("apps", "v1", "deployments", "Deployment"),
      in_namespace("apps", "v1", "daemonsets", "DaemonSet"),
      in_namespace("apps", "v1", "replicasets", "ReplicaSet"),
      in_namespace("apps", "v1", "statefulsets", "StatefulSet"),
      in_namespace("batch", "v1", "jobs", "Job"),
      in_namespace("batch", "v1", "cronjobs", "CronJob"),
      in_namespace("policy", "v1", "poddisruptionbudgets", "PodDisruptionBudget"),
      cluster_wide("scheduling.k8s.io", "v1", "priorityclasses", "PriorityClass"),
      cluster_wide("storage.k8s.io", "v1", "storageclasses", "StorageClass"),
      cluster_wide("apiextensions.k8s.io", "v1", "customresourcedefinitions", "CustomResourceDefinition"),
      cluster_wide("rbac.authorization.k8s.io", "v1", "clusterroles", "ClusterRole"),
      cluster_wide("rbac.authorization.k8s.io", "v1", "clusterrolebindings", "ClusterRoleBinding"),
      in_namespace("rbac.authorization.k8s.io", "v1", "roles", "Role"),
      in_namespace("rbac.authorization.k8s.io", "v1", "rolebindings", "RoleBinding"),
      in_namespace("resource.k8s.io", "v1", "resourceclaims", "ResourceClaim"),
      cluster_wide("resource.k8s.io", "v1", "resourceslices", "ResourceSlice"),
      cluster_wide("karpenter.sh", "v1", "nodepools", "NodePool"),
      cluster_wide("karpenter.sh", "v1", "nodeclaims", "NodeClaim"),
      cluster_wide("karpenter.sh", "v1alpha1", "nodeoverlays", "NodeOverlay"),
      cluster_wide("karpenter.k8s.aws", "v1", "ec2nodeclasses", "EC2NodeClass"),
      in_namespace("keda.sh", "v1alpha1", "scaledobjects", "ScaledObject"),
  });
  return resources;
}

struct Component {
  std::string_view group;
  std::string_view name;
};
constexpr std::array k_components{
    Component{"karpenter.sh", "Karpenter"},
    Component{"karpenter.k8s.aws", "Karpenter's AWS provider"},
    Component{"keda.sh", "KEDA"},
    Component{"http.keda.sh", "the KEDA HTTP add-on"},
    Component{"monitoring.coreos.com", "the Prometheus Operator"},
    Component{"serving.kserve.io", "KServe"},
    Component{"serving.knative.dev", "Knative Serving"},
    Component{"nvidia.com", "the NVIDIA GPU Operator"},
    Component{"resource.nvidia.com", "NVIDIA's DRA driver"},
    Component{"kueue.x-k8s.io", "Kueue"},
    Component{"jobset.x-k8s.io", "JobSet"},
};

}  // namespace

std::string Resource::api_version() const {
  return group.empty() ? version : group + "/" + version;
}

std::string Resource::path(std::string_view name_space, std::string_view name) const {
  std::string path = (group.empty() ? "/api/" : "/apis/") + api_version();
  if (namespaced && !name_space.empty()) {
    path += "/namespaces/" + percent_encoded(name_space);
  }
  path += "/" + plural;
  if (!name.empty()) {
    path += "/" + percent_encoded(name);
  }
  return path;
}

std::string Resource::qualified() const {
  return group.empty() ? plural : plural + "." + group;
}

std::span<const Resource> known_resources() {
  return table();
}

const Resource* find_resource(std::string_view api_version, std::string_view kind) {
  const auto& resources = table();
  const auto* const found = std::ranges::find_if(resources, [&](const Resource& resource) {
    return resource.kind == kind && resource.api_version() == api_version;
  });
  return found == resources.end() ? nullptr : found;
}

std::string_view component_of(std::string_view group) {
  const auto* const found = std::ranges::find(k_components, group, &Component::group);
  return found == k_components.end() ? std::string_view{} : found->name;
}

}  // namespace kgpu::k8s
