#include "clusters.hpp"

#include "kgpu/base/error.hpp"

#include <doctest/doctest.h>

using namespace kgpu;
using inventory::IdleKind;
using inventory::Share;
using kgpu::testing::count;
using kgpu::testing::NodeText;
using kgpu::testing::pod_json;

namespace {

std::string idle_of(const inventory::NodeInventory& node) {
  std::string text;
  for (const auto& idle : node.idle) {
    text += (text.empty() ? "" : " ") + std::string(idle.reason.empty() ? to_string(idle.kind) : idle.reason) + "=" +
            idle.devices.decimal().to_string();
  }
  return text;
}

}  // namespace

TEST_CASE("physical devices and what of them is free (ledger.md 4 to 7, 18, 26)") {
  struct Case {
    const char* name;
    NodeText node;
    std::vector<std::string> limits;  ///< one pod each
    const char* devices;
    const char* held;
    const char* idle;
  };
  const std::string gpu = R"("nvidia.com/gpu":)";
  const Case cases[] = {
      {"whole cards by type",
       {.name = "n", .type = "g6.12xlarge", .capacity = gpu + "\"4\""},
       {gpu + "\"3\""},
       "4",
       "3",
       "unallocated=1"},
      {"the bill's count wins: one card is broken",
       {.name = "n", .type = "g6.12xlarge", .capacity = gpu + "\"4\"", .allocatable = gpu + "\"3\""},
       {gpu + "\"1\""},
       "4",
       "1",
       "not-offered=1 unallocated=2"},
      {"a plugin that offers nothing", {.name = "n", .type = "g6.xlarge"}, {}, "1", "0", "not-offered=1"},
      {"time-slicing by label",
       {.name = "n",
        .type = "g5.xlarge",
        .labels = R"("nvidia.com/gpu.replicas":"10","nvidia.com/gpu.count":"1")",
        .capacity = gpu + "\"10\""},
       {gpu + "\"3\""},
       "1",
       "0.3",
       "unallocated=0.7"},
      {"replicas without a label divide",
       {.name = "n", .type = "g5.12xlarge", .capacity = gpu + "\"16\""},
       {gpu + "\"2\""},
       "4",
       "0.5",
       "unallocated=3.5"},
      {"renamed replicas",
       {.name = "n",
        .type = "g5.xlarge",
        .labels = R"("nvidia.com/gpu.replicas":"4")",
        .capacity = R"("nvidia.com/gpu.shared":"4")"},
       {R"("nvidia.com/gpu.shared":"1")"},
       "1",
       "0.25",
       "unallocated=0.75"},
      // 7 x 1g.10gb of an A100-80 (8 memory slices) on each of 8 cards: 7/8 of each can be had.
      {"MIG, strategy single",
       {.name = "n",
        .type = "p4de.24xlarge",
        .labels = R"("nvidia.com/gpu.product":"NVIDIA-A100-SXM4-80GB-MIG-1g.10gb","nvidia.com/gpu.count":"56")",
        .capacity = gpu + "\"56\""},
       {gpu + "\"2\""},
       "8",
       "0.25",
       "mig-remainder=1 unallocated=6.75"},
      {"MIG, all of a card",
       {.name = "n", .type = "p4d.24xlarge", .capacity = R"("nvidia.com/mig-3g.20gb":"16")"},
       {R"("nvidia.com/mig-3g.20gb":"3")"},
       "8",
       "1.5",
       "unallocated=6.5"},
      // On-premises: no type; 7 instances per card by mig_profiles.csv, 14 instances are 2 cards.
      {"MIG without a type",
       {.name = "n",
        .labels = R"("nvidia.com/gpu.product":"NVIDIA-A100-SXM4-40GB-MIG-1g.5gb","nvidia.com/gpu.count":"14")",
        .capacity = gpu + "\"14\"",
        .provider = ""},
       {gpu + "\"7\""},
       "2",
       "0.875",
       "mig-remainder=0.25 unallocated=0.875"},
      {"Neuron: chips and cores are the same silicon",
       {.name = "n",
        .type = "trn1.32xlarge",
        .capacity = R"("aws.amazon.com/neuron":"16","aws.amazon.com/neuroncore":"32")"},
       {R"("aws.amazon.com/neuron":"4")", R"("aws.amazon.com/neuroncore":"4")"},
       "16",
       "6",
       "unallocated=10"},
      {"no type, GFD's count",
       {.name = "n", .labels = R"("nvidia.com/gpu.count":"8")", .capacity = gpu + "\"6\"", .provider = ""},
       {gpu + "\"6\""},
       "8",
       "6",
       "not-offered=2"},
      {"cordoned",
       {.name = "n", .type = "g6.xlarge", .capacity = gpu + "\"1\"", .spec = R"("unschedulable":true)"},
       {},
       "1",
       "0",
       "cordoned=1"},
      {"not ready",
       {.name = "n", .type = "g6.xlarge", .capacity = gpu + "\"1\"", .ready = "Unknown"},
       {},
       "1",
       "0",
       "not-ready=1"},
      {"young and not ready",
       {.name = "n", .type = "g6.xlarge", .ready = "False", .created = "2026-07-31T23:50:00Z"},
       {},
       "1",
       "0",
       "starting=1"},
      {"over-committed is scaled",
       {.name = "n", .type = "g6.xlarge", .capacity = gpu + "\"1\""},
       {gpu + "\"1\"", gpu + "\"1\""},
       "1",
       "1",
       ""},
  };
  for (const Case& c : cases) {
    CAPTURE(c.name);
    std::vector<std::string> objects = {c.node.json()};
    for (std::size_t i = 0; i < c.limits.size(); ++i) {
      objects.push_back(pod_json("p" + std::to_string(i), "n", c.limits[i]));
    }
    const auto counted = count(objects);
    REQUIRE(counted.inventory.nodes.size() == 1);
    const auto& node = counted.inventory.nodes[0];
    CHECK(node.devices.decimal().to_string() == c.devices);
    CHECK(node.held.decimal().to_string() == c.held);
    CHECK(idle_of(node) == c.idle);
    // Held and idle are the whole node (CONTRACTS §9).
    Share sum = node.held;
    for (const auto& idle : node.idle) {
      sum += idle.devices;
    }
    CHECK(sum == node.devices);
  }
}

TEST_CASE("who holds: bound and not finished (ledger.md 16)") {
  const std::string gpu = R"("nvidia.com/gpu":"1")";
  const auto counted =
      count({NodeText{.name = "n", .type = "g6.12xlarge", .capacity = R"("nvidia.com/gpu":"4")"}.json(),
             pod_json("running", "n", gpu), pod_json("done", "n", gpu, "", "Succeeded"),
             pod_json("failed", "n", gpu, "", "Failed"), pod_json("bound", "n", gpu, "", "Pending"),
             pod_json("lost", "n", gpu, "", "Unknown"), pod_json("waits", "", gpu, "", "Pending")});
  const auto& node = counted.inventory.nodes.at(0);
  REQUIRE(node.holders.size() == 3);
  CHECK(node.holders[0].pod->object.name == "bound");
  CHECK(node.held == Share::of(3));
  REQUIRE(counted.inventory.pending.size() == 1);
  CHECK(counted.inventory.pending[0].pod->object.name == "waits");
}

TEST_CASE("squatters keep a node that nobody uses (ledger.md 25)") {
  const NodeText node{.name = "n", .type = "g6.xlarge", .capacity = R"("nvidia.com/gpu":"1")"};
  const std::string owned = R"("ownerReferences":[{"kind":"DaemonSet","name":"d","uid":"1","controller":true}])";
  SUBCASE("a Deployment's pod") {
    const auto counted = count({node.json(), pod_json("web", "n", R"("cpu":"1")"), pod_json("d", "n", "", owned)});
    CHECK(idle_of(counted.inventory.nodes.at(0)) == "squatted=1");
    CHECK(counted.inventory.nodes[0].squatters == std::vector<std::string>{"ml/web"});
  }
  SUBCASE("DaemonSets do not") {
    const auto counted = count({node.json(), pod_json("d", "n", "", owned)});
    CHECK(idle_of(counted.inventory.nodes.at(0)) == "unallocated=1");
  }
}

TEST_CASE("a full processor strands the cards beside it (ledger.md 26)") {
  const auto counted =
      count({NodeText{.name = "n", .type = "g6.12xlarge", .capacity = R"("nvidia.com/gpu":"4")"}.json(),
             pod_json("p", "n", R"("nvidia.com/gpu":"1","cpu":"63600m")")});
  CHECK(idle_of(counted.inventory.nodes.at(0)) == "cpu=3");
}

TEST_CASE("what is not in the ledger: virtual nodes, TPUs, EFA (ledger.md 1, 2)") {
  const auto counted =
      count({NodeText{.name = "fargate", .labels = R"("eks.amazonaws.com/compute-type":"fargate")"}.json(),
             NodeText{.name = "tpu", .capacity = R"("google.com/tpu":"4")"}.json(),
             NodeText{.name = "efa", .type = "c7i.48xlarge", .capacity = R"("vpc.amazonaws.com/efa":"1")"}.json(),
             pod_json("v", "fargate", R"("nvidia.com/gpu":"1")")});
  CHECK(counted.inventory.nodes.empty());
  CHECK(counted.inventory.others.nodes.size() == 2);
  CHECK(counted.inventory.others.virtual_nodes == 1);
  CHECK(counted.inventory.virtual_pods.size() == 1);
}

TEST_CASE("a machine that has not joined is there already (ledger.md 3)") {
  const auto counted = count(
      {NodeText{.name = "n", .type = "m5.large"}.json(),
       R"({"apiVersion":"karpenter.sh/v1","kind":"NodeClaim","metadata":{"name":"l4-x","labels":{"karpenter.sh/nodepool":"l4","node.kubernetes.io/instance-type":"g6.xlarge","karpenter.sh/capacity-type":"spot","topology.kubernetes.io/region":"us-east-1"}},"status":{"providerID":"aws:///us-east-1a/i-9"}})"});
  REQUIRE(counted.inventory.nodes.size() == 1);
  CHECK(counted.inventory.nodes[0].name() == "l4-x");
  CHECK(idle_of(counted.inventory.nodes[0]) == "starting=1");
}

TEST_CASE("pods on nodes that are not there: two clusters were mixed up (ledger.md 37)") {
  CHECK_THROWS_AS(count({NodeText{.name = "a"}.json(), pod_json("p", "b", R"("nvidia.com/gpu":"1")")}), Error);
  CHECK_NOTHROW(count({NodeText{.name = "a"}.json(), pod_json("p", "b", R"("cpu":"1")")}));
}

TEST_CASE("DRA: claims hold, in equal parts for their pods; admin access holds nothing (ledger.md 20)") {
  const std::string slice =
      R"({"apiVersion":"resource.k8s.io/v1","kind":"ResourceSlice","metadata":{"name":"s"},"spec":{"driver":"gpu.nvidia.com","nodeName":"n","pool":{"name":"n","generation":1},"sharedCounters":[{"name":"c2","counters":{"memory-slice-0":{"value":"1"},"memory-slice-1":{"value":"1"},"memory-slice-2":{"value":"1"},"memory-slice-3":{"value":"1"}}}],"devices":[{"name":"gpu-0"},{"name":"gpu-1","capacity":{"memory":{"value":"80Gi"}}},{"name":"gpu-2-mig","consumesCounters":[{"counterSet":"c2","counters":{"memory-slice-0":{"value":"1"}}}]},{"name":"gpu-2","consumesCounters":[{"counterSet":"c2","counters":{"memory-slice-0":{"value":"1"},"memory-slice-1":{"value":"1"},"memory-slice-2":{"value":"1"},"memory-slice-3":{"value":"1"}}}]}]}})";
  const auto claim = [](const std::string& name, const std::string& device, const std::string& more,
                        const std::string& pods) {
    return R"({"apiVersion":"resource.k8s.io/v1","kind":"ResourceClaim","metadata":{"name":")" + name +
           R"(","namespace":"ml"},"status":{"allocation":{"devices":{"results":[{"request":"r","driver":"gpu.nvidia.com","pool":"n","device":")" +
           device + "\"" + more + R"(}]}},"reservedFor":[)" + pods + "]}}";
  };
  const std::string uses = R"("resourceClaims":[{"name":"c","resourceClaimName":"x"}])";
  const auto counted =
      count({NodeText{.name = "n", .provider = ""}.json(), slice,
             claim("both", "gpu-0", "", R"({"resource":"pods","name":"a"},{"resource":"pods","name":"b"})"),
             claim("part", "gpu-1", R"(,"consumedCapacity":{"memory":"20Gi"})", R"({"resource":"pods","name":"a"})"),
             claim("mig", "gpu-2-mig", "", R"({"resource":"pods","name":"b"})"),
             claim("admin", "gpu-2", R"(,"adminAccess":true)", R"({"resource":"pods","name":"b"})"),
             claim("nobody", "gpu-2-mig", "", ""), pod_json("a", "n", "", "", "Running", uses),
             pod_json("b", "n", "", "", "Running", uses)});
  REQUIRE(counted.inventory.nodes.size() == 1);
  const auto& node = counted.inventory.nodes[0];
  // Three cards: gpu-2 and its slice share their counters. Held: 1 + 20/80 + 1/4 (mig) + 1/4 (nobody's) = 1.75.
  CHECK(node.devices == Share::of(3));
  CHECK(node.held == Share::of(7, 4));
  CHECK(idle_of(node) == "unallocated=1.25");
  REQUIRE(node.holders.size() == 5);
  CHECK(node.holders[0].devices == Share::of(1, 2));  // a, of both
  CHECK(node.holders[4].pod == nullptr);              // nobody
}

TEST_CASE("HAMi: the larger of memory and cores, a whole card without either (ledger.md 19)") {
  // Two cards of 24576 MiB, each offered ten times.
  const std::string listed =
      R"("hami.io/node-nvidia-register":"GPU-a,10,24576,100,NVIDIA-A10G,0,true:GPU-b,10,24576,100,NVIDIA-A10G,0,true:")";
  const std::string json =
      R"("hami.io/node-nvidia-register":"[{\"id\":\"GPU-a\",\"count\":10,\"devmem\":24576,\"devcore\":100},{\"id\":\"GPU-b\",\"devmem\":24576}]")";
  for (const std::string& annotation : {listed, json}) {
    CAPTURE(annotation);
    const auto counted =
        count({NodeText{.name = "n", .capacity = R"("nvidia.com/gpu":"20")", .provider = "", .annotations = annotation}
                   .json(),
               pod_json("a", "n", R"("nvidia.com/gpu":"1","nvidia.com/gpumem":"6144")"),
               pod_json("b", "n", R"("nvidia.com/gpu":"1","nvidia.com/gpumem":"2458","nvidia.com/gpucores":"50")"),
               pod_json("c", "n", R"("nvidia.com/gpu":"2","nvidia.com/gpumem-percentage":"10")")});
    const auto& node = counted.inventory.nodes.at(0);
    CHECK(node.devices == Share::of(2));
    REQUIRE(node.holders.size() == 3);
    CHECK(node.holders[0].devices == Share::of(1, 4));
    CHECK(node.holders[1].devices == Share::of(1, 2));
    CHECK(node.holders[2].devices == Share::of(1, 5));  // a tenth of each of two cards
    CHECK(idle_of(node) == "unallocated=1.05");
  }
  const auto whole = count(
      {NodeText{.name = "n", .capacity = R"("nvidia.com/gpu":"20")", .provider = "", .annotations = listed}.json(),
       pod_json("a", "n", R"("nvidia.com/gpu":"1")")});
  CHECK(whole.inventory.nodes.at(0).held == Share::of(1));
}

TEST_CASE("claims that were not read hold what no plugin offers, as one row that is not idle (ledger.md 22)") {
  const std::string uses = R"("resourceClaims":[{"name":"c","resourceClaimName":"x"}])";
  SUBCASE("no plugin: all of it, and missing[] names resource and verb") {
    const auto counted =
        count({NodeText{.name = "n", .type = "g6.12xlarge"}.json(), pod_json("a", "n", "", "", "Running", uses)});
    const auto& node = counted.inventory.nodes.at(0);
    REQUIRE(node.holders.size() == 1);
    CHECK(node.holders[0].is_unread());
    CHECK(node.holders[0].devices == Share::of(4));
    CHECK(node.held == Share::of(4));
    CHECK(node.idle.empty());
    REQUIRE(counted.inventory.missing.size() == 2);
    CHECK(counted.inventory.missing[0].resource == "resourceclaims.resource.k8s.io");
    CHECK(counted.inventory.missing[0].verb == "list");
    CHECK(counted.inventory.missing[1].resource == "resourceslices.resource.k8s.io");
  }
  SUBCASE("a plugin offers one of four: three are unread, the one stays free") {
    const auto counted =
        count({NodeText{.name = "n", .type = "g6.12xlarge", .capacity = R"("nvidia.com/gpu":"1")"}.json(),
               pod_json("a", "n", "", "", "Running", uses)});
    const auto& node = counted.inventory.nodes.at(0);
    CHECK(node.held == Share::of(3));
    CHECK(idle_of(node) == "unallocated=1");
    CHECK(node.free() == Share::of(1));
  }
  SUBCASE("the plugin offers everything: the claim is about something else") {
    const auto counted =
        count({NodeText{.name = "n", .type = "g6.12xlarge", .capacity = R"("nvidia.com/gpu":"4")"}.json(),
               pod_json("a", "n", "", "", "Running", uses)});
    CHECK(counted.inventory.nodes.at(0).holders.empty());
    CHECK(counted.inventory.missing.empty());
  }
  SUBCASE("no pod has claims") {
    const auto counted = count({NodeText{.name = "n", .type = "g6.12xlarge"}.json(), pod_json("a", "n", "")});
    CHECK(counted.inventory.nodes.at(0).holders.empty());
    CHECK(counted.inventory.missing.empty());
  }
}
