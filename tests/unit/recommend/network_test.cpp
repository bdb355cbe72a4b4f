// Replicas over several nodes (recommend.md 12, 10, 24): which types are joined, and how many of them.
#include "questions.hpp"
#include "search.hpp"
#include "support.hpp"

#include <doctest/doctest.h>

#include <set>

using namespace kgpu;
using recommend::Row;
using test::answer;
using test::ask;
using test::only;

namespace {

using NodeCounts = std::set<std::int32_t>;

/// Nodes that replicas of the model would take on the type, whether they fit or not.
NodeCounts node_counts(const std::string& type, std::int32_t max_nodes) {
  const auto& catalog = catalog::Catalog::built_in();
  auto question = ask("meta-llama/Llama-3.1-8B");
  question.scope.max_nodes = max_nodes;
  const catalog::InstanceType& found = *catalog.find_instance_type(type);
  recommend::KindTable kinds(catalog);
  NodeCounts counts;
  for (const recommend::Layout& layout : layouts_of(question, found, *kinds.of(found).front())) {
    CHECK(layout.devices == layout.parallel.devices());
    counts.insert(layout.nodes);
  }
  return counts;
}

}  // namespace

TEST_CASE("recommend.md 12: EFA of 100 Gb/s, GCP's and Azure's networks join nodes, others do not") {
  struct Case {
    const char* type;
    bool joined;
    const char* why;
  };
  // EFA interfaces and Gb/s: data/aws_instances.csv. The others: the rule's own list.
  const Case cases[] = {
      {"p5.4xlarge", true, "1 EFA, 100 Gb/s"},
      {"p5.48xlarge", true, "32 EFA, 3200 Gb/s"},
      {"p4d.24xlarge", true, "4 EFA, 400 Gb/s"},
      {"g6e.12xlarge", true, "1 EFA, 100 Gb/s"},
      {"g6.48xlarge", true, "1 EFA, 100 Gb/s"},
      {"trn1.32xlarge", true, "8 EFA, 800 Gb/s"},
      {"g6e.8xlarge", false, "1 EFA, 25 Gb/s"},
      {"g6.12xlarge", false, "40 Gb/s without EFA"},
      {"g6e.4xlarge", false, "20 Gb/s without EFA"},
      {"a3-highgpu-8g", true, "a3-high"},
      {"a3-megagpu-8g", true, "a3-mega"},
      {"a3-ultragpu-8g", true, "a3-ultra"},
      {"a4-highgpu-8g", true, "a4"},
      {"a4x-highgpu-4g", true, "a4x"},
      {"a3-highgpu-4g", false, "half a machine"},
      {"a2-ultragpu-8g", false, "100 Gb/s, and no network of the list"},
      {"a2-megagpu-16g", false, "the same"},
      {"g2-standard-96", false, "the same"},
      {"Standard_ND96asr_v4", true, "ND...r"},
      {"Standard_ND96amsr_A100_v4", true, "ND...r"},
      {"Standard_ND96isr_H100_v5", true, "ND...r"},
      {"Standard_ND96isr_H200_v5", true, "ND...r"},
      {"Standard_ND96isr_MI300X_v5", true, "ND...r"},
      {"Standard_ND128isr_GB300_v6", true, "ND...r"},
      {"Standard_ND128isr_NDR_GB200_v6", true, "ND...r"},
      {"Standard_ND40rs_v2", true, "ND...r"},
      {"Standard_ND96is_MI300X_v5", false, "no r"},
      {"Standard_NC24rs_v3", false, "NC"},
      {"Standard_NC96ads_A100_v4", false, "NC"},
      {"Standard_NC80adis_H100_v5", false, "NC, 80 Gb/s"},
  };
  for (const Case& c : cases) {
    CAPTURE(c.type);
    CAPTURE(c.why);
    const auto* type = catalog::Catalog::built_in().find_instance_type(c.type);
    REQUIRE(type != nullptr);
    CHECK(recommend::joins_nodes(*type) == c.joined);
  }
}

TEST_CASE("recommend.md 12: 2, 4 or 8 of one type, at most --max-nodes") {
  struct Case {
    const char* type;
    std::int32_t max_nodes;
    NodeCounts counts;
  };
  const Case cases[] = {
      {"p5.48xlarge", 1, {1}},
      {"p5.48xlarge", 2, {1, 2}},
      {"p5.48xlarge", 3, {1, 2}},
      {"p5.48xlarge", 7, {1, 2, 4}},
      {"p5.48xlarge", 64, {1, 2, 4, 8}},
      {"a3-megagpu-8g", 8, {1, 2, 4, 8}},
      {"Standard_ND96isr_H100_v5", 8, {1, 2, 4, 8}},
      {"g6.12xlarge", 8, {1}},                // no EFA
      {"a2-ultragpu-8g", 8, {1}},             // no network of the list
      {"Standard_ND96is_MI300X_v5", 8, {1}},  // no r
  };
  for (const Case& c : cases) {
    CAPTURE(c.type);
    CAPTURE(c.max_nodes);
    CHECK(node_counts(c.type, c.max_nodes) == c.counts);
  }
}

// Llama-3.1-405B in bf16: 405.85e9 parameters, 811.7 GB. 8 x H100 hold 8 x 0.9 x 79.18 GiB = 612 GB: not on one node.
// Two nodes have 1224 GB. Each of them is paid for.
TEST_CASE("recommend.md 12, 21: a replica over two nodes, on each cloud") {
  for (const char* type : {"p5.48xlarge", "a3-megagpu-8g", "Standard_ND96isr_H100_v5"}) {
    CAPTURE(type);
    auto question = only(ask("meta-llama/Llama-3.1-405B"), {type});
    question.scope.regions.clear();
    CHECK(answer(question).best() == nullptr);
    question.scope.max_nodes = 2;
    const auto found = answer(question);
    const Row* best = found.best();
    REQUIRE(best != nullptr);
    CHECK(best->nodes_per_replica == 2);
    CHECK(best->nodes == 2);
    CHECK(best->parallel.tensor == 8);
    CHECK(best->parallel.pipeline == 2);
    CHECK(best->parallel.across_nodes);
    CHECK(best->usd_per_hour == *best->price.usd_per_hour * 2);
  }
}
