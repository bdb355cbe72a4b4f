#include "clusters.hpp"

#include <doctest/doctest.h>

#include <random>
#include <string>
#include <vector>

/// Clusters that nobody has: every mix of labels, quantities and annotations is counted without a fault, and held and
/// idle are the whole node (CONTRACTS §9), unless numbers are beyond what a share can hold.
using namespace kgpu;
using inventory::Share;
using kgpu::testing::count;
using kgpu::testing::NodeText;
using kgpu::testing::pod_json;

namespace {

template <std::size_t Size>
const char* pick(std::mt19937_64& random, const char* const (&choices)[Size]) {
  return choices[random() % Size];
}

constexpr const char* k_types[] = {"", "g6.xlarge", "p4d.24xlarge", "g6f.large", "trn1.32xlarge", "m7i.xlarge", "x"};
constexpr const char* k_resources[] = {"nvidia.com/gpu",
                                       "nvidia.com/gpu.shared",
                                       "nvidia.com/mig-1g.5gb",
                                       "nvidia.com/mig-3g.20gb.shared",
                                       "nvidia.com/mig-9g.1gb",
                                       "nvidia.com/gpumem",
                                       "amd.com/gpu",
                                       "aws.amazon.com/neuroncore",
                                       "aws.amazon.com/neuron",
                                       "gpu.intel.com/i915",
                                       "gpu.intel.com/millicores",
                                       "habana.ai/gaudi"};
constexpr const char* k_labels[] = {
    R"("a":"b")",
    R"("nvidia.com/gpu.replicas":"4")",
    R"("nvidia.com/gpu.replicas":"999999999999","nvidia.com/gpu.count":"3")",
    R"("nvidia.com/gpu.product":"NVIDIA-A100-SXM4-40GB-MIG-4g.20gb")",
    R"("nvidia.com/gpu.product":"X-MIG-","nvidia.com/gpu.count":"-1")",
    R"("cloud.google.com/gke-max-shared-clients-per-gpu":"3","cloud.google.com/gke-gpu-partition-size":"1g.5gb")",
    R"("gpu.intel.com/device-count":"16")",
    R"("nvidia.com/mig-1g.5gb.replicas":"7")"};
constexpr const char* k_annotations[] = {
    "", "", R"("hami.io/node-nvidia-register":"GPU-a,10,24576,100,A10,0,true:GPU-b,10,1,100,A10,0,true:")",
    R"("hami.io/node-nvidia-register":"[{\"id\":\"GPU-a\",\"devmem\":24576},{\"devmem\":-1},{")",
    R"("hami.io/node-nvidia-register":":::,,,,;")"};
constexpr const char* k_placements[] = {
    "", "", R"("annotations":{"hami.io/vgpu-devices-allocated":"GPU-a,NVIDIA,999999,900:GPU-b,x,0,0:;;"})",
    R"("annotations":{"hami.io/vgpu-devices-allocated":"GPU-a,NVIDIA,-5,-5:;GPU-,,,"})"};

std::string quantity(std::mt19937_64& random, bool absurd) {
  constexpr const char* k_absurd[] = {"9223372036854775807", "9e18", "1n", "-3", "0.5", "7E", "not"};
  return absurd && random() % 3 == 0 ? pick(random, k_absurd) : std::to_string(random() % 20);
}

std::string amounts(std::mt19937_64& random, bool absurd) {
  std::string text;
  for (std::uint64_t i = random() % 4; i > 0; --i) {
    text += std::string(text.empty() ? "\"" : ",\"") + pick(random, k_resources) + "\":\"" + quantity(random, absurd) +
            "\"";
  }
  return text;
}

testing::Counted any_cluster(std::mt19937_64& random, bool absurd) {
  std::vector<std::string> objects;
  for (std::uint64_t i = 0; i < 3; ++i) {
    const std::string name = "n" + std::to_string(i);
    const bool many = absurd && random() % 4 == 0;
    objects.push_back(
        NodeText{.name = name,
                 .type = pick(random, k_types),
                 .labels = many ? R"("gpu.intel.com/device-count":"9223372036854775807")" : pick(random, k_labels),
                 .capacity = amounts(random, absurd),
                 .spec = random() % 4 == 0 ? R"("unschedulable":true)" : "",
                 .provider = random() % 2 == 0 ? "" : "aws:///us-east-1a/i-",
                 .ready = random() % 4 == 0 ? "Unknown" : "True",
                 .allocatable = random() % 2 == 0 ? "" : amounts(random, absurd),
                 .annotations = pick(random, k_annotations)}
            .json());
    for (std::uint64_t p = random() % 4; p > 0; --p) {
      objects.push_back(pod_json(
          "p" + std::to_string(i) + "-" + std::to_string(p), name, amounts(random, absurd), pick(random, k_placements),
          "Running", random() % 3 == 0 ? R"("resourceClaims":[{"name":"c","resourceClaimName":"x"}])" : ""));
    }
  }
  return count(objects);
}

}  // namespace

TEST_CASE("held and idle are the whole node, whatever it offers and whoever asks") {
  std::mt19937_64 random(11);  // a fixed seed
  for (int round = 0; round < 400; ++round) {
    CAPTURE(round);
    const auto counted = any_cluster(random, false);
    for (const auto& node : counted.inventory.nodes) {
      Share held;
      for (const auto& holder : node.holders) {
        CHECK(holder.devices >= Share());
        held += holder.devices;
      }
      CHECK(held == node.held);
      Share all = held;
      for (const auto& idle : node.idle) {
        CHECK(idle.devices > Share());
        all += idle.devices;
      }
      CHECK(all == node.devices);
      CHECK(node.free() >= Share());
      CHECK(node.free() <= node.devices - node.held);
    }
  }
}

TEST_CASE("absurd numbers are counted without a fault") {
  std::mt19937_64 random(12);  // a fixed seed
  for (int round = 0; round < 400; ++round) {
    CAPTURE(round);
    const auto counted = any_cluster(random, true);
    for (const auto& node : counted.inventory.nodes) {
      CHECK(node.held <= node.devices);
      CHECK(node.free() <= node.devices);
      CHECK(node.held >= Share());
    }
  }
}
