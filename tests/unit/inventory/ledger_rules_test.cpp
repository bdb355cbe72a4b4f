#include "clusters.hpp"

#include "kgpu/inventory/owner.hpp"

#include <doctest/doctest.h>

#include <string>
#include <vector>

/// The rules of ledger.md §1 and §3 that are not in the other tables, one to one. Expected values by hand.
using namespace kgpu;
using inventory::Share;
using kgpu::testing::count;
using kgpu::testing::NodeText;
using kgpu::testing::pod_json;

namespace {

const std::string k_gpu = R"("nvidia.com/gpu":)";

std::string idle_of(const inventory::NodeInventory& node) {
  std::string text;
  for (const auto& idle : node.idle) {
    text += (text.empty() ? "" : " ") + std::string(idle.reason.empty() ? to_string(idle.kind) : idle.reason) + "=" +
            idle.devices.decimal().to_string();
  }
  return text;
}

std::string claim_json(const std::string& name, const std::string& device, const std::string& more,
                       const std::string& pods) {
  return R"({"apiVersion":"resource.k8s.io/v1","kind":"ResourceClaim","metadata":{"name":")" + name +
         R"(","namespace":"ml"},"status":{"allocation":{"devices":{"results":[{"request":"r","driver":"gpu.nvidia.com","pool":"n","device":")" +
         device + "\"" + more + R"(}]}},"reservedFor":[)" + pods + "]}}";
}

std::string slice_json(const std::string& devices, int generation = 1, const std::string& name = "s") {
  return R"({"apiVersion":"resource.k8s.io/v1","kind":"ResourceSlice","metadata":{"name":")" + name +
         R"("},"spec":{"driver":"gpu.nvidia.com","nodeName":"n","pool":{"name":"n","generation":)" +
         std::to_string(generation) + R"(},"devices":[)" + devices + "]}}";
}

std::string owner_json(const std::string& kind, const std::string& name) {
  return R"("ownerReferences":[{"kind":")" + kind + R"(","name":")" + name + R"(","uid":"1","controller":true}])";
}

std::string controller_json(const std::string& api_version, const std::string& kind, const std::string& name,
                            const std::string& owner = {}) {
  return R"({"apiVersion":")" + api_version + R"(","kind":")" + kind + R"(","metadata":{"name":")" + name +
         R"(","namespace":"ml")" + (owner.empty() ? "" : "," + owner) + "}}";
}

}  // namespace

TEST_CASE("rule 1: a node is in the ledger by capacity, by label or by type; a capacity of 0 too") {
  struct Case {
    const char* name;
    NodeText node;
    bool in_ledger;
  };
  const Case cases[] = {
      {"by capacity", {.name = "n", .capacity = k_gpu + "\"1\"", .provider = ""}, true},
      {"by a capacity of 0: the plugin's devices are gone",
       {.name = "n", .capacity = k_gpu + "\"0\"", .provider = ""},
       true},
      {"by a label of GFD", {.name = "n", .labels = R"("nvidia.com/gpu.product":"NVIDIA-L4")", .provider = ""}, true},
      {"by the cloud's label",
       {.name = "n", .labels = R"("cloud.google.com/gke-accelerator":"nvidia-l4")", .provider = ""},
       true},
      {"by type, written in any case", {.name = "n", .type = "G6.XLARGE"}, true},
      {"by the beta label of the type",
       {.name = "n", .labels = R"("beta.kubernetes.io/instance-type":"g6.xlarge")"},
       true},
      {"a processor", {.name = "n", .type = "m7i.xlarge"}, false},
      {"a type alone, of no provider: rates only (rule 8)", {.name = "n", .type = "g6.xlarge", .provider = ""}, false},
      {"Qualcomm", {.name = "n", .capacity = R"("qualcomm.com/qaic":"8")", .provider = ""}, false},
      {"Intel's monitoring",
       {.name = "n", .capacity = R"("gpu.intel.com/i915_monitoring":"1")", .provider = ""},
       false},
      {"a network card of NVIDIA", {.name = "n", .capacity = R"("nvidia.com/hostdev":"8")", .provider = ""}, false},
      {"a virtual kubelet", {.name = "n", .labels = R"("type":"virtual-kubelet")", .capacity = k_gpu + "\"1\""}, false},
  };
  for (const Case& c : cases) {
    CAPTURE(c.name);
    CHECK(count({c.node.json()}).inventory.nodes.size() == (c.in_ledger ? 1U : 0U));
  }
}

TEST_CASE("rule 3: a NodeClaim is a node until its Node is there, by provider ID or by name") {
  const auto claim = [](const std::string& provider_id, const std::string& node, const std::string& type) {
    return R"({"apiVersion":"karpenter.sh/v1","kind":"NodeClaim","metadata":{"name":"c","labels":{"karpenter.sh/nodepool":"l4","node.kubernetes.io/instance-type":")" +
           type + R"(","topology.kubernetes.io/region":"us-east-1"}},"status":{"providerID":")" + provider_id +
           R"(","nodeName":")" + node + "\"}}";
  };
  const std::string joined = NodeText{.name = "n", .type = "g6.xlarge"}.json();  // its providerID ends in n
  CHECK(count({joined, claim("aws:///us-east-1a/i-n", "", "g6.xlarge")}).inventory.nodes.size() == 1);
  CHECK(count({joined, claim("aws:///us-east-1a/i-x", "n", "g6.xlarge")}).inventory.nodes.size() == 1);
  CHECK(count({joined, claim("aws:///us-east-1a/i-x", "", "g6.xlarge")}).inventory.nodes.size() == 2);
  CHECK(count({joined, claim("", "", "g6.xlarge")}).inventory.nodes.size() == 1);
  CHECK(count({joined, claim("aws:///us-east-1a/i-x", "", "m5.large")}).inventory.nodes.size() == 1);
}

TEST_CASE("rule 4: physical devices, the first that exists") {
  const std::string h100 = R"("nvidia.com/gpu.product":"NVIDIA-H100-80GB-HBM3")";
  struct Case {
    const char* name;
    NodeText node;
    const char* devices;
    const char* idle;
  };
  const Case cases[] = {
      {"one MIG profile: instances by max_instances, here 1 a card: 4 of 4g.20gb lie on 4 cards",
       {.name = "n",
        .labels = R"("nvidia.com/gpu.product":"NVIDIA-A100-SXM4-40GB-MIG-4g.20gb","nvidia.com/gpu.count":"4")",
        .capacity = k_gpu + "\"4\"",
        .provider = ""},
       "4",
       "mig-remainder=2 unallocated=2"},
      {"the same on a machine of 8 cards: nothing is not offered",
       {.name = "n",
        .type = "p4d.24xlarge",
        .labels = R"("nvidia.com/gpu.product":"NVIDIA-A100-SXM4-40GB-MIG-4g.20gb","nvidia.com/gpu.count":"8")",
        .capacity = k_gpu + "\"8\""},
       "8",
       "mig-remainder=4 unallocated=4"},
      {"GKE's partition: 14 of 1g.5gb, 7 a card",
       {.name = "n",
        .labels =
            R"("cloud.google.com/gke-accelerator":"nvidia-tesla-a100","cloud.google.com/gke-gpu-partition-size":"1g.5gb")",
        .capacity = k_gpu + "\"14\"",
        .provider = "gce://p/us-central1-a/"},
       "2",
       "mig-remainder=0.25 unallocated=1.75"},
      {"instances shared by 2: 14 are 7, one card",
       {.name = "n",
        .labels =
            R"("nvidia.com/gpu.product":"NVIDIA-A100-SXM4-40GB-MIG-1g.5gb-SHARED","nvidia.com/gpu.count":"7","nvidia.com/gpu.replicas":"2")",
        .capacity = k_gpu + "\"14\"",
        .provider = ""},
       "1",
       "mig-remainder=0.125 unallocated=0.875"},
      {"a broken single strategy counts 0: capacity divided by replicas",
       {.name = "n",
        .labels = R"("nvidia.com/gpu.product":"NVIDIA-A100-SXM4-40GB-MIG-INVALID","nvidia.com/gpu.count":"0")",
        .capacity = k_gpu + "\"2\"",
        .provider = ""},
       "2",
       "unallocated=2"},
      {"gpu.count of one card name only, on a node with two: capacity is larger",
       {.name = "n", .labels = h100 + R"(,"nvidia.com/gpu.count":"4")", .capacity = k_gpu + "\"6\"", .provider = ""},
       "6",
       "unallocated=6"},
      {"gpu.count with replicas: 16 by 4 is 4, and one of 5 is not offered",
       {.name = "n",
        .labels = h100 + R"(,"nvidia.com/gpu.count":"5","nvidia.com/gpu.replicas":"4")",
        .capacity = k_gpu + "\"16\"",
        .provider = ""},
       "5",
       "not-offered=1 unallocated=4"},
      {"the cloud's count label",
       {.name = "n",
        .labels = R"("karpenter.k8s.aws/instance-gpu-name":"h100","karpenter.k8s.aws/instance-gpu-count":"8")",
        .provider = ""},
       "8",
       "not-offered=8"},
      {"Intel's count label, its resource shared by 10",
       {.name = "n",
        .labels = R"("gpu.intel.com/device-count":"2")",
        .capacity = R"("gpu.intel.com/i915":"20")",
        .provider = ""},
       "2",
       "unallocated=2"},
      {"capacity of another vendor",
       {.name = "n", .capacity = R"("habana.ai/gaudi":"8")", .provider = ""},
       "8",
       "unallocated=8"},
      {"NVIDIA's network cards are no GPUs",
       {.name = "n", .labels = h100, .capacity = k_gpu + R"("8","nvidia.com/hostdev":"8")", .provider = ""},
       "8",
       "unallocated=8"},
  };
  for (const Case& c : cases) {
    CAPTURE(c.name);
    const auto counted = count({c.node.json()});
    REQUIRE(counted.inventory.nodes.size() == 1);
    CHECK(counted.inventory.nodes[0].devices.decimal().to_string() == c.devices);
    CHECK(idle_of(counted.inventory.nodes[0]) == c.idle);
  }
}

TEST_CASE("rule 5: replicas by label, by GKE's clients, else by the count of cards with a warning") {
  struct Case {
    const char* name;
    NodeText node;
    const char* each;
    std::int64_t replicas;
    std::size_t warnings;
  };
  const Case cases[] = {
      {"the label",
       {.name = "n", .type = "g6.xlarge", .labels = R"("nvidia.com/gpu.replicas":"4")", .capacity = k_gpu + "\"4\""},
       "0.25",
       4,
       0},
      {"of a MIG profile",
       {.name = "n",
        .type = "p4d.24xlarge",
        .labels = R"("nvidia.com/mig-3g.20gb.replicas":"2")",
        .capacity = R"("nvidia.com/mig-3g.20gb":"32")"},
       "0.25",
       2,
       0},
      {"GKE's clients",
       {.name = "n",
        .labels =
            R"("cloud.google.com/gke-accelerator":"nvidia-l4","cloud.google.com/gke-max-shared-clients-per-gpu":"5")",
        .capacity = k_gpu + "\"5\"",
        .provider = ""},
       "0.2",
       5,
       0},
      {"capacity by the count of cards",
       {.name = "n", .type = "g6.12xlarge", .capacity = k_gpu + "\"16\""},
       "0.25",
       4,
       1},
      {"which does not divide: 6 on 4 cards",
       {.name = "n", .type = "g6.12xlarge", .capacity = k_gpu + "\"6\""},
       "0.666666667",
       1,
       1},
      {"a label of 1, or of 0 as under mixed MIG, is none",
       {.name = "n", .type = "g6.xlarge", .labels = R"("nvidia.com/gpu.replicas":"0")", .capacity = k_gpu + "\"1\""},
       "1",
       1,
       0},
  };
  for (const Case& c : cases) {
    CAPTURE(c.name);
    const auto counted = count({c.node.json()});
    const auto& node = counted.inventory.nodes.at(0);
    CHECK(node.offers.at(0).unit.decimal().to_string() == c.each);
    CHECK(node.offers[0].replicas == c.replicas);
    CHECK(node.warnings.size() == c.warnings);
  }
}

TEST_CASE("rule 6: one silicon under several names: supply once, demand of all") {
  // Two chips of two cores; i915 and millicores of one Intel card; eight MI300X cut into 64 partitions.
  const auto neuron =
      count({NodeText{.name = "n",
                      .capacity = R"("aws.amazon.com/neurondevice":"2","aws.amazon.com/neuroncore":"4")",
                      .provider = ""}
                 .json(),
             pod_json("a", "n", R"("aws.amazon.com/neurondevice":"1")"),
             pod_json("b", "n", R"("aws.amazon.com/neuroncore":"1")")});
  CHECK(neuron.inventory.nodes.at(0).devices == Share::of(2));
  CHECK(neuron.inventory.nodes[0].held == Share::of(3, 2));
  CHECK(idle_of(neuron.inventory.nodes[0]) == "unallocated=0.5");
  const auto intel = count(
      {NodeText{
           .name = "n", .capacity = R"("gpu.intel.com/i915":"1","gpu.intel.com/millicores":"1000")", .provider = ""}
           .json(),
       pod_json("a", "n", R"("gpu.intel.com/millicores":"250")")});
  CHECK(intel.inventory.nodes.at(0).devices == Share::of(1));
  CHECK(intel.inventory.nodes[0].held == Share::of(1, 4));
  const auto amd = count({NodeText{.name = "n",
                                   .type = "Standard_ND96isr_MI300X_v5",
                                   .capacity = R"("amd.com/gpu":"64")",
                                   .provider = "azure:///"}
                              .json(),
                          pod_json("a", "n", R"("amd.com/gpu":"4")")});
  CHECK(amd.inventory.nodes.at(0).devices == Share::of(8));
  CHECK(amd.inventory.nodes[0].held == Share::of(1, 2));
}

TEST_CASE("rule 7: a part of a GPU is the catalogue's fraction, spread over what is offered") {
  const auto counted = count({NodeText{.name = "n", .type = "g6f.large", .capacity = k_gpu + "\"1\""}.json(),
                              pod_json("a", "n", k_gpu + "\"1\"")});
  const auto& node = counted.inventory.nodes.at(0);
  CHECK(node.devices == Share::of(1, 8));
  CHECK(node.held == Share::of(1, 8));
  CHECK(node.warnings.empty());
  const auto bare = count({NodeText{.name = "n", .type = "g6f.large"}.json()});
  CHECK(idle_of(bare.inventory.nodes.at(0)) == "not-offered=0.125");
}

TEST_CASE("rule 10: the pool is the first label with a value, else (none)") {
  struct Case {
    const char* labels;
    const char* pool;
    const char* manager;
  };
  const Case cases[] = {
      {R"("karpenter.sh/nodepool":"a","eks.amazonaws.com/nodegroup":"b")", "a", "karpenter"},
      {R"("karpenter.sh/nodepool":"","eks.amazonaws.com/nodegroup":"b")", "b", "eks"},
      {R"("alpha.eksctl.io/nodegroup-name":"c","cloud.google.com/gke-nodepool":"d")", "c", "eksctl"},
      {R"("cloud.google.com/gke-nodepool":"d","kubernetes.azure.com/agentpool":"e")", "d", "gke"},
      {R"("kubernetes.azure.com/agentpool":"e","karpenter.sh/provisioner-name":"f")", "e", "aks"},
      {R"("karpenter.sh/provisioner-name":"f")", "f", "karpenter"},
      {R"("a":"b")", "(none)", ""},
  };
  for (const Case& c : cases) {
    CAPTURE(c.labels);
    const auto counted = count({NodeText{.name = "n", .labels = c.labels, .capacity = k_gpu + "\"1\""}.json()});
    CHECK(counted.inventory.nodes.at(0).identity.pool == c.pool);
    CHECK(inventory::pool_manager_of(counted.inventory.nodes[0].labels()) == c.manager);
  }
}

TEST_CASE("rule 14: a Capacity Block is told by either label") {
  for (const char* const label :
       {R"("eks.amazonaws.com/capacityType":"CAPACITY_BLOCK")",
        R"("karpenter.sh/capacity-type":"reserved","karpenter.k8s.aws/capacity-reservation-type":"capacity-block")"}) {
    CAPTURE(label);
    const auto counted = count({NodeText{.name = "n", .type = "p5.48xlarge", .labels = label}.json()});
    CHECK(counted.inventory.nodes.at(0).identity.capacity_block);
  }
  const auto other = count({NodeText{
      .name = "n",
      .type = "p5.48xlarge",
      .labels = R"("karpenter.sh/capacity-type":"reserved","karpenter.k8s.aws/capacity-reservation-type":"default")"}
                                .json()});
  CHECK(!other.inventory.nodes.at(0).identity.capacity_block);
}

TEST_CASE("rule 16: DaemonSet's and terminating pods hold; a nominated node holds nothing") {
  const std::string deleting = R"("deletionTimestamp":"2026-08-01T00:00:00Z")";
  const auto counted = count(
      {NodeText{.name = "n", .type = "g6.12xlarge", .capacity = k_gpu + "\"4\""}.json(),
       pod_json("d", "n", k_gpu + "\"1\"", owner_json("DaemonSet", "d")), pod_json("t", "n", k_gpu + "\"1\"", deleting),
       R"({"apiVersion":"v1","kind":"Pod","metadata":{"name":"w","namespace":"ml"},"spec":{"containers":[{"name":"c","resources":{"limits":{"nvidia.com/gpu":"2"}}}]},"status":{"phase":"Pending","nominatedNodeName":"n"}})"});
  CHECK(counted.inventory.nodes.at(0).held == Share::of(2));
  REQUIRE(counted.inventory.pending.size() == 1);
  CHECK(counted.inventory.pending[0].devices == 2);
}

TEST_CASE("rule 18: what lies in no instance is stranded; under DRA it can still be cut") {
  const std::string counters =
      R"("sharedCounters":[{"name":"c","counters":{"memory-slice-0":{"value":"1"},"memory-slice-1":{"value":"1"},"memory-slice-2":{"value":"1"},"memory-slice-3":{"value":"1"}}}],)";
  std::string slice = slice_json(
      R"({"name":"mig-0","consumesCounters":[{"counterSet":"c","counters":{"memory-slice-0":{"value":"1"}}}]})");
  slice.insert(slice.find("\"devices\""), counters);
  const auto counted = count({NodeText{.name = "n", .provider = ""}.json(), slice, claim_json("x", "mig-0", "", "")});
  CHECK(counted.inventory.nodes.at(0).devices == Share::of(1));
  CHECK(idle_of(counted.inventory.nodes[0]) == "unallocated=0.75");
}

TEST_CASE("rule 19: HAMi's placement says which card, and how much of it") {
  // Two cards, 24576 and 49152 MiB, offered ten times each.
  const NodeText node{
      .name = "n",
      .capacity = k_gpu + "\"20\"",
      .provider = "",
      .annotations =
          R"("hami.io/node-nvidia-register":"GPU-a,10,24576,100,NVIDIA-A10G,0,true:GPU-b,10,49152,100,NVIDIA-L40S,0,true:")"};
  const auto placed = [](const std::string& where) {
    return R"("annotations":{"hami.io/vgpu-devices-allocated":")" + where + "\"}";
  };
  struct Case {
    const char* name;
    std::string limits;
    std::string metadata;
    Share held;
  };
  const Case cases[] = {
      {"12288 MiB of the larger card are a quarter, of the smaller they would be half",
       k_gpu + R"("1","nvidia.com/gpumem":"12288")", placed("GPU-b,NVIDIA,12288,0:;"), Share::of(1, 4)},
      {"without placement the smallest card counts", k_gpu + R"("1","nvidia.com/gpumem":"12288")", "", Share::of(1, 2)},
      {"cores count where they are more", k_gpu + R"("1","nvidia.com/gpumem":"12288","nvidia.com/gpucores":"60")",
       placed("GPU-b,NVIDIA,12288,60:;"), Share::of(3, 5)},
      {"a card each for two containers", k_gpu + R"("2","nvidia.com/gpumem":"6144")",
       placed("GPU-a,NVIDIA,6144,0:;GPU-b,NVIDIA,6144,0:;"), Share::of(3, 8)},
      {"two cards of one container", k_gpu + R"("2","nvidia.com/gpumem":"6144")",
       placed("GPU-a,NVIDIA,6144,0:GPU-b,NVIDIA,6144,0:;"), Share::of(3, 8)},
      {"an instance of a card", k_gpu + R"("1","nvidia.com/gpumem":"6144")", placed("GPU-a[0-1],NVIDIA,6144,0:;"),
       Share::of(1, 4)},
      {"a card that the node does not have: what is asked for counts", k_gpu + R"("1","nvidia.com/gpumem":"6144")",
       placed("GPU-x,NVIDIA,6144,0:;"), Share::of(1, 4)},
      {"no placement at all", k_gpu + R"("1","nvidia.com/gpumem":"6144")", placed(";"), Share::of(1, 4)},
  };
  for (const Case& c : cases) {
    CAPTURE(c.name);
    const auto counted = count({node.json(), pod_json("a", "n", c.limits, c.metadata)});
    const auto& got = counted.inventory.nodes.at(0);
    CHECK(got.devices == Share::of(2));
    CHECK(got.held == c.held);
    CHECK(got.free() == Share::of(2) - c.held);
  }
}

TEST_CASE("rule 20: a pod whose extended resources became a claim counts by the claim, not by its request") {
  std::string pod = pod_json("a", "n", k_gpu + "\"1\"");
  pod.insert(pod.find("\"status\":{") + 10, R"("extendedResourceClaimStatus":{"resourceClaimName":"x"},)");
  const auto counted = count({NodeText{.name = "n", .capacity = k_gpu + "\"2\"", .provider = ""}.json(),
                              slice_json(R"({"name":"gpu-0"},{"name":"gpu-1"})"),
                              claim_json("x", "gpu-0", "", R"({"resource":"pods","name":"a"})"), pod});
  const auto& node = counted.inventory.nodes.at(0);
  REQUIRE(node.holders.size() == 1);
  CHECK(node.holders[0].claim != nullptr);
  CHECK(node.holders[0].pod != nullptr);
  CHECK(node.held == Share::of(1));
}

TEST_CASE("rule 20: slices of a former generation of their pool do not count") {
  const auto counted =
      count({NodeText{.name = "n", .provider = ""}.json(), slice_json(R"({"name":"gpu-0"},{"name":"gpu-1"})", 2, "new"),
             slice_json(R"({"name":"old-0"},{"name":"old-1"})", 1, "old")});
  CHECK(counted.inventory.nodes.at(0).devices == Share::of(2));
}

TEST_CASE("rule 21: shares of one card above 1 are scaled to 1, with node, device and factor") {
  SUBCASE("HAMi: 0.8 and 0.8 of one card, the other stays free") {
    const NodeText node{
        .name = "n",
        .capacity = k_gpu + "\"20\"",
        .provider = "",
        .annotations =
            R"("hami.io/node-nvidia-register":"GPU-a,10,10000,100,NVIDIA-A10G,0,true:GPU-b,10,10000,100,NVIDIA-A10G,0,true:")"};
    const std::string limits = k_gpu + R"("1","nvidia.com/gpumem":"8000")";
    const std::string on_a = R"("annotations":{"hami.io/vgpu-devices-allocated":"GPU-a,NVIDIA,8000,0:;"})";
    const auto counted = count({node.json(), pod_json("a", "n", limits, on_a), pod_json("b", "n", limits, on_a)});
    const auto& got = counted.inventory.nodes.at(0);
    REQUIRE(got.holders.size() == 2);
    CHECK(got.holders[0].devices == Share::of(1, 2));
    CHECK(got.holders[1].devices == Share::of(1, 2));
    CHECK(idle_of(got) == "unallocated=1");
    REQUIRE(got.warnings.size() == 1);
    CHECK(got.warnings[0] ==
          "device GPU-a is over-committed by a factor of 1.6: what its pods hold of it is scaled to 1");
  }
  SUBCASE("DRA: capacity of two dimensions, 0.75 by memory and 0.5 by cores") {
    const std::string device = R"({"name":"gpu-0","capacity":{"memory":{"value":"80Gi"},"cores":{"value":"100"}}})";
    const auto counted =
        count({NodeText{.name = "n", .provider = ""}.json(), slice_json(device + R"(,{"name":"gpu-1"})"),
               claim_json("m", "gpu-0", R"(,"consumedCapacity":{"memory":"60Gi","cores":"10"})", ""),
               claim_json("c", "gpu-0", R"(,"consumedCapacity":{"memory":"8Gi","cores":"50"})", "")});
    const auto& got = counted.inventory.nodes.at(0);
    REQUIRE(got.holders.size() == 2);
    CHECK(got.holders[0].devices == Share::of(2, 5));  // c: 0.5 / 1.25
    CHECK(got.holders[1].devices == Share::of(3, 5));  // m: 0.75 / 1.25
    CHECK(idle_of(got) == "unallocated=1");
    REQUIRE(got.warnings.size() == 1);
    CHECK(got.warnings[0].starts_with("device gpu-0 is over-committed by a factor of 1.25"));
  }
  SUBCASE("a node's sum likewise: 3 on 2") {
    const auto counted = count({NodeText{.name = "n", .capacity = k_gpu + "\"2\"", .provider = ""}.json(),
                                pod_json("a", "n", k_gpu + "\"1\""), pod_json("b", "n", k_gpu + "\"2\"")});
    const auto& got = counted.inventory.nodes.at(0);
    CHECK(got.holders.at(0).devices == Share::of(2, 3));
    CHECK(got.held == Share::of(2));
    REQUIRE(got.warnings.size() == 1);
    CHECK(got.warnings[0].starts_with("is over-committed by a factor of 1.5"));
  }
}

TEST_CASE("rule 21: pods on a node whose devices are gone hold nothing of nothing, and are listed") {
  const auto counted = count(
      {NodeText{.name = "n", .capacity = k_gpu + "\"0\"", .provider = ""}.json(), pod_json("a", "n", k_gpu + "\"1\"")});
  const auto& got = counted.inventory.nodes.at(0);
  CHECK(got.devices == Share());
  CHECK(got.held == Share());
  REQUIRE(got.holders.size() == 1);
  CHECK(got.holders[0].devices == Share());
  REQUIRE(got.warnings.size() == 1);
  CHECK(got.warnings[0] == "has no accelerator left that anything tells of, and its pods hold 1");
}

TEST_CASE("rule 23: what is young and cannot hold pods is starting, by the input alone") {
  // The newest heartbeat of the input is 2026-08-01T00:00:00Z; 15 minutes before that is young.
  const std::string taint = R"("taints":[{"key":"node.cilium.io/agent-not-ready","effect":"NoSchedule"}])";
  struct Case {
    const char* name;
    NodeText node;
    const char* idle;
  };
  const std::string gpu = k_gpu + "\"1\"";
  const Case cases[] = {
      {"a start-up taint",
       {.name = "n", .type = "g6.xlarge", .capacity = gpu, .spec = taint, .created = "2026-07-31T23:45:00Z"},
       "starting=1"},
      {"a second older",
       {.name = "n", .type = "g6.xlarge", .capacity = gpu, .spec = taint, .created = "2026-07-31T23:44:59Z"},
       "unallocated=1"},
      {"young, and offers nothing",
       {.name = "n", .type = "g6.xlarge", .created = "2026-07-31T23:50:00Z"},
       "starting=1"},
      {"young, and holds pods",
       {.name = "n", .type = "g6.xlarge", .capacity = gpu, .created = "2026-07-31T23:50:00Z"},
       "unallocated=1"},
      {"old, and offers nothing", {.name = "n", .type = "g6.xlarge"}, "not-offered=1"},
  };
  for (const Case& c : cases) {
    CAPTURE(c.name);
    CHECK(idle_of(count({c.node.json()}).inventory.nodes.at(0)) == c.idle);
  }
  std::string mute = NodeText{.name = "n", .type = "g6.xlarge", .created = "2026-07-31T23:59:00Z"}.json();
  mute.replace(mute.find("lastHeartbeatTime"), 17, "lastSeenElsewhere");
  CHECK(idle_of(count({mute}).inventory.nodes.at(0)) == "not-offered=1");
}

TEST_CASE("rules 24 to 26: squatters are named first, and make nothing free that is not") {
  const std::string web = pod_json("web", "n", R"("cpu":"1")");
  struct Case {
    const char* name;
    NodeText node;
    const char* idle;
    Share free;
  };
  const std::string gpu = k_gpu + "\"4\"";
  const Case cases[] = {
      {"a pod could take them", {.name = "n", .type = "g6.12xlarge", .capacity = gpu}, "squatted=4", Share::of(4)},
      {"cordoned",
       {.name = "n", .type = "g6.12xlarge", .capacity = gpu, .spec = R"("unschedulable":true)"},
       "squatted=4",
       Share()},
      {"not ready", {.name = "n", .type = "g6.12xlarge", .capacity = gpu, .ready = "False"}, "squatted=4", Share()},
      {"one is not offered",
       {.name = "n", .type = "g6.12xlarge", .capacity = k_gpu + "\"3\""},
       "squatted=4",
       Share::of(3)},
      {"no plugin", {.name = "n", .type = "g6.12xlarge"}, "squatted=4", Share()},
  };
  for (const Case& c : cases) {
    CAPTURE(c.name);
    const auto counted = count({c.node.json(), web});
    CHECK(idle_of(counted.inventory.nodes.at(0)) == c.idle);
    CHECK(counted.inventory.nodes[0].free() == c.free);
  }
  std::string going = NodeText{.name = "n", .type = "g6.12xlarge", .capacity = gpu}.json();
  going.insert(going.find("\"name\""), R"("deletionTimestamp":"2026-08-01T00:00:00Z",)");
  CHECK(idle_of(count({going, web}).inventory.nodes.at(0)) == "deleting=4");
}

TEST_CASE("rule 28: lost nodes are counted, and what is free of them cannot be had") {
  const auto counted =
      count({NodeText{.name = "a", .type = "g6.12xlarge", .capacity = k_gpu + "\"4\"", .ready = "Unknown"}.json(),
             NodeText{.name = "b", .type = "g6.xlarge", .capacity = k_gpu + "\"1\"", .ready = "False"}.json(),
             pod_json("p", "a", k_gpu + "\"1\"")});
  CHECK(idle_of(counted.inventory.nodes.at(0)) == "not-ready=3");
  REQUIRE(counted.inventory.warnings.size() == 1);
  CHECK(counted.inventory.warnings[0] == "1 node is lost (Ready is Unknown), and billed until the cloud ends it: a");
}

TEST_CASE("rule 31: the topmost owner, by what was read, else by the name") {
  struct Case {
    const char* name;
    std::string metadata;
    std::vector<std::string> controllers;
    const char* owner;
  };
  const Case cases[] = {
      {"none", "", {}, "Pod/p"},
      {"a static pod", owner_json("Node", "n"), {}, "Pod/p"},
      {"ReplicaSet and Deployment",
       owner_json("ReplicaSet", "web-5d8f"),
       {controller_json("apps/v1", "ReplicaSet", "web-5d8f", owner_json("Deployment", "web"))},
       "Deployment/web"},
      {"a ReplicaSet that was read and has no owner",
       owner_json("ReplicaSet", "web-5d8f"),
       {controller_json("apps/v1", "ReplicaSet", "web-5d8f")},
       "ReplicaSet/web-5d8f"},
      {"a ReplicaSet that was not read", owner_json("ReplicaSet", "my-web-5d8f"), {}, "Deployment/my-web~"},
      {"a ReplicaSet without a hash", owner_json("ReplicaSet", "web"), {}, "ReplicaSet/web"},
      {"Job and CronJob",
       owner_json("Job", "nightly-1"),
       {controller_json("batch/v1", "Job", "nightly-1", owner_json("CronJob", "nightly"))},
       "CronJob/nightly"},
      {"a Job that was not read", owner_json("Job", "nightly-28912345"), {}, "CronJob/nightly~"},
      {"a Job of its own", owner_json("Job", "train-1234567"), {}, "Job/train-1234567"},
      {"a Job whose end is no time", owner_json("Job", "train-2891234x"), {}, "Job/train-2891234x"},
      {"a custom owner that was not read", owner_json("RayCluster", "r-raycluster-x"), {}, "RayCluster/r-raycluster-x"},
      {"a custom owner and its own",
       owner_json("RayCluster", "r-raycluster-x"),
       {controller_json("ray.io/v1", "RayCluster", "r-raycluster-x", owner_json("RayService", "r"))},
       "RayService/r"},
      {"a Job of a JobSet that was not read",
       owner_json("Job", "js-0"),
       {controller_json("batch/v1", "Job", "js-0", owner_json("JobSet", "js"))},
       "JobSet/js"},
      {"owners in a circle end",
       owner_json("ReplicaSet", "a-1"),
       {controller_json("apps/v1", "ReplicaSet", "a-1", owner_json("Deployment", "b")),
        controller_json("apps/v1", "Deployment", "b", owner_json("ReplicaSet", "a-1"))},
       "ReplicaSet/a-1"},
  };
  for (const Case& c : cases) {
    CAPTURE(c.name);
    std::vector<std::string> objects = {NodeText{.name = "n", .type = "g6.xlarge", .capacity = k_gpu + "\"1\""}.json(),
                                        pod_json("p", "n", k_gpu + "\"1\"", c.metadata)};
    objects.insert(objects.end(), c.controllers.begin(), c.controllers.end());
    const auto counted = count(objects);
    CHECK(inventory::top_owner(counted.snapshot, counted.snapshot.pods.at(0)).text() == c.owner);
  }
}

TEST_CASE("rule 36: decimals add up, the largest remainders are rounded up") {
  const std::vector<Share> thirds = {Share::of(1, 3), Share::of(1, 3), Share::of(1, 3)};
  const auto nine = inventory::round_to_total(thirds, 9);
  CHECK(nine[0].to_string() == "0.333333334");
  CHECK(nine[1].to_string() == "0.333333333");
  CHECK(nine[0].nanos() + nine[1].nanos() + nine[2].nanos() == Decimal::k_scale);
  const std::vector<Share> mixed = {Share::of(1, 8), Share::of(2, 3), Share::of(5, 24), Share::of(7)};
  const auto one = inventory::round_to_total(mixed, 1);  // 0.125 0.667 0.208 7: 8 in all
  CHECK(one[0].to_string() == "0.1");
  CHECK(one[1].to_string() == "0.7");
  CHECK(one[2].to_string() == "0.2");
  CHECK(one[3].to_string() == "7");
  CHECK(inventory::round_to_total({}, 3).empty());
}
