#include "kgpu/k8s/resources.hpp"

#include <doctest/doctest.h>

using namespace kgpu::k8s;

namespace {

// Paths as the API reference of Kubernetes writes them.
TEST_CASE("a resource's paths") {
  const Resource* const pods = find_resource("v1", "Pod");
  REQUIRE(pods != nullptr);
  CHECK(pods->path("") == "/api/v1/pods");
  CHECK(pods->path("team-a") == "/api/v1/namespaces/team-a/pods");
  CHECK(pods->path("team-a", "web-0") == "/api/v1/namespaces/team-a/pods/web-0");
  CHECK(pods->qualified() == "pods");

  const Resource* const pools = find_resource("karpenter.sh/v1", "NodePool");
  REQUIRE(pools != nullptr);
  CHECK(pools->path("ignored", "l4") == "/apis/karpenter.sh/v1/nodepools/l4");
  CHECK(pools->qualified() == "nodepools.karpenter.sh");
  CHECK(pools->api_version() == "karpenter.sh/v1");
}

TEST_CASE("a name cannot leave its segment of the path") {
  CHECK(find_resource("v1", "Pod")->path("a/b", "../x?y") == "/api/v1/namespaces/a%2Fb/pods/..%2Fx%3Fy");
}

TEST_CASE("kinds that are not known, and what would bring them") {
  CHECK(find_resource("v1", "Nodes") == nullptr);
  CHECK(find_resource("karpenter.sh/v1beta1", "NodePool") == nullptr);
  CHECK(component_of("karpenter.sh") == "Karpenter");
  CHECK(component_of("example.com").empty());
}

TEST_CASE("no kind is listed twice") {
  for (const Resource& one : known_resources()) {
    CAPTURE(one.kind);
    CHECK(find_resource(one.api_version(), one.kind) == &one);
  }
}

}  // namespace
