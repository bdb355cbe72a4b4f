#include "kgpu/collect/live.hpp"

#include "kgpu/base/error.hpp"

#include <doctest/doctest.h>

#include <array>
#include <functional>
#include <map>
#include <string>
#include <vector>

using namespace kgpu;

namespace {

/// What `GET /apis` answers, cut down: group, version and kind of each resource; versions of a group in the order
/// given.
std::string groups_of(const std::vector<std::array<std::string, 3>>& served) {
  std::string items;
  for (const auto& [group, version, kind] : served) {
    items += (items.empty() ? "" : ",") +
             (R"({"metadata":{"name":")" + group + R"("},"versions":[{"version":")" + version) +
             R"(","freshness":"Current","resources":[{"resource":"some","responseKind":{"kind":")" + kind +
             R"("},"scope":"Cluster"}]}]})";
  }
  return R"({"kind":"APIGroupDiscoveryList","apiVersion":"apidiscovery.k8s.io/v2","metadata":{},"items":[)" + items +
         "]}";
}

const std::vector<std::array<std::string, 3>> k_karpenter = {{"karpenter.sh", "v1", "NodePool"},
                                                             {"karpenter.sh", "v1", "NodeClaim"},
                                                             {"karpenter.sh", "v1alpha1", "NodeOverlay"}};

/// Serves lists as JSON: by plural, or by plural and field selector.
struct ListServer final : kube::Connection {
  kube::Access server_access;
  std::map<std::string, std::string> lists;  ///< `pods spec.nodeName=a` or `pods` to the body
  std::map<std::string, int> refusals;       ///< plural to status code
  std::string groups = groups_of({});
  std::vector<std::string> asked;
  std::vector<kube::ListRequest> requests;

  [[nodiscard]] const kube::Access& access() const override { return server_access; }
  [[nodiscard]] kube::ApiReply request(const kube::ApiRequest& request) override {
    asked.push_back(request.path);
    if (groups.empty()) {
      kube::Status status;
      status.code = 403;
      status.message = "no";
      throw kube::StatusError(status, {});
    }
    return {.status = 200, .content_type = "application/json", .body = groups, .date = {}};
  }
  [[nodiscard]] std::vector<kube::ListResult> list(const std::vector<kube::ListRequest>& wanted) override {
    std::vector<kube::ListResult> results;
    for (const kube::ListRequest& request : wanted) {
      requests.push_back(request);
      results.push_back(answer(request));
    }
    return results;
  }

 private:
  kube::ListResult answer(const kube::ListRequest& request) {
    const std::string plural = request.resource.plural;
    const std::string key = plural + (request.field_selector.empty() ? "" : " " + request.field_selector);
    asked.push_back(request.resource.api_version() + " " + key);
    kube::ListResult result;
    const auto body = lists.find(key);
    if (refusals.contains(plural) || body == lists.end()) {
      result.failure.emplace();
      result.failure->code = refusals.contains(plural) ? refusals[plural] : 404;
      return result;
    }
    const auto page = request.reader();
    REQUIRE(page->begin("application/json; charset=utf-8"));
    REQUIRE(page->bytes(body->second));
    REQUIRE(page->whole());
    page->accept();
    result.complete = true;
    result.date = "Sun, 22 Nov 2026 01:38:51 GMT";
    return result;
  }
};

std::string list_of(const std::string& kind, const std::string& api_version, const std::string& items) {
  return R"({"kind":")" + kind + R"(List","apiVersion":")" + api_version + R"(","metadata":{},"items":[)" + items +
         "]}";
}

std::string node(const std::string& name, bool gpu) {
  return R"({"metadata":{"name":")" + name + R"("},"status":{"capacity":{)" + (gpu ? R"("nvidia.com/gpu":"1")" : "") +
         "}}}";
}

std::string pod(const std::string& name, const std::string& on) {
  return R"({"metadata":{"name":")" + name + R"(","namespace":"d"},"spec":{"nodeName":")" + on + R"("}})";
}

collect::Wanted wanted() {
  collect::Wanted wanted;
  wanted.has_accelerator = [](const snapshot::Node& node) { return !node.capacity.devices.empty(); };
  return wanted;
}

}  // namespace

TEST_CASE("nodes, pods and what else there is; a group that the server lacks is passed over") {
  ListServer server;
  server.lists["nodes"] = list_of("Node", "v1", node("a", true) + "," + node("b", false));
  server.lists["pods"] = list_of("Pod", "v1", pod("p", "a"));
  std::vector<std::string> notes;
  const auto snapshot = collect::read_live(server, wanted(), [&](const std::string& note) { notes.push_back(note); });
  CHECK(snapshot.nodes.size() == 2);
  CHECK(snapshot.pods.size() == 1);
  CHECK(snapshot.as_of == "2026-11-22T01:38:51Z");
  CHECK(snapshot.missing.empty());
  CHECK(notes.empty());
  CHECK(!snapshot.only_accelerator_nodes_pods);
  // A server that has neither Karpenter nor DRA is not asked for them.
  CHECK(server.asked == std::vector<std::string>{"v1 nodes", "/apis", "v1 pods"});
  CHECK(server.requests[1].page_size == 2000);
}

TEST_CASE("kubernetes-client 11.18: one list of APIs, and of each kind the first version that is read and served") {
  ListServer server;
  server.lists["nodes"] = list_of("Node", "v1", node("a", true));
  server.lists["pods"] = list_of("Pod", "v1", "");
  std::vector<std::string> notes;
  const auto note = [&](const std::string& text) { notes.push_back(text); };
  const auto asked_with = [&](std::vector<std::array<std::string, 3>> served) {
    server.groups = groups_of(served);
    server.asked.clear();
    server.requests.clear();
    notes.clear();
    (void)collect::read_live(server, wanted(), note);
    return server.asked;
  };
  using Names = std::vector<std::string>;
  CHECK(asked_with(k_karpenter) == Names{"v1 nodes", "/apis", "karpenter.sh/v1 nodepools", "karpenter.sh/v1 nodeclaims",
                                         "karpenter.sh/v1alpha1 nodeoverlays", "v1 pods"});
  CHECK(!server.requests[1].protobuf);
  const std::string dra = "resource.k8s.io";
  CHECK(asked_with({{dra, "v1beta1", "ResourceClaim"},
                    {dra, "v1beta2", "ResourceClaim"},
                    {dra, "v1", "ResourceClaim"},
                    {dra, "v1beta1", "ResourceSlice"},
                    {dra, "v1beta2", "ResourceSlice"}}) == Names{"v1 nodes", "/apis",
                                                                 "resource.k8s.io/v1 resourceclaims",
                                                                 "resource.k8s.io/v1beta2 resourceslices", "v1 pods"});
  CHECK(server.requests[1].protobuf);
  CHECK(server.requests[2].protobuf);
  CHECK(asked_with({{dra, "v1beta1", "ResourceClaim"}, {dra, "v1alpha3", "ResourceSlice"}}) ==
        Names{"v1 nodes", "/apis", "resource.k8s.io/v1beta1 resourceclaims", "v1 pods"});
  CHECK(!server.requests[1].protobuf);  // v1beta1 has other numbers
  CHECK(notes == Names{"the server has ResourceSlice only in resource.k8s.io/v1alpha3, which is not read: DRA devices "
                       "are not told from free ones"});

  server.groups = "";  // who may not read the list of APIs
  server.asked.clear();
  notes.clear();
  (void)collect::read_live(server, wanted(), note);
  CHECK(server.asked == Names{"v1 nodes", "/apis", "karpenter.sh/v1 nodepools", "karpenter.sh/v1 nodeclaims",
                              "karpenter.sh/v1alpha1 nodeoverlays", "resource.k8s.io/v1 resourceclaims",
                              "resource.k8s.io/v1 resourceslices", "v1 pods"});
  CHECK(notes.size() == 1);

  auto pods_only = wanted();
  pods_only.karpenter = pods_only.claims = false;
  server.asked.clear();
  (void)collect::read_live(server, pods_only, note);
  CHECK(server.asked == Names{"v1 nodes", "v1 pods"});
}

TEST_CASE("few accelerator nodes among many are asked one by one (CONTRACTS §8)") {
  ListServer server;
  std::string nodes = node("gpu", true);
  for (int i = 0; i < 10; ++i) {
    nodes += "," + node("cpu-" + std::to_string(i), false);
  }
  server.lists["nodes"] = list_of("Node", "v1", nodes);
  server.lists["pods spec.nodeName=gpu"] = list_of("Pod", "v1", pod("p", "gpu"));
  server.lists["pods spec.nodeName=,status.phase=Pending"] = list_of("Pod", "v1", pod("w", ""));
  const auto snapshot = collect::read_live(server, wanted(), [](const std::string&) {});
  CHECK(snapshot.pods.size() == 2);
  CHECK(snapshot.only_accelerator_nodes_pods);
  CHECK(server.requests[server.requests.size() - 2].any_cached_version);
  CHECK(!server.requests.back().any_cached_version);

  SUBCASE("not for --save, which reads all") {
    server.lists["pods"] = list_of("Pod", "v1", "");
    auto all = wanted();
    all.all_pods = true;
    CHECK(!collect::read_live(server, all, [](const std::string&) {}).only_accelerator_nodes_pods);
  }
}

TEST_CASE("what may not be read: required ends, optional is said (kubernetes-client 11.6)") {
  ListServer server;
  server.lists["nodes"] = list_of("Node", "v1", node("a", true));
  server.lists["pods"] = list_of("Pod", "v1", "");
  std::vector<std::string> notes;
  const auto note = [&](const std::string& text) { notes.push_back(text); };
  SUBCASE("pods") {
    server.refusals["pods"] = 403;
    CHECK_THROWS_AS((void)collect::read_live(server, wanted(), note), kube::StatusError);
  }
  SUBCASE("nodes") {
    server.refusals["nodes"] = 403;
    try {
      (void)collect::read_live(server, wanted(), note);
      FAIL("nodes are required");
    } catch (const kube::StatusError& error) {
      CHECK(error.hint().find("resources: [nodes], verbs: [list]") != std::string::npos);
    }
  }
  SUBCASE("node pools") {
    server.groups = groups_of(k_karpenter);
    server.refusals["nodepools"] = 403;
    const auto snapshot = collect::read_live(server, wanted(), note);
    REQUIRE(snapshot.missing.size() == 1);
    CHECK(snapshot.missing[0].resource == "nodepools.karpenter.sh");
    CHECK(snapshot.missing[0].verb == "list");
    CHECK(notes.size() == 1);
  }
}

TEST_CASE("what stands above a pod's controller: metadata of ReplicaSets and Jobs, where it is wanted (ledger.md 31)") {
  ListServer server;
  server.lists["nodes"] = list_of("Node", "v1", node("a", true));
  server.lists["pods"] = list_of("Pod", "v1", pod("p", "a"));
  const auto metadata = [](const std::string& name, const std::string& owner) {
    return R"({"kind":"PartialObjectMetadataList","apiVersion":"meta.k8s.io/v1","metadata":{},"items":[{"metadata":{"name":")" +
           name + R"(","namespace":"d","ownerReferences":[{"kind":")" + owner +
           R"(","name":"above","uid":"1","controller":true}]}}]})";
  };
  server.lists["replicasets"] = metadata("web-5d8f", "Deployment");
  server.lists["jobs"] = metadata("nightly-1", "CronJob");
  std::vector<std::string> notes;
  const auto note = [&](const std::string& text) { notes.push_back(text); };
  auto owners = wanted();
  owners.owners = true;
  SUBCASE("both") {
    const auto snapshot = collect::read_live(server, owners, note);
    REQUIRE(snapshot.controllers.size() == 2);
    CHECK(snapshot.controllers[0].kind == "Job");
    CHECK(snapshot.controllers[0].owner.kind == "CronJob");
    CHECK(snapshot.controllers[1].kind == "ReplicaSet");
    CHECK(snapshot.controllers[1].owner.name == "above");
    for (const kube::ListRequest& request : server.requests) {
      const bool is_owner = request.resource.plural == "replicasets" || request.resource.plural == "jobs";
      CHECK(request.metadata_only == is_owner);
    }
  }
  SUBCASE("one that may not be read is said, the other stays") {
    server.refusals["replicasets"] = 403;
    const auto snapshot = collect::read_live(server, owners, note);
    REQUIRE(snapshot.controllers.size() == 1);
    CHECK(snapshot.controllers[0].kind == "Job");
    REQUIRE(snapshot.missing.size() == 1);
    CHECK(snapshot.missing[0].resource == "replicasets.apps");
    CHECK(snapshot.missing[0].effect == "topmost owners of pods follow from names");
    CHECK(notes.size() == 1);
  }
  SUBCASE("not asked for otherwise") {
    CHECK(collect::read_live(server, wanted(), note).controllers.empty());
  }
}
