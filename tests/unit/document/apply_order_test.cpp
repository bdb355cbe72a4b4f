#include "kgpu/document/apply_order.hpp"

#include <doctest/doctest.h>

#include <string>
#include <vector>

using namespace kgpu::document;

namespace {

Document object(const std::string& kind, const std::string& name, const std::string& api_version = "v1") {
  return {.yaml = {}, .object = {.api_version = api_version, .kind = kind, .name_space = {}, .name = name}};
}

// The order of kubernetes-client 5.2, whatever the files hold first.
TEST_CASE("apply order: what others refer to goes first") {
  const std::vector<Document> documents{
      object("ValidatingWebhookConfiguration", "w"),
      object("NodePool", "p"),
      object("Deployment", "d"),
      object("Service", "s"),
      object("ConfigMap", "c"),
      object("ClusterRoleBinding", "b"),
      object("ClusterRole", "r"),
      object("ServiceAccount", "a"),
      object("PriorityClass", "k"),
      object("CustomResourceDefinition", "x"),
      object("Namespace", "n"),
  };
  std::string order;
  for (const std::size_t index : apply_order(documents)) {
    order += documents[index].object.name;
  }
  CHECK(order == "nxkarbcspdw");
}

TEST_CASE("apply order: a class before its pool, the rest as given") {
  const std::vector<Document> documents{object("NodePool", "2"), object("NodePool", "1"), object("EC2NodeClass", "c")};
  CHECK(apply_order(documents) == std::vector<std::size_t>{2, 0, 1});
  CHECK(apply_order({}).empty());
}

TEST_CASE("eksctl's files are no objects of a cluster") {
  CHECK(is_cluster_object(object("NodePool", "p", "karpenter.sh/v1").object));
  CHECK_FALSE(is_cluster_object(object("ClusterConfig", "c", "eksctl.io/v1alpha5").object));
  CHECK_FALSE(is_cluster_object({}));
}

}  // namespace
