#include "kgpu/kube/apply.hpp"

#include "fake_connection.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <chrono>
#include <string>
#include <vector>

using namespace kgpu;
using namespace kgpu::kube;
using document::Document;
using testing::FakeConnection;
using testing::json_reply;
using testing::query_value;
using testing::refuse;
using namespace std::chrono_literals;

namespace {

Document config_map(const std::string& name, const std::string& name_space = {}) {
  return {.yaml = "apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: " + name + "\ndata:\n  a: b\n",
          .object = {.api_version = "v1", .kind = "ConfigMap", .name_space = name_space, .name = name}};
}

Document name_space_of(const std::string& name) {
  return {.yaml = "apiVersion: v1\nkind: Namespace\nmetadata:\n  name: " + name + "\n",
          .object = {.api_version = "v1", .kind = "Namespace", .name_space = {}, .name = name}};
}

const Document k_crd{.yaml =
                         "apiVersion: apiextensions.k8s.io/v1\nkind: CustomResourceDefinition\nmetadata:\n"
                         "  name: things.example.com\nspec:\n  group: example.com\n  names:\n    kind: Thing\n",
                     .object = {.api_version = "apiextensions.k8s.io/v1",
                                .kind = "CustomResourceDefinition",
                                .name_space = {},
                                .name = "things.example.com"}};
const Document k_thing{.yaml = "apiVersion: example.com/v1\nkind: Thing\nmetadata:\n  name: t\n",
                       .object = {.api_version = "example.com/v1", .kind = "Thing", .name_space = {}, .name = "t"}};

constexpr const char* k_object = R"({"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"x","uid":"u"}})";

/// A cluster, a clock that only sleeping moves, and what the run reported.
struct Bench {
  FakeConnection server;
  Discovery discovery{server};
  Nanoseconds clock{};
  bool interrupted = false;
  ApplyContext context{.connection = server,
                       .discovery = discovery,
                       .field_manager = "kubectl-gpu-pool",
                       .cancelled = [this] { return interrupted; },
                       .sleep = [this](Nanoseconds time) { clock += time; },
                       .elapsed = [this] { return clock; }};
  std::vector<Applied> reported;

  std::vector<Applied> run(const std::vector<Document>& documents) {
    const auto standings = survey(documents, context);
    return apply(documents, standings, context, [this](const Applied& one) { reported.push_back(one); });
  }
};

bool is_patch(const ApiRequest& request) {
  return request.method == http::Method::patch;
}

TEST_CASE("kubernetes-client 103: an object is sent as it was rendered, strictly, under the noun's manager") {
  Bench bench;
  bench.server.answer = [](const ApiRequest& request) {
    if (!is_patch(request)) {
      refuse(404, "NotFound", "configmaps \"c\" not found");
    }
    return json_reply(k_object, 201);
  };
  const auto results = bench.run({config_map("c")});
  REQUIRE(results.size() == 1);
  CHECK(results[0].fate == Fate::applied);
  CHECK(results[0].created);
  const ApiRequest& sent = bench.server.requests.back();
  CHECK(sent.path == "/api/v1/namespaces/default/configmaps/c");
  CHECK(sent.content_type == "application/apply-patch+yaml");
  CHECK(sent.body == config_map("c").yaml);
  CHECK(query_value(sent, "fieldManager") == "kubectl-gpu-pool");
  CHECK(query_value(sent, "fieldValidation") == "Strict");
  CHECK(query_value(sent, "force") == "false");
  CHECK(query_value(sent, "dryRun").empty());
}

TEST_CASE("kubernetes-client 105: a dry run says so to the server") {
  Bench bench;
  bench.context.dry_run = true;
  bench.server.answer = [](const ApiRequest&) { return json_reply(k_object); };
  CHECK(bench.run({config_map("c")})[0].fate == Fate::checked);
  CHECK(query_value(bench.server.requests.back(), "dryRun") == "All");
}

// The causes as kube-apiserver 1.34 words them.
TEST_CASE("kubernetes-client 104: a conflict names managers and fields, and nothing is forced") {
  Bench bench;
  bench.server.answer = [](const ApiRequest& request) -> ApiReply {
    if (!is_patch(request)) {
      return json_reply(k_object);
    }
    refuse(409, "Conflict", "Apply failed with 2 conflicts",
           {{"FieldManagerConflict", "conflict with \"argocd\"", ".data.a"},
            {"FieldManagerConflict", "conflict with \"kubectl-client-side-apply\" using v1", ".data.b"}});
  };
  const auto results = bench.run({config_map("c")});
  CHECK(results[0].fate == Fate::failed);
  CHECK(results[0].message ==
        "configmap/c: nothing was changed: 'argocd' owns .data.a; 'kubectl-client-side-apply' owns .data.b");
  CHECK(results[0].hint.find("--force-conflicts") != std::string::npos);
}

TEST_CASE("kubernetes-client 106: an unknown field, as the server says it under server-side apply") {
  Bench bench;
  bench.server.answer = [](const ApiRequest& request) -> ApiReply {
    if (!is_patch(request)) {
      return json_reply(k_object);
    }
    refuse(500, "",
           "failed to create typed patch object (/c; /v1, Kind=ConfigMap): .spec.foo: field not declared in "
           "schema");
  };
  CHECK(bench.run({config_map("c")})[0].message == "configmap/c: unknown field spec.foo");
}

TEST_CASE("kubernetes-client 109: after a failure the others are still applied") {
  Bench bench;
  bench.server.answer = [](const ApiRequest& request) -> ApiReply {
    if (is_patch(request) && request.path.ends_with("/b")) {
      refuse(422, "Invalid", "no");
    }
    return json_reply(k_object);
  };
  const auto results = bench.run({config_map("a"), config_map("b"), config_map("c")});
  CHECK(results[0].fate == Fate::applied);
  CHECK(results[1].fate == Fate::failed);
  CHECK(results[2].fate == Fate::applied);
  CHECK(bench.reported.size() == 3);
}

TEST_CASE("what lives in a namespace that failed is skipped") {
  Bench bench;
  bench.server.answer = [](const ApiRequest& request) -> ApiReply {
    if (is_patch(request) && request.path == "/api/v1/namespaces/team") {
      refuse(403, "Forbidden", "no");
    }
    if (!is_patch(request)) {
      refuse(404, "NotFound", "not found");
    }
    return json_reply(k_object, 201);
  };
  const auto results = bench.run({config_map("a", "team"), name_space_of("team"), config_map("b", "other")});
  CHECK(results[0].object.kind == "Namespace");
  CHECK(results[0].fate == Fate::failed);
  CHECK(results[1].fate == Fate::skipped);
  CHECK(results[1].message == "configmap/a: skipped: the namespace 'team' was not applied");
  CHECK(results[2].fate == Fate::applied);
}

TEST_CASE("kubernetes-client 107: a CR waits until its CRD is established and discovered") {
  Bench bench;
  int crd_reads = 0;
  int discoveries = 0;
  bench.server.answer = [&](const ApiRequest& request) -> ApiReply {
    if (request.path == "/apis") {
      ++discoveries;
      std::string groups = R"({"metadata":{"name":"apiextensions.k8s.io"},"versions":[{"version":"v1","resources":[
        {"resource":"customresourcedefinitions","responseKind":{"kind":"CustomResourceDefinition"},
         "scope":"Cluster"}]}]})";
      if (discoveries >= 3) {
        groups += R"(,{"metadata":{"name":"example.com"},"versions":[{"version":"v1","resources":[
          {"resource":"things","responseKind":{"kind":"Thing"},"scope":"Namespaced"}]}]})";
      }
      return json_reply(R"({"kind":"APIGroupDiscoveryList","items":[)" + groups + "]}");
    }
    if (is_patch(request)) {
      return json_reply(k_object, 201);
    }
    if (++crd_reads == 1) {
      refuse(404, "NotFound", "not found");  // the survey
    }
    return json_reply(crd_reads < 4 ? R"({"kind":"CustomResourceDefinition","metadata":{}})"
                                    : R"({"kind":"CustomResourceDefinition","metadata":{},"status":{"conditions":[
                                        {"type":"Established","status":"True"}]}})");
  };
  const auto results = bench.run({k_thing, k_crd});
  CHECK(results[0].object.kind == "CustomResourceDefinition");
  CHECK(results[0].fate == Fate::applied);
  CHECK(results[1].fate == Fate::applied);
  CHECK(bench.server.requests.back().path == "/apis/example.com/v1/namespaces/default/things/t");
  CHECK(discoveries == 3);
  CHECK(bench.clock > 0s);
}

TEST_CASE("kubernetes-client 110: what is too large is refused before it is sent") {
  Bench bench;
  bench.server.answer = [](const ApiRequest&) { return json_reply(k_object); };
  Document large = config_map("c");
  large.yaml =
      "apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: c\ndata:\n  a: " + std::string(1'048'577, 'x') + "\n";
  Document largest = large;
  largest.yaml.erase(largest.yaml.size() - 2, 1);
  const auto results = bench.run({large, largest});
  CHECK(results[0].fate == Fate::failed);
  CHECK(results[0].message.find("1048577 bytes; the API server takes 1048576") != std::string::npos);
  CHECK(results[1].fate == Fate::applied);
  CHECK(std::ranges::count_if(bench.server.requests, is_patch) == 1);
}

TEST_CASE("an object that is being deleted is no success") {
  Bench bench;
  bench.server.answer = [](const ApiRequest&) {
    return json_reply(R"({"kind":"ConfigMap","metadata":{"name":"c","deletionTimestamp":"2026-11-02T10:00:00Z"}})");
  };
  CHECK(bench.run({config_map("c")})[0].fate == Fate::failed);
}

TEST_CASE("Ctrl-C: what was not sent says so, and a lost answer is unknown") {
  Bench bench;
  bench.server.answer = [&](const ApiRequest& request) -> ApiReply {
    if (is_patch(request) && request.path.ends_with("/b")) {
      bench.interrupted = true;
      throw Error(ErrorKind::io, "interrupted");
    }
    return json_reply(k_object);
  };
  const auto results = bench.run({config_map("a"), config_map("b"), config_map("c")});
  CHECK(results[0].fate == Fate::applied);
  CHECK(results[1].fate == Fate::unknown);
  CHECK(results[2].fate == Fate::not_tried);
}

TEST_CASE("dry run and difference of a set with its own namespace: checked here, and new in every line") {
  Bench bench;
  bench.context.dry_run = true;
  bench.server.answer = [](const ApiRequest& request) -> ApiReply {
    if (!is_patch(request)) {
      refuse(404, "NotFound", "not found");
    }
    CHECK(request.path == "/api/v1/namespaces/team");
    return json_reply(R"({"apiVersion":"v1","kind":"Namespace","metadata":{"name":"team"}})", 201);
  };
  const std::vector<Document> set{name_space_of("team"), config_map("c", "team")};
  const auto results = bench.run(set);
  CHECK(results[0].fate == Fate::checked);
  CHECK(results[1].fate == Fate::checked);
  CHECK_FALSE(results[1].message.empty());
  const auto differences = difference(set, survey(set, bench.context), bench.context);
  REQUIRE(differences.size() == 2);
  CHECK(differences[1].live.empty());
  CHECK(differences[1].merged.find("a: b") != std::string::npos);
}

TEST_CASE("the survey tells what is there") {
  Bench bench;
  bench.server.answer = [](const ApiRequest& request) -> ApiReply {
    if (request.path.ends_with("/gone")) {
      refuse(404, "NotFound", "not found");
    }
    return json_reply(k_object);
  };
  const std::vector<Document> documents{config_map("here"), config_map("gone")};
  const auto standings = survey(documents, bench.context);
  CHECK(standings[0].live->uid == "u");
  CHECK_FALSE(standings[1].live);
  bench.server.answer = [](const ApiRequest&) -> ApiReply { refuse(403, "Forbidden", "no"); };
  CHECK_THROWS_AS((void)survey(documents, bench.context), StatusError);
}

const Document k_pool{.yaml = "apiVersion: karpenter.sh/v1\nkind: NodePool\nmetadata:\n  name: l4\n",
                      .object = {.api_version = "karpenter.sh/v1", .kind = "NodePool", .name_space = {}, .name = "l4"}};

std::string pool_json(int generation, const std::string& conditions) {
  return R"({"kind":"NodePool","metadata":{"name":"l4","generation":)" + std::to_string(generation) +
         R"(},"status":{"conditions":[)" + conditions + "]}}";
}

std::vector<Waited> wait_for_pool(Bench& bench) {
  Standing standing;
  standing.resource = *k8s::find_resource("karpenter.sh/v1", "NodePool");
  const std::vector<Document> documents{k_pool};
  const std::vector<Standing> standings{standing};
  return wait_until_ready(documents, standings, 5min, bench.context);
}

TEST_CASE("waiting ends when Ready speaks of the present generation") {
  Bench bench;
  int reads = 0;
  bench.server.answer = [&](const ApiRequest&) {
    ++reads;
    return json_reply(reads == 1   ? pool_json(2, "")
                      : reads == 2 ? pool_json(2, R"({"type":"Ready","status":"True","observedGeneration":1})")
                                   : pool_json(2, R"({"type":"Ready","status":"True","observedGeneration":2})"));
  };
  const auto waited = wait_for_pool(bench);
  CHECK(waited[0].ready);
  CHECK(reads == 3);
}

TEST_CASE("kubernetes-client 113: over the time, with the condition's message") {
  Bench bench;
  bench.server.answer = [&](const ApiRequest&) {
    return json_reply(pool_json(1, R"({"type":"Ready","status":"False","reason":"NodeClassNotReady",
      "message":"NodeClass is not ready"})"));
  };
  const auto waited = wait_for_pool(bench);
  CHECK_FALSE(waited[0].ready);
  CHECK(waited[0].message == "Ready is False (NodeClassNotReady): NodeClass is not ready");
  CHECK(bench.clock >= 5min);
}

TEST_CASE("kubernetes-client 114: deleted while it is waited for") {
  Bench bench;
  bench.server.answer = [&](const ApiRequest&) -> ApiReply { refuse(404, "NotFound", "not found"); };
  CHECK(wait_for_pool(bench)[0].message == "it is gone");
}

}  // namespace
