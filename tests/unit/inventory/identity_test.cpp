#include "clusters.hpp"

#include <doctest/doctest.h>

using namespace kgpu;
using kgpu::testing::count;
using kgpu::testing::NodeText;

TEST_CASE("how a node was bought: the first label that decides (manifests.md 13, ledger.md 13)") {
  struct Case {
    const char* labels;
    const char* provider;
    const char* capacity;  ///< empty: unknown
  };
  const Case cases[] = {
      {R"("karpenter.sh/capacity-type":"spot")", "aws:///z/i", "spot"},
      {R"("karpenter.sh/capacity-type":"","eks.amazonaws.com/capacityType":"SPOT")", "aws:///z/i", "spot"},
      {R"("karpenter.sh/capacity-type":"other","node-lifecycle":"on-demand")", "aws:///z/i", "on-demand"},
      {R"("eks.amazonaws.com/capacityType":"ON_DEMAND","lifecycle":"spot")", "aws:///z/i", "on-demand"},
      {R"("eks.amazonaws.com/capacityType":"CAPACITY_BLOCK")", "aws:///z/i", "reserved"},
      {R"("cloud.google.com/gke-spot":"true")", "gce://p/z/n", "spot"},
      {R"("a":"b")", "gce://p/z/n", "on-demand"},
      {R"("kubernetes.azure.com/scalesetpriority":"spot")", "azure:///s", "spot"},
      {R"("a":"b")", "azure:///s", "on-demand"},
      {R"("a":"b")", "aws:///z/i", ""},
      {R"("a":"b")", "", ""},
      {R"("node.kubernetes.io/lifecycle":"normal")", "", "on-demand"},
  };
  for (const Case& c : cases) {
    CAPTURE(c.labels);
    CAPTURE(c.provider);
    const auto counted =
        count({NodeText{.name = "n", .labels = c.labels, .capacity = R"("nvidia.com/gpu":"1")", .provider = c.provider}
                   .json()});
    const auto& identity = counted.inventory.nodes.at(0).identity;
    const std::string got = identity.capacity ? std::string(to_string(*identity.capacity)) : "";
    CHECK(got == c.capacity);
    CHECK(identity.capacity_block == (std::string(c.labels).find("CAPACITY_BLOCK") != std::string::npos));
  }
}

TEST_CASE("region: the label, else the zone less its letter; local zones belong to their parent (ledger.md 8)") {
  struct Case {
    const char* zone;
    const char* provider;
    const char* region;
    bool local;
  };
  const Case cases[] = {
      {"us-east-1a", "aws:///", "us-east-1", false},      {"us-gov-west-1b", "aws:///", "us-gov-west-1", false},
      {"us-west-2-lax-1a", "aws:///", "us-west-2", true}, {"us-central1-a", "gce://", "us-central1", false},
      {"eastus-1", "azure:///", "eastus", false},         {"", "aws:///", "", false},
  };
  for (const Case& c : cases) {
    CAPTURE(c.zone);
    const auto counted = count({NodeText{.name = "n",
                                         .labels = R"("topology.kubernetes.io/zone":")" + std::string(c.zone) + "\"",
                                         .capacity = R"("nvidia.com/gpu":"1")",
                                         .provider = c.provider}
                                    .json()});
    CHECK(counted.inventory.nodes.at(0).identity.region == c.region);
    CHECK(counted.inventory.nodes.at(0).identity.local_zone == c.local);
  }
}

TEST_CASE("gcp N1: the machine's key names its cards (CONTRACTS §3, ledger.md 9)") {
  const std::string attached =
      R"("cloud.google.com/gke-accelerator":"nvidia-tesla-t4","cloud.google.com/gke-nodepool":"t4")";
  const auto counted = count(
      {NodeText{.name = "a",
                .type = "n1-standard-8",
                .labels = attached,
                .capacity = R"("nvidia.com/gpu":"1")",
                .provider = "gce://p/us-central1-a/"}
           .json(),
       // No plugin yet: another node of its pool tells.
       NodeText{.name = "b", .type = "n1-standard-8", .labels = attached, .provider = "gce://p/us-central1-a/"}.json(),
       // Four clients share each card.
       NodeText{
           .name = "c",
           .type = "n1-standard-8",
           .labels =
               R"("cloud.google.com/gke-accelerator":"nvidia-tesla-t4","cloud.google.com/gke-max-shared-clients-per-gpu":"4")",
           .capacity = R"("nvidia.com/gpu":"4")",
           .provider = "gce://p/us-central1-a/"}
           .json()});
  REQUIRE(counted.inventory.nodes.size() == 3);
  for (const auto& node : counted.inventory.nodes) {
    CHECK(node.identity.type == "n1-standard-8+nvidia-tesla-t4x1");
    CHECK(node.identity.catalogue_type != nullptr);
    CHECK(node.devices == inventory::Share::of(1));
  }
}
