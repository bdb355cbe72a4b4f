#include "doctest/doctest.h"
#include "pool_questions.hpp"

namespace kgpu::pool {
namespace {

using catalog::Capacity;

NodePool pool_of(const PoolOptions& options) {
  return plan_of(options).pools.at(0);
}

TEST_CASE("what tells the types apart (pools.md 12 to 16, manifests.md 2.1)") {
  const std::string name = "karpenter.k8s.aws/instance-gpu-name In ";
  const std::string count = "karpenter.k8s.aws/instance-gpu-count ";
  const std::string memory = "karpenter.k8s.aws/instance-gpu-memory In ";
  const struct {
    std::string what;
    PoolOptions options;
    std::vector<std::string> lines;  // without those of capacity, arch and os
  } cases[] = {
      {"types by name",
       question([](auto& o) {
         o.instance_types = {"g6.2xlarge", "g6.xlarge", "g6.xlarge"};
       }),
       {"node.kubernetes.io/instance-type In g6.2xlarge,g6.xlarge"}},
      {"any whole L4", question(by_accelerator({"l4"})), {name + "l4", count + "Gt 0"}},
      {"an alias and a canonical name", question(by_accelerator({"a10g", "L4"})), {name + "a10g,l4", count + "Gt 0"}},
      {"a count",
       question(by_accelerator({"L4"},
                               [](auto& o) {
                                 o.accelerator_counts = {4, 1, 3};
                               })),
       {name + "l4", count + "In 1,4"}},
      {"one of two cards of a name",
       question(by_accelerator({"A100-80"})),
       {name + "a100", count + "Gt 0", memory + "81920"}},
      {"both cards of a name", question(by_accelerator({"A100"})), {name + "a100", count + "Gt 0"}},
      {"nominal memory",
       question(by_accelerator({"A100"}, [](auto& o) { o.accelerator_memory = parse_memory_size("40GB", "-"); })),
       {name + "a100", count + "Gt 0", memory + "40960"}},
      {"usable memory at least",
       question(by_accelerator({"L4", "L40S"}, [](auto& o) { o.accelerator_memory = parse_memory_size("30Gi", "-"); })),
       {name + "l40s", count + "Gt 0", memory + "45776"}},
      {"larger types left out",
       question(by_accelerator({"L4"}, [](auto& o) { o.max_accelerators = 4; })),
       {name + "l4", count + "Gt 0", count + "Lt 5"}},
      {"Neuron has labels of its own",
       question(by_accelerator({"Inferentia2", "Trainium1"})),
       {"karpenter.k8s.aws/instance-accelerator-name In inferentia2,trainium",
        "karpenter.k8s.aws/instance-accelerator-count Gt 0"}},
  };
  for (const auto& c : cases) {
    CAPTURE(c.what);
    auto lines = requirement_lines(pool_of(c.options));
    REQUIRE(lines.size() == c.lines.size() + 3);
    lines.resize(c.lines.size());
    CHECK(lines == c.lines);
  }
}

TEST_CASE("arch and os always; both architectures where both are (pools.md 5, 12)") {
  const auto lines = requirement_lines(pool_of(question(by_accelerator({"T4", "T4G"}))));
  CHECK(has(lines, "kubernetes.io/arch In amd64,arm64"));
  CHECK(has(lines, "kubernetes.io/os In linux"));
}

TEST_CASE("capacity types stand in the order Karpenter tries them") {
  const auto pool = pool_of(question([](auto& o) {
    o.capacity = {Capacity::on_demand, Capacity::spot, Capacity::spot};
  }));
  CHECK(has(requirement_lines(pool), "karpenter.sh/capacity-type In spot,on-demand"));
  const auto reserved = plan_of(question([](auto& o) { o.capacity_reservations = {"cr-01234567", "cr-01234568"}; }));
  CHECK(has(requirement_lines(reserved.pools.at(0)), "karpenter.sh/capacity-type In reserved"));
  CHECK(reserved.node_class.reservations == std::vector<std::string>{"cr-01234567", "cr-01234568"});
}

TEST_CASE("limits are of the extended resource (pools.md 3, 16, 19)") {
  const struct {
    PoolOptions options;
    std::string resource;
    std::int64_t limit;
  } cases[] = {
      {question([](auto&) {}), "nvidia.com/gpu", 8},
      {question([](auto& o) { o.instance_types = {"p2.16xlarge"}; }), "nvidia.com/gpu", 16},
      {question([](auto& o) { o.instance_types = {"trn1.32xlarge"}; }), "aws.amazon.com/neuron", 16},
      {question([](auto& o) {
         o.instance_types = {"g4ad.xlarge"};
         o.kubernetes_version = "1.34";
       }),
       "amd.com/gpu", 8},
      {question([](auto& o) { o.instance_types = {"m7i.xlarge"}; }), "cpu", 64},
      {question([](auto& o) { o.max_accelerators = 3; }), "nvidia.com/gpu", 3},
  };
  for (const auto& c : cases) {
    CAPTURE(c.resource);
    const NodePool pool = pool_of(c.options);
    CHECK(pool.limit_resource == c.resource);
    CHECK(pool.limit == c.limit);
  }
  CHECK(pool_of(question(by_accelerator({"L4"}))).limit_why.find("one node starts a round") != std::string::npos);
}

TEST_CASE("stages (pools.md 4)") {
  const NodePool inference = pool_of(question([](auto&) {}));
  CHECK(inference.expire_after == "720h");
  CHECK(inference.termination_grace_period == "1h");
  CHECK(inference.disruption.policy == "WhenEmptyOrUnderutilized");
  CHECK(inference.disruption.consolidate_after == "10m");
  REQUIRE(inference.disruption.budgets.size() == 1);
  CHECK(inference.disruption.budgets[0].nodes == "1");

  const NodePool development = pool_of(question([](auto& o) { o.stage = Stage::development; }));
  CHECK(development.expire_after == "168h");
  CHECK(development.termination_grace_period == "15m");
  CHECK(development.disruption.consolidate_after == "2m");
  CHECK(development.disruption.budgets.empty());

  const NodePool training = pool_of(question([](auto& o) {
    o.stage = Stage::training;
    o.consolidate_after = "30m";
    o.expire_after = "Never";
  }));
  CHECK(training.expire_after == "Never");
  CHECK_FALSE(training.termination_grace_period);
  CHECK(training.disruption.policy == "WhenEmpty");
  CHECK(training.disruption.consolidate_after == "30m");
  REQUIRE(training.disruption.budgets.size() == 2);
  CHECK(training.disruption.budgets[0].nodes == "100%");
  CHECK(training.disruption.budgets[0].reasons == std::vector<std::string>{"Empty"});
  CHECK(training.disruption.budgets[1].nodes == "0");
  CHECK(training.disruption.budgets[1].reasons == std::vector<std::string>{"Drifted", "Underutilized"});
}

TEST_CASE("labels only where one value holds for every type (pools.md 8, CONTRACTS 6)") {
  using Lines = std::vector<std::string>;
  const auto labels = [](const Change& change) { return label_lines(pool_of(question(change)).labels); };
  CHECK(labels([](auto&) {}) == Lines{"accelerator=nvidia-l4", "gpu-type=l4", "gpu-memory=24gb"});
  CHECK(labels(by_accelerator({"A100"})) == Lines{"accelerator=nvidia-a100", "gpu-type=a100"});
  CHECK(labels(by_accelerator({"L4", "T4"})).empty());
  CHECK(labels(by_accelerator({"Trainium1", "Trainium2"})) == Lines{"accelerator=aws-trainium"});
  CHECK(labels(by_accelerator({"Trainium1", "Inferentia2"})).empty());
  CHECK(labels([](auto& o) { o.instance_types = {"m7i.xlarge"}; }) == Lines{"workload=cpu-inference"});
  CHECK(mentions(pool_of(question(by_accelerator({"A100"}))).label_notes, "nvidia.com/gpu.product"));
  CHECK(labels([](auto& o) {
          o.labels = {{"gpu-type", "mine"}, {"team", "ml"}};
        }) == Lines{"accelerator=nvidia-l4", "gpu-type=mine", "gpu-memory=24gb", "team=ml"});
}

TEST_CASE("taints (pools.md 9)") {
  const auto taints = [](const Change& change) { return pool_of(question(change)).taints; };
  const k8s::Taint ours{"nvidia.com/gpu", "true", "NoSchedule"};
  const k8s::Taint other{"nvidia.com/gpu", "true", "NoExecute"};
  const k8s::Taint changed{"nvidia.com/gpu", "", "NoSchedule"};
  CHECK(taints([](auto&) {}) == std::vector{ours});
  CHECK(taints([&](auto& o) { o.taints = {other}; }) == std::vector{ours, other});
  CHECK(taints([&](auto& o) { o.taints = {changed}; }) == std::vector{changed});
  CHECK(taints([](auto& o) { o.no_own_taints = true; }).empty());
  CHECK(mentions(pool_of(question([](auto& o) { o.no_own_taints = true; })).taint_notes, "any pod may land"));
  CHECK(taints([](auto& o) { o.instance_types = {"m7i.xlarge"}; }).empty());
  CHECK(taints([](auto& o) { o.instance_types = {"inf2.xlarge"}; }) ==
        std::vector{k8s::Taint{"aws.amazon.com/neuron", "true", "NoSchedule"}});
}

TEST_CASE("baseline: a full pool on demand, then spot (pools.md 20)") {
  const PoolPlan plan = plan_of(question([](auto& o) {
    o.instance_types = {"g6.12xlarge"};  // 4 x L4
    o.max_accelerators = 16;
    o.baseline_on_demand = 2;
  }));
  REQUIRE(plan.pools.size() == 2);
  CHECK(plan.pools[0].name == "x");
  CHECK(plan.pools[0].limit == 8);
  CHECK(plan.pools[0].weight == 100);
  CHECK(has(requirement_lines(plan.pools[0]), "karpenter.sh/capacity-type In on-demand"));
  CHECK(plan.pools[1].name == "x-spot");
  CHECK(plan.pools[1].limit == 8);
  CHECK(plan.pools[1].weight == 50);
  CHECK(has(requirement_lines(plan.pools[1]), "karpenter.sh/capacity-type In spot"));
}

TEST_CASE("baseline of a CPU pool is in cpu (pools.md 19)") {
  const PoolPlan plan = plan_of(question([](auto& o) {
    o.instance_types = {"m7i.4xlarge"};
    o.baseline_on_demand = 1;
  }));
  CHECK(plan.pools.at(0).limit == 16);
  CHECK(plan.pools.at(1).limit == 48);
}

TEST_CASE("fallback: two pools with the whole limit (pools.md 21)") {
  const PoolPlan plan = plan_of(question([](auto& o) {
    o.capacity = {Capacity::spot, Capacity::on_demand};
    o.fallback_on_demand = true;
  }));
  REQUIRE(plan.pools.size() == 2);
  CHECK(plan.pools[0].weight == 50);
  CHECK(plan.pools[0].limit == 8);
  CHECK(has(requirement_lines(plan.pools[0]), "karpenter.sh/capacity-type In spot"));
  CHECK(plan.pools[1].name == "x-on-demand");
  CHECK(plan.pools[1].weight == 10);
  CHECK(plan.pools[1].limit == 8);
  CHECK(has(requirement_lines(plan.pools[1]), "karpenter.sh/capacity-type In on-demand"));
}

TEST_CASE("the node class: role, image, disks, NVMe (pools.md 5 to 7)") {
  const NodeClass usual = plan_of(question([](auto&) {})).node_class;
  CHECK(usual.name == "x");
  CHECK(usual.role == "KarpenterNodeRole-prod");
  CHECK(usual.ami.text == "al2023@v20260714");
  CHECK(usual.ami_family.empty());
  CHECK(usual.nvme_raid0);
  REQUIRE(usual.volumes.size() == 1);
  CHECK(usual.volumes[0].device == "/dev/xvda");
  CHECK(usual.volumes[0].gib == 200);
  CHECK(usual.volumes[0].root);
  CHECK(mentions(usual.ami_notes, "2026-07-14"));

  const NodeClass rocket = plan_of(question([](auto& o) {
                             o.ami_family = AmiFamily::bottlerocket;
                             o.stage = Stage::training;
                           })).node_class;
  CHECK(rocket.ami.text == "bottlerocket@v1.58.0");
  REQUIRE(rocket.volumes.size() == 2);
  CHECK(rocket.volumes[0].gib == 4);
  CHECK(rocket.volumes[1].device == "/dev/xvdb");
  CHECK(rocket.volumes[1].gib == 500);

  // Karpenter pkg/providers/amifamily/al2023.go builds the same path.
  const NodeClass amd = plan_of(question([](auto& o) {
                          o.instance_types = {"g4ad.xlarge"};
                          o.kubernetes_version = "1.33";
                        })).node_class;
  CHECK(amd.ami_family == "AL2023");
  CHECK(amd.ami.kind == AmiChoice::Kind::ssm_parameter);
  CHECK(amd.ami.text ==
        "/aws/service/eks/optimized-ami/1.33/amazon-linux-2023/x86_64/standard/"
        "amazon-eks-node-al2023-x86_64-standard-1.33-v20260714/image_id");

  // g5g has no NVMe; one type without is enough.
  CHECK_FALSE(plan_of(question([](auto& o) { o.instance_types = {"g6.xlarge", "g5g.xlarge"}; })).node_class.nvme_raid0);
  CHECK(plan_of(question([](auto& o) { o.instance_types = {"m7i.xlarge"}; })).node_class.volumes.at(0).gib == 50);
}

TEST_CASE("warnings") {
  const auto warnings = [](const Change& change, std::string_view region = "us-east-1") {
    return plan_of(question(change), region).warnings;
  };
  CHECK(warnings([](auto&) {}).empty());
  CHECK(mentions(warnings([](auto& o) { o.ami = parse_ami("al2023@latest"); }), "replaces every node"));
  // pools.md 34
  CHECK(mentions(warnings([](auto& o) { o.instance_types = {"p2.xlarge"}; }), "the last driver branch for K80 is 470"));
  CHECK(
      mentions(warnings([](auto& o) { o.instance_types = {"g3s.xlarge"}; }), "the last driver branch for M60 is 580"));
  // pools.md 15, 18
  CHECK(mentions(warnings([](auto& o) { o.instance_types = {"g7.2xlarge"}; }, "eu-west-1"),
                 "no price for g7.2xlarge in eu-west-1: it may not be sold there"));
  CHECK(mentions(warnings([](auto& o) { o.instance_types = {"p5e.48xlarge"}; }),
                 "p5e.48xlarge has no on-demand price in us-east-1: sold as Capacity Blocks"));
  // blank in the data (pools.md 17)
  CHECK(mentions(warnings([](auto& o) {
                   o.instance_types = {"trn2u.48xlarge"};
                   o.efa = true;
                   o.zones = {"us-east-2a"};
                 }),
                 "does not know whether trn2u.48xlarge has EFA"));
}

TEST_CASE("a driver that the pinned image lacks: Karpenter takes that image, eksctl the newest (pools.md 6, 34)") {
  // EKS AL2023 v20260714 has 580.159.03; g7's cards need 595 (data/driver_minimum.csv)
  CHECK(mentions(plan_of(question([](auto& o) { o.instance_types = {"g7.2xlarge"}; })).warnings,
                 "RTX PRO 4500 needs driver branch 595, the image al2023 v20260714 has driver 580.159.03: name a newer "
                 "one with --ami"));
  CHECK(mentions(plan_of(eksctl_question([](auto& o) { o.instance_types = {"g7.2xlarge"}; })).warnings,
                 "has driver 580.159.03: EKS's newest image must have it"));
}

TEST_CASE("what is named twice is meant once") {
  const PoolPlan plan = plan_of(question([](auto& o) {
    o.zones = {"us-east-1a", "us-east-1b", "us-east-1a"};
    o.capacity_reservations = {"cr-01234567", "cr-01234567"};
  }));
  CHECK(has(requirement_lines(plan.pools.at(0)), "topology.kubernetes.io/zone In us-east-1a,us-east-1b"));
  CHECK(plan.node_class.reservations == std::vector<std::string>{"cr-01234567"});
}

TEST_CASE("EFA leaves out types without it, by name where no label tells (pools.md 17)") {
  const NodePool pool = pool_of(question(by_accelerator({"H100"}, [](auto& o) {
    o.efa = true;
    o.zones = {"us-east-1a"};
  })));
  CHECK(has(requirement_lines(pool), "topology.kubernetes.io/zone In us-east-1a"));
  CHECK(mentions(pool.requirement_notes, "vpc.amazonaws.com/efa"));
  CHECK(mentions(pool.requirement_notes, "security group must allow itself"));
}

}  // namespace
}  // namespace kgpu::pool
