#include "pages.hpp"

#include "kgpu/base/error.hpp"

#include <doctest/doctest.h>

#include <functional>

using namespace kgpu;
using namespace kgpu::snapshot;
using kgpu::testing::all_vectors;
using kgpu::testing::equal;
using kgpu::testing::Vector;

namespace {

using MakePage = std::unique_ptr<ListPage> (*)(ListKind, Texts&);

std::unique_ptr<ListPage> read_whole(MakePage make, const ListKind& kind, Texts& texts, std::string_view body) {
  auto page = make(kind, texts);
  page->bytes(body);
  page->end();
  return page;
}

/// Why the body is no whole page; empty when it is one.
std::string refusal(MakePage make, const ListKind& kind, std::string_view body) {
  Texts texts;
  try {
    read_whole(make, kind, texts, body);
  } catch (const Error& error) {
    return error.what();
  }
  return {};
}

constexpr ListKind pod_kind() {
  return {Kind::pod, "v1", "Pod", false};
}

}  // namespace

TEST_CASE("pods: JSON and protobuf give the records that the objects hold") {
  const Vector vector = all_vectors().front();
  for (const MakePage make : {json_page, protobuf_page}) {
    Texts texts;
    const auto page = read_whole(make, vector.kind, texts, make == json_page ? vector.json : vector.protobuf);
    CHECK(page->continue_token() == "eyJ2IjoibWV0YS5rOHMuaW8vdjEifQ");
    CHECK(page->resource_version() == "9001");
    REQUIRE(page->records().pods.size() == 4);

    // cpu: containers 2 + the limit 100m, sidecar 500m = 2600m; the init container alone wants 6; overhead 250m.
    // memory: 8Gi + sidecar 512Mi; GPUs: 2, the init container's limit 1 is less.
    const Pod& train = page->records().pods[0];
    CHECK(train.object.name == "train-0");
    CHECK(train.object.name_space == "ml");
    CHECK(train.object.resource_version == 812);
    CHECK(train.object.created == 1784541600);  // date -d 2026-07-20T10:00:00Z +%s
    CHECK(!train.object.deleting);
    CHECK(train.owner == Owner{"Job", "train"});
    CHECK(train.node == "gpu-a");
    CHECK(train.cpu_millis == 6250);
    CHECK(train.memory_bytes == 8 * 1073741824LL + 536870912LL);
    CHECK(train.holds());
    REQUIRE(train.demand != nullptr);
    REQUIRE(train.demand->devices.size() == 1);
    CHECK(train.demand->devices[0] == Amount{"nvidia.com/gpu", 2});
    CHECK(find(train.demand->labels, "team") == "vision");
    CHECK(find(train.demand->labels, "empty") == "");
    CHECK(train.demand->annotations.size() == 1);
    CHECK(find(train.demand->annotations, "kubectl-gpu/memory") == "20Gi");

    const Pod& waits = page->records().pods[1];
    CHECK(!waits.holds());
    CHECK(waits.phase == Phase::pending);
    REQUIRE(waits.demand != nullptr);
    CHECK(waits.demand->devices[0] == Amount{"nvidia.com/mig-1g.10gb", 3});
    REQUIRE(waits.demand->claims.size() == 2);
    CHECK(waits.demand->claims[0] == ClaimUse{"card", "waits-card-x7"});
    CHECK(waits.demand->claims[1] == ClaimUse{"named", "shared"});
    CHECK(waits.demand->extended_claim == "waits-ext-1");
    CHECK(waits.demand->waits_for == "0/3 nodes are available:\n3 Insufficient nvidia.com/gpu.");

    const Pod& mirror = page->records().pods[2];
    CHECK(mirror.mirror);
    CHECK(mirror.object.deleting);
    CHECK(mirror.phase == Phase::failed);
    CHECK(!mirror.holds());
    CHECK(mirror.demand == nullptr);
    CHECK(mirror.cpu_millis == 100);
    CHECK(mirror.memory_bytes == 1000000000);

    // Requests of the pod as a whole stand for its containers'.
    CHECK(page->records().pods[3].cpu_millis == 3000);
    CHECK(page->records().pods[3].memory_bytes == 4 * 1073741824LL);
  }
}

TEST_CASE("nodes: what the objects hold") {
  const Vector vector = all_vectors()[1];
  Texts texts;
  const auto page = read_whole(protobuf_page, vector.kind, texts, vector.protobuf);
  REQUIRE(page->records().nodes.size() == 2);
  const Node& node = page->records().nodes[0];
  CHECK(node.provider_id == "aws:///us-east-1a/i-1");
  CHECK(node.unschedulable);
  CHECK(node.ready == Condition::unknown);
  CHECK(node.heartbeat == 1784541900);  // date -d 2026-07-20T10:05:00Z +%s
  CHECK(text_of(node.labels, "node.kubernetes.io/instance-type") == "g6.xlarge");
  CHECK(node.annotations.size() == 1);
  REQUIRE(node.taints.size() == 2);
  CHECK(node.taints[0] == Taint{"nvidia.com/gpu", "true", "NoSchedule"});
  CHECK(node.capacity.memory_bytes == 16069060LL * 1024);
  CHECK(node.capacity.device("nvidia.com/gpu") == 1);
  CHECK(node.capacity.devices.size() == 1);  // EFA is no accelerator
  CHECK(node.allocatable.cpu_millis == 3920);
  CHECK(node.allocatable.device("nvidia.com/gpu") == 0);
  CHECK(page->continue_token() == "");
}

TEST_CASE("claims and slices: what the objects hold") {
  Texts texts;
  const auto claims = read_whole(protobuf_page, all_vectors()[4].kind, texts, all_vectors()[4].protobuf);
  const ResourceClaim& claim = claims->records().claims.at(0);
  REQUIRE(claim.devices.size() == 2);
  CHECK(claim.devices[0].device == "gpu-0");
  CHECK(find(claim.devices[0].consumed_capacity, "memory") == "10Gi");
  CHECK(claim.devices[1].admin_access);
  REQUIRE(claim.pods.size() == 2);
  CHECK(claim.pods[1] == "waits");

  const auto slices = read_whole(protobuf_page, all_vectors()[5].kind, texts, all_vectors()[5].protobuf);
  const ResourceSlice& slice = slices->records().slices.at(0);
  CHECK(slice.node == "gpu-a");
  CHECK(slice.generation == 3);
  REQUIRE(slice.devices.size() == 2);
  CHECK(slice.devices[0].allows_multiple);
  CHECK(find(slice.devices[0].attributes, "minor") == "-3");
  CHECK(find(slice.devices[0].attributes, "ecc") == "true");
  CHECK(find(slice.devices[0].capacity, "memory") == "40Gi");
  CHECK(slice.devices[0].consumes[0].set == "gpu-0-counters");
  CHECK(slice.devices[1].node == "gpu-b");
  CHECK(slice.counters[0].counters.size() == 2);
}

TEST_CASE("every kind: JSON and protobuf give equal records") {
  for (const Vector& vector : all_vectors()) {
    CAPTURE(vector.kind.object_kind);
    Texts texts;
    const auto json = read_whole(json_page, vector.kind, texts, vector.json);
    const auto protobuf = read_whole(protobuf_page, vector.kind, texts, vector.protobuf);
    CHECK(equal(json->records(), protobuf->records()));
    CHECK(json->continue_token() == protobuf->continue_token());
  }
}

TEST_CASE("a page cut at any byte is no page, and one more byte makes it none") {
  for (const Vector& vector : all_vectors()) {
    CAPTURE(vector.kind.object_kind);
    for (const MakePage make : {json_page, protobuf_page}) {
      const std::string& body = make == json_page ? vector.json : vector.protobuf;
      for (std::size_t length = 0; length < body.size(); ++length) {
        CAPTURE(length);
        CHECK(!refusal(make, vector.kind, std::string_view(body).substr(0, length)).empty());
      }
      CHECK(refusal(make, vector.kind, body).empty());
      CHECK(!refusal(make, vector.kind, body + "x").empty());
      CHECK(!refusal(make, vector.kind, body + std::string("\0", 1)).empty());
      CHECK(!refusal(make, vector.kind, body + body).empty());
    }
    CHECK(refusal(json_page, vector.kind, vector.json + " \n\t").empty());
  }
}

TEST_CASE("a page in two blocks or byte by byte is the same page") {
  for (const Vector& vector : all_vectors()) {
    CAPTURE(vector.kind.object_kind);
    for (const MakePage make : {json_page, protobuf_page}) {
      const std::string& body = make == json_page ? vector.json : vector.protobuf;
      Texts texts;
      const auto whole = read_whole(make, vector.kind, texts, body);
      auto slow = make(vector.kind, texts);
      for (const char byte : body) {
        slow->bytes(std::string_view(&byte, 1));
      }
      slow->end();
      CHECK(equal(whole->records(), slow->records()));
      for (std::size_t cut = 0; cut <= body.size(); cut += 7) {
        CAPTURE(cut);
        auto halves = make(vector.kind, texts);
        halves->bytes(std::string_view(body).substr(0, cut));
        halves->bytes(std::string_view(body).substr(cut));
        halves->end();
        REQUIRE(equal(whole->records(), halves->records()));
      }
    }
  }
}

TEST_CASE("lists of JSON in odd shapes (kubernetes-client 95)") {
  Texts texts;
  const auto read = [&](const char* body) { return read_whole(json_page, pod_kind(), texts, body); };
  const auto sorted =
      read(R"({"apiVersion":"v1","items":[{}, {"metadata":null}],"kind":"PodList","metadata":{"continue":"c=+/"}})");
  CHECK(sorted->records().pods.size() == 2);
  CHECK(sorted->continue_token() == "c=+/");
  CHECK(read(R"({"kind":"PodList","apiVersion":"v1","metadata":{},"items":null})")->records().pods.empty());
  CHECK(read(R"({"kind":"PodList","apiVersion":"v1","metadata":{}})")->records().pods.empty());
  const auto empty_page = read(R"({"kind":"PodList","apiVersion":"v1","metadata":{"continue":"t"},"items":[]})");
  CHECK(empty_page->continue_token() == "t");
}

TEST_CASE("the token is known before the items are") {
  Texts texts;
  const Vector vector = all_vectors().front();
  const auto json = json_page(vector.kind, texts);
  json->bytes(std::string_view(vector.json).substr(0, vector.json.find("train-0")));
  CHECK(json->continue_token() == "eyJ2IjoibWV0YS5rOHMuaW8vdjEifQ");
  const auto protobuf = protobuf_page(vector.kind, texts);
  protobuf->bytes(std::string_view(vector.protobuf).substr(0, vector.protobuf.find("train-0")));
  CHECK(protobuf->continue_token() == "eyJ2IjoibWV0YS5rOHMuaW8vdjEifQ");
}

TEST_CASE("what is no list of that kind is refused with its name") {
  struct Case {
    const char* body;
    const char* says;
  };
  const Case cases[] = {
      {R"({"kind":"Status","apiVersion":"v1","metadata":{},"status":"Failure"})", "a 'Status', where PodList"},
      {R"({"kind":"NodeList","apiVersion":"v1","metadata":{},"items":[]})", "a 'NodeList', where PodList"},
      {R"({"kind":"PodList","apiVersion":"v1","items":[]})", "without 'metadata'"},
      {R"({"metadata":{},"items":[]})", "no 'kind'"},
      {R"([{}])", "it begins with"},
      {"<html>", "it begins with"},
      {R"({"kind":"PodList","metadata":{},"items":[{"spec":{"nodeName":3}}]})", "'nodeName' is not a text"},
      {R"({"kind":"PodList","metadata":{},"items":[{"spec":{]}]})", "not JSON"},
      {R"({"kind":"PodList","metadata":{},"items":[{} {}]})", "something else than objects"},
      {R"({"kind":"PodList","metadata":{},"items":[{},]})", "something else than objects"},
      {R"({"kind":"PodList","metadata":{},"items":[],"items":[]})", "'items' twice"},
  };
  for (const Case& c : cases) {
    CAPTURE(c.body);
    const std::string why = refusal(json_page, pod_kind(), c.body);
    CAPTURE(why);
    CHECK(why.find(c.says) != std::string::npos);
  }
  const Vector nodes = all_vectors()[1];
  CHECK(refusal(protobuf_page, pod_kind(), nodes.protobuf) == "a 'NodeList', where PodList was asked for");
  CHECK(refusal(protobuf_page, pod_kind(), "k8s?") == "not a protobuf list: it does not begin with 'k8s'");
}
