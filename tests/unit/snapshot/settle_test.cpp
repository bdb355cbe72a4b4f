#include "kgpu/snapshot/snapshot.hpp"

#include <doctest/doctest.h>

using namespace kgpu::snapshot;

TEST_CASE("the same pod twice counts once, the newer one (ledger.md 37, kubernetes-client 11.4)") {
  Snapshot snapshot;
  const auto pod = [](std::string_view name_space, std::string_view name, std::uint64_t version) {
    Pod record;
    record.object.name_space = name_space;
    record.object.name = name;
    record.object.resource_version = version;
    return record;
  };
  snapshot.pods = {pod("a", "x", 5), pod("b", "x", 1), pod("a", "x", 7), pod("a", "y", 1), pod("a", "x", 6)};
  snapshot.settle();
  REQUIRE(snapshot.pods.size() == 3);
  CHECK(snapshot.pods[0].object.resource_version == 7);
  CHECK(snapshot.pods[1].object.name_space == "b");
  CHECK(snapshot.pods[2].object.name == "y");
}

TEST_CASE("nodes are sorted and each is there once") {
  Snapshot snapshot;
  const auto node = [](std::string_view name, std::uint64_t version) {
    Node record;
    record.object.name = name;
    record.object.resource_version = version;
    return record;
  };
  snapshot.nodes = {node("b", 1), node("a", 2), node("b", 3)};
  snapshot.settle();
  REQUIRE(snapshot.nodes.size() == 2);
  CHECK(snapshot.nodes[1].object.resource_version == 3);
}

TEST_CASE("kinds by group: a Pod of another group is none") {
  CHECK(kind_of("v1", "Pod") == Kind::pod);
  CHECK(kind_of("metrics.k8s.io/v1", "Pod") == std::nullopt);
  CHECK(kind_of("karpenter.sh/v1", "NodePool") == Kind::node_pool);
  CHECK(kind_of("resource.k8s.io/v1beta1", "ResourceClaim") == Kind::resource_claim);
  CHECK(kind_of("ray.io/v1", "RayCluster") == Kind::controller);
  CHECK(kind_of("v1", "Secret") == std::nullopt);
}
