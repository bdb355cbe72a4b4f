#include "kgpu/snapshot/dump.hpp"

#include "vectors.hpp"

#include "kgpu/base/error.hpp"

#include <doctest/doctest.h>

#include <string>

using namespace kgpu;
using namespace kgpu::snapshot;

namespace {

Snapshot read(std::string_view text) {
  Snapshot snapshot;
  DumpReader reader(snapshot, "dump.json");
  reader.bytes(text);
  reader.end();
  snapshot.settle();
  return snapshot;
}

std::string refusal(std::string_view text) {
  try {
    read(text);
  } catch (const Error& error) {
    return error.what();
  }
  return {};
}

constexpr std::string_view k_node = R"({"apiVersion":"v1","kind":"Node","metadata":{"name":"n"}})";

}  // namespace

TEST_CASE("a List of kubectl, a list of the server, single objects and streams of them") {
  const std::string list = R"({"apiVersion":"v1","kind":"List","metadata":{},"items":[)" + std::string(k_node) +
                           R"(,{"apiVersion":"v1","kind":"Secret","metadata":{"name":"s"}}]})";
  CHECK(read(list).nodes.size() == 1);
  CHECK(read(k_node).nodes.size() == 1);
  const Snapshot both = read(std::string(kgpu::testing::k_pods_json) + "\n" + std::string(kgpu::testing::k_nodes_json));
  CHECK(both.pods.size() == 4);
  CHECK(both.nodes.size() == 2);
  CHECK(both.has_read(Kind::pod));
  CHECK(!both.has_read(Kind::resource_claim));
  CHECK(read(R"({"kind":"ResourceClaimList","apiVersion":"resource.k8s.io/v1","metadata":{},"items":[]})")
            .has_read(Kind::resource_claim));
}

TEST_CASE("what is wrong with a dump is said with file and place") {
  CHECK(refusal("") == "dump.json: empty");
  CHECK(refusal(" \n") == "dump.json: empty");
  CHECK(refusal(R"({"kind":"List","items":[)") == "dump.json: cut short: the last object has no end");
  CHECK(refusal(std::string(k_node) + "{") == "dump.json: cut short after object 1: the last object has no end");
  CHECK(
      refusal(
          R"({"kind":"List","apiVersion":"v1","items":[{"kind":"Secret"},{"kind":"Node","apiVersion":"v1","spec":3}]})") ==
      "dump.json: item 2: 'spec' is not an object");
  CHECK(refusal(R"({"kind":"List","items":[{"kind":"Secret"},{"kind":"Se)") ==
        "dump.json: cut short after item 1: the last object has no end");
  CHECK(refusal(R"({"kind":"Node","apiVersion":"v1","spec":3})") == "dump.json: 'spec' is not an object");
  CHECK(refusal(std::string(k_node) + R"({"kind":"Node","apiVersion":"v1","spec":3})") ==
        "dump.json: object 2: 'spec' is not an object");
  CHECK(refusal(R"({"items":[{}]})") == "dump.json: item 1: an object without 'kind'");
  CHECK(refusal("NAME READY") == "dump.json: not an object of Kubernetes: it begins with 'NAME READY'");
}
