#include "doctest/doctest.h"
#include "pool_questions.hpp"

namespace kgpu::pool {
namespace {

using catalog::Capacity;

std::vector<NodeGroup> groups_of(const Change& change) {
  return plan_of(eksctl_question(change)).cluster.groups;
}

TEST_CASE("a group per capacity (pools.md 22)") {
  const auto names = [](const std::vector<NodeGroup>& groups) {
    std::vector<std::string> list;
    for (const NodeGroup& group : groups) {
      list.push_back(group.name + (group.spot ? " spot" : "") + (group.reservation.empty() ? "" : " reserved"));
    }
    return list;
  };
  using Lines = std::vector<std::string>;
  CHECK(names(groups_of([](auto&) {})) == Lines{"x"});
  CHECK(names(groups_of([](auto& o) { o.capacity = {Capacity::spot}; })) == Lines{"x spot"});
  CHECK(names(groups_of([](auto& o) {
          o.capacity = {Capacity::spot, Capacity::on_demand, Capacity::reserved};
          o.capacity_reservations = {"cr-01234567"};
        })) == Lines{"x", "x-spot spot", "x-reserved reserved"});
}

TEST_CASE("sizes (pools.md 3, 22)") {
  const auto sizes = [](const NodeGroup& group) { return std::vector{group.min, group.max, group.desired}; };
  using Sizes = std::vector<std::int64_t>;
  CHECK(sizes(groups_of([](auto&) {}).at(0)) == Sizes{0, 2, 0});
  CHECK(sizes(groups_of([](auto& o) { o.min_nodes = 4; }).at(0)) == Sizes{4, 4, 4});
  CHECK(sizes(groups_of([](auto& o) { o.desired_nodes = 1; }).at(0)) == Sizes{0, 2, 1});
  const auto baseline = groups_of([](auto& o) {
    o.baseline_on_demand = 3;
    o.max_nodes = 5;
  });
  REQUIRE(baseline.size() == 2);
  CHECK(sizes(baseline[0]) == Sizes{3, 3, 3});
  CHECK(baseline[1].name == "x-spot");
  CHECK(baseline[1].spot);
  CHECK(sizes(baseline[1]) == Sizes{0, 5, 0});
}

TEST_CASE("an accelerator becomes the priced types, cheapest first, at most 20 (pools.md 12)") {
  // us-east-1 on demand: g6e.xlarge 1.861, 2xlarge 2.24208, 4xlarge 3.00424, 8xlarge 4.52856, 16xlarge 7.57719
  const auto one = groups_of(by_accelerator({"L40S"}, [](auto& o) { o.accelerator_counts = {1}; }));
  CHECK(one.at(0).instance_types ==
        std::vector<std::string>{"g6e.xlarge", "g6e.2xlarge", "g6e.4xlarge", "g6e.8xlarge", "g6e.16xlarge"});
  CHECK(groups_of(by_accelerator({"L4", "A10G", "L40S", "T4"})).at(0).instance_types.size() == 20);
  // p5e has no price there
  CHECK(groups_of(by_accelerator({"H200"})).at(0).instance_types == std::vector<std::string>{"p5en.48xlarge"});
}

TEST_CASE("labels tell the autoscaler and mark self-managed spot (manifests.md 3)") {
  const auto lines = [](const Change& change) { return label_lines(groups_of(change).at(0).labels); };
  CHECK(has(lines([](auto&) {}), "k8s.amazonaws.com/accelerator=nvidia-l4"));
  CHECK_FALSE(mentions(lines([](auto& o) { o.instance_types = {"trn1.32xlarge"}; }), "k8s.amazonaws.com"));
  CHECK_FALSE(mentions(lines([](auto& o) { o.capacity = {Capacity::spot}; }), "node-lifecycle"));
  CHECK(has(lines([](auto& o) {
              o.capacity = {Capacity::spot};
              o.self_managed = true;
            }),
            "node-lifecycle=spot"));
  CHECK(has(lines([](auto& o) {
              o.labels = {{"k8s.amazonaws.com/accelerator", "mine"}};
            }),
            "k8s.amazonaws.com/accelerator=mine"));
  // a part of a GPU has no nominal memory
  CHECK_FALSE(mentions(lines([](auto& o) { o.instance_types = {"g6f.xlarge"}; }), "gpu-memory"));
}

TEST_CASE("comments say what makes the groups, and what a stage does not do (pools.md 4, 23)") {
  const auto notes = [](const Change& change) { return plan_of(eksctl_question(change)).cluster.notes; };
  CHECK(mentions(notes([](auto&) {}), "eksctl create nodegroup -f FILE [--install-nvidia-plugin=false]"));
  CHECK_FALSE(mentions(notes([](auto& o) { o.ami_family = AmiFamily::bottlerocket; }), "nvidia-plugin"));
  CHECK(mentions(notes([](auto& o) { o.stage = Stage::training; }), "sets the disk only"));
  CHECK(groups_of([](auto& o) { o.stage = Stage::training; }).at(0).volume_gib == 500);
  CHECK(mentions(plan_of(eksctl_question([](auto& o) { o.kubernetes_version = "1.34"; })).warnings,
                 "--kubernetes-version is not written"));
}

TEST_CASE("Capacity Blocks and EFA (pools.md 17, 18)") {
  const NodeGroup group = groups_of([](auto& o) {
                            o.instance_types = {"p5.48xlarge"};
                            o.capacity_block = true;
                            o.capacity_reservations = {"cr-01234567"};
                            o.zones = {"us-east-1a"};
                            o.efa = true;
                          }).at(0);
  CHECK(group.capacity_block);
  CHECK(group.reservation == "cr-01234567");
  CHECK(group.efa);
  CHECK(group.zones == std::vector<std::string>{"us-east-1a"});
  CHECK(mentions(group.notes, "aws-efa-k8s-device-plugin"));
}

}  // namespace
}  // namespace kgpu::pool
