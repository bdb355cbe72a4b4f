#include "kgpu/document/apply_order.hpp"

#include <algorithm>
#include <array>
#include <numeric>
#include <string_view>

namespace kgpu::document {
namespace {

struct Rank {
  std::string_view kind;
  int rank;
};

constexpr int k_other_kinds = 70;  // workloads and custom resources
constexpr std::array k_ranks{
    Rank{"Namespace", 0},
    Rank{"CustomResourceDefinition", 10},
    Rank{"PriorityClass", 20},
    Rank{"StorageClass", 20},
    Rank{"ResourceQuota", 20},
    Rank{"LimitRange", 20},
    Rank{"ServiceAccount", 30},
    Rank{"ClusterRole", 31},
    Rank{"Role", 31},
    Rank{"ClusterRoleBinding", 32},
    Rank{"RoleBinding", 32},
    Rank{"ConfigMap", 40},
    Rank{"Secret", 40},
    Rank{"Service", 50},
    // A NodePool is not Ready before its class is.
    Rank{"EC2NodeClass", 60},
    Rank{"MutatingWebhookConfiguration", 90},
    Rank{"ValidatingWebhookConfiguration", 90},
};

int rank_of(const Document& document) {
  const auto* const found = std::ranges::find(k_ranks, document.object.kind, &Rank::kind);
  return found == k_ranks.end() ? k_other_kinds : found->rank;
}

}  // namespace

std::vector<std::size_t> apply_order(std::span<const Document> documents) {
  std::vector<std::size_t> order(documents.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::stable_sort(order, {}, [&](std::size_t index) { return rank_of(documents[index]); });
  return order;
}

bool is_cluster_object(const ObjectReference& object) {
  return !object.kind.empty() && !object.api_version.starts_with("eksctl.io/");
}

}  // namespace kgpu::document
