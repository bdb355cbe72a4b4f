#include "kgpu/kube/discovery.hpp"

#include "fake_connection.hpp"

#include <doctest/doctest.h>

#include <string>
#include <vector>

using namespace kgpu;
using namespace kgpu::kube;
using testing::FakeConnection;
using testing::json_reply;

namespace {

/// Cut down by hand from what kube-apiserver 1.34 answers to `GET /apis`.
constexpr const char* k_aggregated = R"({"kind":"APIGroupDiscoveryList","apiVersion":"apidiscovery.k8s.io/v2",
  "metadata":{},"items":[
  {"metadata":{"name":"apps"},"versions":[{"version":"v1","freshness":"Current","resources":[
    {"resource":"deployments","responseKind":{"group":"apps","version":"v1","kind":"Deployment"},"scope":"Namespaced",
     "singularResource":"deployment","verbs":["get"],"subresources":[{"subresource":"scale","verbs":["get"]}]}]}]},
  {"metadata":{"name":"metrics.k8s.io"},"versions":[{"version":"v1beta1","freshness":"Stale","resources":[]}]},
  {"metadata":{"name":"karpenter.sh"},"versions":[
    {"version":"v1","freshness":"Current","resources":[
      {"resource":"nodepools","responseKind":{"group":"karpenter.sh","version":"v1","kind":"NodePool"},"scope":"Cluster",
       "singularResource":"nodepool","verbs":["get"]}]},
    {"version":"v1beta1","freshness":"Current","resources":[
      {"resource":"nodepools","responseKind":{"group":"karpenter.sh","version":"v1beta1","kind":"NodePool"},
       "scope":"Cluster","singularResource":"nodepool","verbs":["get"]}]}]}]})";

document::ObjectReference object(const std::string& api_version, const std::string& kind) {
  return {.api_version = api_version, .kind = kind, .name_space = {}, .name = "x"};
}

TEST_CASE("kubernetes-client 99, 100: one aggregated request maps every kind, a dead API harms no other") {
  FakeConnection server;
  server.answer = [](const ApiRequest&) { return json_reply(k_aggregated); };
  Discovery discovery(server);
  CHECK(discovery.resource_of(object("karpenter.sh/v1", "NodePool")).path("", "l4") ==
        "/apis/karpenter.sh/v1/nodepools/l4");
  CHECK(discovery.resource_of(object("apps/v1", "Deployment")).namespaced);
  CHECK(discovery.versions_of("karpenter.sh", "NodePool") ==
        std::vector<std::string>{"karpenter.sh/v1", "karpenter.sh/v1beta1"});
  CHECK(server.requests.size() == 1);
  CHECK(server.requests[0].path == "/apis");
  CHECK(server.requests[0].accept.find("as=APIGroupDiscoveryList") != std::string::npos);
}

TEST_CASE("kubernetes-client 99: v2beta1, of servers before 1.30, maps the same") {
  std::string beta = k_aggregated;
  beta.replace(beta.find("/v2"), 3, "/v2beta1");
  const auto of_v2 = read_aggregated_discovery(k_aggregated);
  const auto of_beta = read_aggregated_discovery(beta);
  REQUIRE(of_beta.size() == of_v2.size());
  for (std::size_t i = 0; i < of_v2.size(); ++i) {
    CHECK(of_beta[i].resource.path("n", "x") == of_v2[i].resource.path("n", "x"));
  }
}

TEST_CASE("kinds of the core group need no request") {
  FakeConnection server;
  Discovery discovery(server);
  CHECK(discovery.resource_of(object("v1", "ConfigMap")).path("ns", "c") == "/api/v1/namespaces/ns/configmaps/c");
  CHECK(server.requests.empty());
}

TEST_CASE("kubernetes-client 99: a server before 1.27 answers group by group, and only what is asked for") {
  FakeConnection server;
  server.answer = [](const ApiRequest& request) {
    if (request.path == "/apis") {
      return json_reply(R"({"kind":"APIGroupList","apiVersion":"v1","groups":[
        {"name":"karpenter.sh","versions":[{"groupVersion":"karpenter.sh/v1","version":"v1"}]},
        {"name":"metrics.k8s.io","versions":[{"groupVersion":"metrics.k8s.io/v1beta1","version":"v1beta1"}]}]})");
    }
    REQUIRE(request.path == "/apis/karpenter.sh/v1");
    return json_reply(R"({"kind":"APIResourceList","apiVersion":"v1","groupVersion":"karpenter.sh/v1","resources":[
      {"name":"nodepools","singularName":"nodepool","namespaced":false,"kind":"NodePool","verbs":["get"]},
      {"name":"nodepools/status","singularName":"","namespaced":false,"kind":"NodePool","verbs":["get"]}]})");
  };
  Discovery discovery(server);
  const k8s::Resource pools = discovery.resource_of(object("karpenter.sh/v1", "NodePool"));
  CHECK(pools.plural == "nodepools");
  CHECK_FALSE(pools.namespaced);
  CHECK(server.requests.size() == 2);
}

TEST_CASE("kubernetes-client 101: a kind that is not there says what brings it, or which versions there are") {
  FakeConnection server;
  server.answer = [](const ApiRequest&) {
    return json_reply(R"({"kind":"APIGroupDiscoveryList","items":[{"metadata":{"name":"karpenter.sh"},"versions":[
      {"version":"v1beta1","resources":[{"resource":"nodepools","responseKind":{"kind":"NodePool"},
       "scope":"Cluster"}]}]}]})");
  };
  Discovery discovery(server);
  try {
    (void)discovery.resource_of(object("keda.sh/v1alpha1", "ScaledObject"));
    FAIL("no error");
  } catch (const Error& error) {
    CHECK(std::string(error.what()) == "this cluster has no kind 'ScaledObject' in keda.sh/v1alpha1");
    CHECK(error.hint() == "ScaledObject comes with KEDA: install it first");
  }
  try {
    (void)discovery.resource_of(object("karpenter.sh/v1", "NodePool"));
    FAIL("no error");
  } catch (const Error& error) {
    CHECK(error.hint() == "the server has NodePool in karpenter.sh/v1beta1");
  }
}

TEST_CASE("after a CRD was applied the server is asked again") {
  FakeConnection server;
  std::string body = R"({"kind":"APIGroupDiscoveryList","items":[]})";
  server.answer = [&](const ApiRequest&) { return json_reply(body); };
  Discovery discovery(server);
  CHECK_THROWS_AS((void)discovery.resource_of(object("karpenter.sh/v1", "NodePool")), Error);
  body = k_aggregated;
  CHECK_THROWS_AS((void)discovery.resource_of(object("karpenter.sh/v1", "NodePool")), Error);
  discovery.forget();
  CHECK(discovery.resource_of(object("karpenter.sh/v1", "NodePool")).plural == "nodepools");
}

TEST_CASE("an answer that is no discovery is refused") {
  CHECK_THROWS_AS((void)read_aggregated_discovery("{}"), Error);
  CHECK_THROWS_AS((void)read_aggregated_discovery("<html>"), Error);
  CHECK_THROWS_AS((void)read_resource_list(R"({"kind":"Status"})"), Error);
  CHECK(read_aggregated_discovery(R"({"kind":"APIGroupDiscoveryList","items":[{"versions":[{"resources":[{}]}]}]})")
            .empty());
}

}  // namespace
