#include "kgpu/snapshot/saved.hpp"

#include "saved_cluster.hpp"

#include "kgpu/base/error.hpp"
#include "kgpu/base/text.hpp"

#include <doctest/doctest.h>

#include <limits>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

using namespace kgpu;
using namespace kgpu::snapshot;
using kgpu::testing::everything;
using kgpu::testing::read_saved;
using kgpu::testing::same_records;
using kgpu::testing::saved;

namespace {

std::string refusal(std::string_view text) {
  try {
    read_saved(text);
  } catch (const Error& error) {
    return error.what();
  }
  return {};
}

}  // namespace

TEST_CASE("what is saved is read back: every record, and what the snapshot says of itself") {
  const Snapshot before = everything();
  const std::string text = saved(before);
  const Snapshot after = read_saved(text);
  CHECK(same_records(before, after));
  CHECK(after.name == "prod-context");
  CHECK(after.server == before.server);
  CHECK(after.from_server);
  CHECK(after.as_of == before.as_of);
  CHECK(after.missing == before.missing);
  CHECK(after.read == before.read);
  CHECK(!after.only_accelerator_nodes_pods);
  CHECK(saved(after) == text);
  for (const std::size_t block : {std::size_t{1}, std::size_t{7}, std::size_t{4096}}) {
    CAPTURE(block);
    CHECK(same_records(before, read_saved(text, block)));
  }
}

TEST_CASE("the lines are those of the reference (kubernetes-client 11.21)") {
  const std::string text = saved(everything());
  const auto lines = split(text.substr(0, text.size() - 1), '\n');
  CHECK(lines.front().starts_with(
      R"({"kubectlGpuSnapshot":1,"name":"prod-context","server":"https://ABCDEF.gr7.us-east-1.eks.amazonaws.com",)"
      R"("as_of":"2026-11-22T01:38:51Z","pods_read":"all","kinds":{"Pod":4,"Node":2,)"));
  // By hand: 4 pods, 2 nodes, 1 namespace, 4 controllers, 1 NodePool, 1 NodeClaim, 2 NodeOverlays, 1 claim, slices.
  CHECK(lines.back() == R"({"end":)" + std::to_string(lines.size() - 2) + "}");
  for (std::size_t i = 1; i + 1 < lines.size(); ++i) {
    CHECK(lines[i].starts_with(R"({"apiVersion":")"));
  }
}

TEST_CASE("a snapshot without pods of other nodes says so, and one of a dump has no server") {
  Snapshot snapshot;
  snapshot.only_accelerator_nodes_pods = true;
  snapshot.inconsistent = true;
  snapshot.mark_read(Kind::controller);
  const std::string text = saved(snapshot);
  CHECK(text ==
        "{\"kubectlGpuSnapshot\":1,\"pods_read\":\"accelerator-nodes\",\"inconsistent\":true,"
        "\"kinds\":{\"Controller\":0}}\n{\"end\":0}\n");
  const Snapshot after = read_saved(text);
  CHECK(after.only_accelerator_nodes_pods);
  CHECK(after.inconsistent);
  CHECK(!after.from_server);
  CHECK(after.has_read(Kind::controller));
  CHECK(!after.has_read(Kind::pod));
  CHECK(after.name == "saved.jsonl");
}

TEST_CASE("extremes survive") {
  Snapshot before;
  constexpr std::int64_t k_most = std::numeric_limits<std::int64_t>::max();
  Pod pod;
  pod.object = {"p\"\\\n\xc3\xa9", "n", std::numeric_limits<std::uint64_t>::max(), 253'402'300'799, true};
  pod.cpu_millis = k_most;
  pod.memory_bytes = k_most;
  Demand demand;
  const std::vector<Amount> amounts{{"nvidia.com/gpu", k_most}};
  demand.devices = before.texts->list(std::span<const Amount>(amounts));
  pod.demand = before.texts->one(demand);
  before.pods.push_back(pod);
  Node node;
  node.object.name = "no-ready-condition";
  node.heartbeat = 1;
  before.nodes.push_back(node);
  before.mark_read(Kind::pod);
  before.mark_read(Kind::node);
  CHECK(same_records(before, read_saved(saved(before))));
}

TEST_CASE("a file that is cut or changed is refused, with its line") {
  const std::string text = saved(everything());
  const auto lines = split(text.substr(0, text.size() - 1), '\n');
  const std::string count = std::to_string(lines.size());

  SUBCASE("at every line end") {
    std::string part;
    for (std::size_t i = 0; i + 1 < lines.size(); ++i) {
      part += lines[i] + "\n";
      CHECK(refusal(part) ==
            "saved.jsonl: line " + std::to_string(i + 2) + ": cut short: the line that ends a snapshot is missing");
    }
  }
  SUBCASE("at every byte but the last, which is a line end") {
    for (std::size_t size = 0; size + 1 < text.size(); ++size) {
      CAPTURE(size);
      CHECK(!refusal(std::string_view(text).substr(0, size)).empty());
    }
    CHECK(refusal(std::string_view(text).substr(0, text.size() - 1)).empty());
  }
  SUBCASE("a line is missing") {
    std::string part;
    for (std::size_t i = 0; i < lines.size(); ++i) {
      part += i == 3 ? "" : lines[i] + "\n";
    }
    const std::size_t objects = lines.size() - 2;
    CHECK(refusal(part) == "saved.jsonl: line " + std::to_string(lines.size() - 1) +
                               ": cut, or changed by hand: the last line speaks of " + std::to_string(objects) +
                               " objects, the file has " + std::to_string(objects - 1));
  }
  SUBCASE("one object in another's place") {
    const std::string node = R"({"apiVersion":"v1","kind":"Node","metadata":{"name":"a"}})";
    CHECK(refusal("{\"kubectlGpuSnapshot\":1,\"kinds\":{\"Node\":1,\"Pod\":1}}\n" + node + "\n" + node + "\n" +
                  R"({"end":2})") ==
          "saved.jsonl: line 4: cut, or changed by hand: the first line speaks of 1 Pod, the file has 0");
  }
  SUBCASE("what is no line of it") {
    const std::string head = "{\"kubectlGpuSnapshot\":1,\"kinds\":{}}\n";
    CHECK(refusal(head + "{\"end\":0}\n{\"end\":0}") ==
          "saved.jsonl: line 3: something follows after the end of the snapshot");
    CHECK(refusal(head + R"({"kind":"PodList","apiVersion":"v1","items":[]})") ==
          "saved.jsonl: line 2: a list, where a snapshot has one object a line");
    CHECK(refusal(head + R"({"kind":"Node","apiVersion":"v1","spec":3})") ==
          "saved.jsonl: line 2: 'spec' is not an object");
    CHECK(refusal(head + "{\"end\":\"0\"}") == "saved.jsonl: line 2: an object without 'kind'");
    CHECK(refusal("{\"kubectlGpuSnapshot\":2}\n{\"end\":0}") ==
          "saved.jsonl: a snapshot of format 2, and only 1 is known here");
    CHECK(refusal("{\"kubectlGpuSnapshot\":1,\"as_of\":\"yesterday\"}\n{\"end\":0}") ==
          "saved.jsonl: 'as_of' is no time: yesterday");
    CHECK(refusal(R"({"kind":"Node","apiVersion":"v1","metadata":{"name":"a"}})" + head)
              .ends_with("a snapshot file begins here"));
  }
}

TEST_CASE("objects of kinds that a later version adds are passed over") {
  const Snapshot after = read_saved(
      "{\"kubectlGpuSnapshot\":1,\"kinds\":{\"Node\":1,\"Quota\":1},\"more\":{}}\n"
      "{\"apiVersion\":\"v1\",\"kind\":\"Quota\"}\n{\"apiVersion\":\"v1\",\"kind\":\"Node\"}\n{\"end\":2}\n");
  CHECK(after.nodes.size() == 1);
}

TEST_CASE("what could be secret is nowhere in the file: it is in no record (kubernetes-client 11.21)") {
  // Each marker stands where a secret stands in real objects.
  constexpr std::string_view k_source =
      R"({"apiVersion":"v1","kind":"Pod","metadata":{"name":"p","namespace":"n","annotations":{)"
      R"("kubectl.kubernetes.io/last-applied-configuration":"{\"env\":\"SECRET-1\"}","vault.example.com/token":"SECRET-2",)"
      R"("kubernetes.io/config.mirror":"SECRET-3"}},"spec":{"nodeName":"g","initContainers":[{"env":[{"name":"K",)"
      R"("value":"SECRET-4"}]}],"containers":[{"image":"SECRET-5","command":["serve","--token=SECRET-6"],)"
      R"("args":["--token","SECRET-7","--hf-token=SECRET-8"],"env":[{"name":"HF_TOKEN","value":"SECRET-9"},)"
      R"({"name":"FROM","valueFrom":{"secretKeyRef":{"name":"SECRET-10"}}}],"resources":{"limits":{"nvidia.com/gpu":"1"}}}],)"
      R"("imagePullSecrets":[{"name":"SECRET-11"}],"volumes":[{"secret":{"secretName":"SECRET-12"}}]},)"
      R"("status":{"phase":"Running","message":"SECRET-13","podIP":"SECRET-14"}})"
      R"({"apiVersion":"v1","kind":"Node","metadata":{"name":"g","annotations":{"x":"SECRET-15"}},"status":{)"
      R"("addresses":[{"address":"SECRET-16"}],"conditions":[{"type":"Ready","status":"True","message":"SECRET-17"}]}})"
      R"({"apiVersion":"v1","kind":"Secret","metadata":{"name":"SECRET-18"},"data":{"k":"SECRET-19"}})"
      R"({"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"SECRET-20"},"data":{"k":"SECRET-21"}})";
  const Snapshot snapshot = read_saved(k_source);
  REQUIRE(snapshot.pods.size() == 1);
  REQUIRE(snapshot.pods[0].demand != nullptr);
  const std::string text = saved(snapshot);
  CHECK(text.find("SECRET") == std::string::npos);
  CHECK(read_saved(text).pods[0].mirror);
}
