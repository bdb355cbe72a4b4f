#include "kgpu/base/error.hpp"
#include "kgpu/document/document.hpp"

#include <doctest/doctest.h>

using kgpu::document::Document;
using kgpu::document::to_files;

namespace {

Document object(const std::string& api_version, const std::string& kind, const std::string& name) {
  return {.yaml = "kind: " + kind + "\n",
          .object = {.api_version = api_version, .kind = kind, .name_space = "", .name = name}};
}

}  // namespace

TEST_CASE("files: one per document, and a kustomization in the order of applying") {
  const auto files = to_files(
      std::vector{object("karpenter.sh/v1", "NodePool", "l4"), object("karpenter.sh/v1", "NodePool", "l4-on-demand"),
                  object("karpenter.k8s.aws/v1", "EC2NodeClass", "l4")},
      "# made by x");
  REQUIRE(files.size() == 4);
  CHECK(files[0].name == "nodepool-l4.yaml");
  CHECK(files[0].text == "# made by x\nkind: NodePool\n");
  CHECK(files[1].name == "nodepool-l4-on-demand.yaml");
  CHECK(files[2].name == "ec2nodeclass-l4.yaml");
  CHECK(files[3].name == "kustomization.yaml");
  CHECK(files[3].text ==
        "# made by x\n"
        "apiVersion: kustomize.config.k8s.io/v1beta1\n"
        "kind: Kustomization\n"
        "resources:\n"
        "  - ec2nodeclass-l4.yaml\n"
        "  - nodepool-l4.yaml\n"
        "  - nodepool-l4-on-demand.yaml\n");
}

TEST_CASE("files: a ClusterConfig is no object of the cluster") {
  const auto files = to_files(std::vector{object("eksctl.io/v1alpha5", "ClusterConfig", "demo")}, "");
  REQUIRE(files.size() == 1);
  CHECK(files[0].name == "eksctl-demo.yaml");
  CHECK(files[0].text == "kind: ClusterConfig\n");
}

TEST_CASE("files: a name never leaves the folder") {
  const auto files = to_files(std::vector{object("rbac.authorization.k8s.io/v1", "ClusterRole", "../System:Node")}, "");
  CHECK(files[0].name == "clusterrole-..-system-node.yaml");
}

TEST_CASE("files: two documents never share one") {
  CHECK_THROWS_AS((void)to_files(std::vector{object("v1", "Pod", "a:b"), object("v1", "Pod", "a-b")}, ""), kgpu::Error);
}
