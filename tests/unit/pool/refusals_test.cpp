#include "doctest/doctest.h"
#include "pool_questions.hpp"

namespace kgpu::pool {
namespace {

using catalog::Capacity;

struct Case {
  std::string name;
  PoolOptions options;
  std::string message;
  std::string hint;
};

void check(const std::vector<Case>& cases) {
  for (const Case& c : cases) {
    CAPTURE(c.name);
    std::string message;
    std::string hint;
    try {
      (void)plan_of(c.options);
    } catch (const Error& error) {
      CHECK(error.kind() == ErrorKind::usage);
      message = error.what();
      hint = error.hint();
    }
    CHECK(message == c.message);
    CHECK(hint == c.hint);
  }
}

const std::string k_id = "cr-0123456789abcdef0";

TEST_CASE("what a pool may hold (pools.md 7, 12 to 16)") {
  check({
      {"nothing asked", question([](auto& o) { o.instance_types.clear(); }),
       "what should the pool hold? neither --accelerator nor --instance-type is given",
       "such as --accelerator L4, or --instance-type g6.xlarge"},
      {"both ways", question([](auto& o) { o.accelerators = {"L4"}; }),
       "--instance-type and --accelerator exclude each other",
       "--accelerator admits every type that carries it, --instance-type only those named"},
      {"unknown type", question([](auto& o) { o.instance_types = {"g6.xlrage"}; }),
       "--instance-type: unknown type 'g6.xlrage'", "did you mean 'g6.xlarge', 'g5.xlarge' or 'g6.2xlarge'?"},
      {"another cloud's type", question([](auto& o) { o.instance_types = {"a2-highgpu-1g"}; }),
       "--instance-type: 'a2-highgpu-1g' is a type of gcp: pool create makes pools on EKS",
       "kubectl gpu instance list --provider aws"},
      {"unknown card", question(by_accelerator({"L5"})), "--accelerator: unknown accelerator 'L5'",
       "did you mean 'L4'?"},
      {"a card EC2 has not", question(by_accelerator({"MI300X"})), "--accelerator: no EC2 type carries 'MI300X'",
       "the nearest in memory on EC2 is GB200"},
      {"two vendors", question(by_accelerator({"L4", "Trainium1"})),
       "one pool holds one vendor's devices: g6.2xlarge has an NVIDIA GPU, trn1.2xlarge has a Neuron device",
       "make a pool for each: their images, taints and device plugins differ"},
      {"a GPU and none", question([](auto& o) {
         o.instance_types = {"g6.xlarge", "m7i.xlarge"};
       }),
       "one pool holds one vendor's devices: g6.xlarge has an NVIDIA GPU, m7i.xlarge has no accelerator",
       "make a pool for each: their images, taints and device plugins differ"},
      {"Gaudi", question([](auto& o) { o.instance_types = {"dl1.24xlarge"}; }),
       "pool create makes no pools for dl1.24xlarge (habana gaudi-hl-205): its driver and device plugin are not "
       "covered",
       "NVIDIA, AMD, Trainium, Inferentia and CPU types are"},
      {"a part of a GPU", question([](auto& o) { o.instance_types = {"g6f.large"}; }),
       "g6f.large has a part of a GPU: Karpenter counts none there, so a pod that asks for nvidia.com/gpu never gets "
       "one",
       "--provisioner eksctl"},
      {"no type with the count", question(by_accelerator({"L4"}, [](auto& o) { o.accelerator_counts = {3}; })),
       "no EC2 type has L4 with 3 a node", "a node has 1, 4 or 8"},
      {"usable memory that an L4 has not",
       question(by_accelerator({"L4"}, [](auto& o) { o.accelerator_memory = parse_memory_size("24Gi", "-"); })),
       "no EC2 type has L4 and memory of 24Gi", "there is L4 24GB (22.03Gi usable)"},
      {"a limit below one node", question([](auto& o) {
         o.instance_types = {"p5.48xlarge"};
         o.max_accelerators = 4;
       }),
       "--max-accelerators 4 is below one node: p5.48xlarge has 8 x H100-80, so none could ever start",
       "--max-accelerators 8 or a multiple of it"},
      {"a limit in vCPUs below one node", question([](auto& o) {
         o.instance_types = {"m7i.4xlarge"};
         o.max_vcpus = 8;
       }),
       "--max-vcpus 8 is below one node: m7i.4xlarge has 16 vCPUs, so none could ever start",
       "--max-vcpus 16 or a multiple of it"},
      {"vCPUs of a GPU pool", question([](auto& o) { o.max_vcpus = 8; }),
       "--max-vcpus is for CPU pools: g6.xlarge has accelerators", "--max-accelerators"},
      {"a device flag on a CPU pool", question([](auto& o) {
         o.instance_types = {"m7i.4xlarge"};
         o.max_accelerators = 8;
       }),
       "--max-accelerators: m7i.4xlarge has no accelerator", "a CPU pool is limited by --max-vcpus"},
      {"EFA on a CPU pool", question([](auto& o) {
         o.instance_types = {"c7g.16xlarge"};
         o.efa = true;
       }),
       "--efa: c7g.16xlarge has no accelerator", "leave it out for a CPU pool"},
      {"two architectures on eksctl", eksctl_question([](auto& o) {
         o.instance_types = {"g6.xlarge", "g5g.xlarge"};
       }),
       "one eksctl group holds one architecture: g6.xlarge is amd64, g5g.xlarge is arm64",
       "make a group for each, or use --provisioner karpenter"},
  });
}

TEST_CASE("images (pools.md 6, 7)") {
  check({
      {"AMD without an image", question([](auto& o) { o.instance_types = {"g4ad.xlarge"}; }),
       "on Karpenter an alias would bring g4ad.xlarge the NVIDIA image, and its GPU is AMD's",
       "--kubernetes-version 1.34 for the standard image of that version, or --ami ami-…|ssm:PATH"},
      {"AMD with an alias", question([](auto& o) {
         o.instance_types = {"g4ad.xlarge"};
         o.ami = parse_ami("al2023@v20260714");
       }),
       "--ami al2023@v20260714: on Karpenter an alias brings hosts with an AMD GPU the NVIDIA image",
       "--ami ami-…|ssm:PATH, or --kubernetes-version 1.34 for the standard image of that version"},
      {"two families", question([](auto& o) {
         o.ami = parse_ami("al2023@v20260714");
         o.ami_family = AmiFamily::bottlerocket;
       }),
       "--ami al2023@v20260714 and --ami-family bottlerocket name different families",
       "leave --ami-family out: the alias says it"},
      {"a version without an image", question([](auto& o) { o.kubernetes_version = "1.29"; }),
       "--kubernetes-version 1.29: the release al2023 v20260714 has images for 1.30-1.36",
       "name another image with --ami"},
      {"one image for two architectures", question([](auto& o) {
         o.instance_types = {"g6.xlarge", "g5g.xlarge"};
         o.ami = parse_ami("ami-01234567");
       }),
       "--ami ami-01234567 is an image of one architecture, and these types have two",
       "an alias such as al2023@v20260714 stands for both"},
      {"an alias on eksctl", eksctl_question([](auto& o) { o.ami = parse_ami("al2023@v20260714"); }),
       "--ami al2023@v20260714: eksctl takes an image's id only",
       "leave --ami out: EKS's newest image is taken when the group is made"},
      {"an SSM parameter on eksctl, quoted as given and cut",
       eksctl_question([](auto& o) { o.ami = parse_ami("ssm:/" + std::string(200, 'a')); }),
       "--ami ssm:/" + std::string(75, 'a') + "…: eksctl takes an image's id only", "--ami ami-…"},
  });
}

TEST_CASE("capacity (pools.md 18, 20, 21)") {
  const auto h100 = [](const Change& change) {
    return question([&](PoolOptions& o) {
      o.instance_types = {"p5.48xlarge"};
      o.zones = {"us-east-1a"};
      o.capacity_reservations = {k_id};
      change(o);
    });
  };
  check({
      {"reserved without a reservation", question([](auto& o) { o.capacity = {Capacity::reserved}; }),
       "--capacity reserved needs --capacity-reservation: the reservation's id",
       "such as --capacity-reservation cr-0123456789abcdef0"},
      {"a reservation without reserved", h100([](auto& o) { o.capacity = {Capacity::on_demand}; }),
       "--capacity-reservation is not used unless --capacity has reserved",
       "add reserved to --capacity, or leave --capacity out"},
      {"a reservation's id", h100([](auto& o) { o.capacity_reservations = {"cr-123"}; }),
       "--capacity-reservation: 'cr-123' is not a reservation's id: cr- and 8 or 17 hexadecimal digits", ""},
      {"spot with a block", h100([](auto& o) {
         o.capacity_block = true;
         o.capacity = {Capacity::spot, Capacity::reserved};
       }),
       "a Capacity Block is paid ahead and cannot be mixed with spot",
       "--capacity reserved, or reserved,on-demand on Karpenter"},
      {"a block without its id", h100([](auto& o) {
         o.capacity_block = true;
         o.capacity_reservations.clear();
       }),
       "--capacity-block needs exactly one --capacity-reservation: the block's id",
       "such as --capacity-reservation cr-0123456789abcdef0"},
      {"a block of two types", h100([](auto& o) {
         o.capacity_block = true;
         o.instance_types = {"p5.48xlarge", "p5en.48xlarge"};
       }),
       "--capacity-block: a block is of one instance type, here are 2: p5.48xlarge, p5en.48xlarge",
       "name the block's type with --instance-type"},
      {"a block without its zone", h100([](auto& o) {
         o.capacity_block = true;
         o.zones.clear();
       }),
       "--capacity-block needs exactly one --zone: the block's own", ""},
      {"a type that is not sold so", h100([](auto& o) {
         o.capacity_block = true;
         o.instance_types = {"g6.xlarge"};
       }),
       "--capacity-block: g6.xlarge is not sold as Capacity Blocks",
       "without --capacity-block the id is taken as an on-demand reservation"},
      {"a block beside on-demand on eksctl", eksctl_question([](auto& o) {
         o.instance_types = {"p5.48xlarge"};
         o.zones = {"us-east-1a"};
         o.capacity_reservations = {k_id};
         o.capacity_block = true;
         o.capacity = {Capacity::reserved, Capacity::on_demand};
       }),
       "an eksctl group on a Capacity Block holds nothing else", "--capacity reserved"},
      {"two reservations on eksctl", eksctl_question([](auto& o) {
         o.capacity_reservations = {k_id, "cr-01234567"};
       }),
       "an eksctl group takes one --capacity-reservation, here are 2",
       "make a pool for each, or use --provisioner karpenter"},
      {"fallback from on-demand", question([](auto& o) { o.fallback_on_demand = true; }),
       "--fallback-on-demand needs spot or reserved in --capacity: on-demand is what it falls back to",
       "--capacity spot --fallback-on-demand"},
      {"baseline and capacity", question([](auto& o) {
         o.baseline_on_demand = 1;
         o.capacity = {Capacity::spot};
       }),
       "--baseline-on-demand and --capacity exclude each other", "the baseline is on demand and the rest is spot"},
      {"baseline and fallback", question([](auto& o) {
         o.baseline_on_demand = 1;
         o.fallback_on_demand = true;
       }),
       "--baseline-on-demand and --fallback-on-demand exclude each other",
       "the baseline is on demand and the rest is spot"},
      {"baseline over several sizes", question(by_accelerator({"L4"}, [](auto& o) { o.baseline_on_demand = 1; })),
       "--baseline-on-demand needs nodes of one size: these types have 1, 4 or 8 devices",
       "--accelerator-count 1 keeps one of them"},
      {"baseline that leaves nothing", question([](auto& o) { o.baseline_on_demand = 8; }),
       "--baseline-on-demand 8 leaves no whole node for spot: it takes 8 of --max-accelerators 8",
       "--max-accelerators 9 or more, or --capacity on-demand alone"},
      {"no lower weight", question([](auto& o) {
         o.baseline_on_demand = 1;
         o.weight = 1;
       }),
       "--weight 1 leaves no lower weight for the pool that comes second", "--weight 2 or more"},
  });
}

TEST_CASE("EFA (pools.md 17, 22)") {
  check({
      {"a type without", question([](auto& o) {
         o.efa = true;
         o.zones = {"us-east-1a"};
       }),
       "--efa: g6.xlarge has no EFA interface", "kubectl gpu instance list --provider aws --feature efa"},
      {"no zone", question([](auto& o) {
         o.efa = true;
         o.instance_types = {"p5.48xlarge"};
       }),
       "--efa needs exactly one --zone: its traffic does not leave a zone", "such as --zone us-east-1a"},
      {"two zones", question([](auto& o) {
         o.efa = true;
         o.region = "us-west-2";
         o.instance_types = {"p5.48xlarge"};
         o.zones = {"us-west-2a", "us-west-2b"};
       }),
       "--efa needs exactly one --zone: its traffic does not leave a zone", "such as --zone us-west-2a"},
      {"self-managed", eksctl_question([](auto& o) {
         o.efa = true;
         o.self_managed = true;
         o.instance_types = {"p5.48xlarge"};
         o.zones = {"us-east-1a"};
       }),
       "--efa needs a managed group: eksctl puts a self-managed one into a placement group of its own",
       "leave --self-managed out"},
      {"a reservation in a self-managed group", eksctl_question([](auto& o) {
         o.self_managed = true;
         o.capacity_reservations = {k_id};
       }),
       "--capacity-reservation needs a managed group", "leave --self-managed out"},
  });
}

TEST_CASE("flags of the other provisioner name what does it here (pools.md 24)") {
  const std::string not_karpenter = " is not for --provisioner karpenter";
  const std::string not_eksctl = " is not for --provisioner eksctl";
  const std::string by_devices = "Karpenter limits devices, not nodes: --max-accelerators (CPU pools: --max-vcpus)";
  check({
      {"--max", question([](auto& o) { o.max_nodes = 2; }), "--max" + not_karpenter, by_devices},
      {"--min", question([](auto& o) { o.min_nodes = 1; }), "--min" + not_karpenter,
       "Karpenter starts nodes for waiting pods only; --baseline-on-demand N has the first N on demand"},
      {"--desired", question([](auto& o) { o.desired_nodes = 1; }), "--desired" + not_karpenter,
       "Karpenter starts nodes for waiting pods only; leave it out"},
      {"--self-managed", question([](auto& o) { o.self_managed = true; }), "--self-managed" + not_karpenter,
       "Karpenter's nodes are in no group; leave it out"},
      {"--max-accelerators", eksctl_question([](auto& o) { o.max_accelerators = 8; }),
       "--max-accelerators" + not_eksctl, "eksctl limits nodes: --max"},
      {"--max-vcpus", eksctl_question([](auto& o) { o.max_vcpus = 8; }), "--max-vcpus" + not_eksctl,
       "eksctl limits nodes: --max"},
      {"--role", eksctl_question([](auto& o) { o.role = "r"; }), "--role" + not_eksctl,
       "eksctl makes the nodes' role itself; leave it out"},
      {"--weight", eksctl_question([](auto& o) { o.weight = 5; }), "--weight" + not_eksctl,
       "the cluster autoscaler's expander decides between groups; leave it out"},
      {"--consolidate-after", eksctl_question([](auto& o) { o.consolidate_after = "10m"; }),
       "--consolidate-after" + not_eksctl, "the cluster autoscaler's --scale-down-unneeded-time does it"},
      {"--expire-after", eksctl_question([](auto& o) { o.expire_after = "10h"; }), "--expire-after" + not_eksctl,
       "'eksctl upgrade nodegroup' replaces nodes; leave it out"},
      {"--fallback-on-demand", eksctl_question([](auto& o) { o.fallback_on_demand = true; }),
       "--fallback-on-demand" + not_eksctl,
       "--capacity spot,on-demand makes a group of each; the cluster autoscaler decides between them"},
  });
}

TEST_CASE("names, places and identifiers (pools.md 2, 26)") {
  const std::string n50(50, 'a');
  const std::string n60(60, 'a');
  check({
      {"no cluster", question([](auto& o) { o.cluster_name.clear(); }),
       "--cluster-name is needed: the EKS cluster that the nodes join", "aws eks list-clusters"},
      {"a cluster's name", question([](auto& o) { o.cluster_name = "-prod"; }),
       "--cluster-name: '-prod' is no EKS cluster's name: letters, digits, - and _, a letter or digit first, at most "
       "100",
       ""},
      // 18 characters of KarpenterNodeRole- and 47 of the cluster are 65
      {"the usual role's length", question([](auto& o) { o.cluster_name = std::string(47, 'c'); }),
       "the usual role 'KarpenterNodeRole-" + std::string(47, 'c') + "' is longer than IAM's 64 characters",
       "name the nodes' role with --role"},
      {"a role's ARN", question([](auto& o) { o.role = "arn:aws:iam::123456789012:role/gpu"; }),
       "--role: 'arn:aws:iam::123456789012:role/gpu' is no IAM role's name: 1 to 64 letters, digits and any of "
       "_+=,.@-",
       "the name alone, without arn: and path"},
      {"no region for eksctl", eksctl_question([](auto& o) { o.region.clear(); }),
       "--region is needed for eksctl: it stands in the ClusterConfig", "such as --region us-east-1"},
      {"a zone outside the region", question([](auto& o) {
         o.region = "us-east-1";
         o.zones = {"us-west-2a"};
       }),
       "--zone: 'us-west-2a' is in us-west-2, not in us-east-1", "such as us-east-1a, or --region us-west-2"},
      {"zones of two regions", question([](auto& o) {
         o.zones = {"us-east-1a", "us-west-2a"};
       }),
       "--zone: 'us-west-2a' is in us-west-2, not in us-east-1", "all zones of a pool are in one region"},
      {"a zone's id", question([](auto& o) { o.zones = {"use1-az4"}; }), "--zone: unknown zone 'use1-az4'",
       "a zone is its region and a letter, such as us-east-1a"},
      {"a region for a zone", question([](auto& o) { o.zones = {"us-east-1"}; }), "--zone: unknown zone 'us-east-1'",
       "a zone is its region and a letter, such as us-east-1a"},
      {"a local zone on eksctl", eksctl_question([](auto& o) { o.zones = {"us-east-1-atl-2a"}; }),
       "--zone: 'us-east-1-atl-2a' is a local zone, which managed node groups cannot use", "--provisioner karpenter"},
      {"a name", question([](auto& o) { o.name = "GPU_pool"; }),
       "NAME: 'GPU_pool' is not a Kubernetes name: lower-case letters, digits and -, a letter or digit at both ends, "
       "at "
       "most 63",
       ""},
      {"a derived name", question([&](auto& o) {
         o.name = n60;
         o.baseline_on_demand = 1;
       }),
       "NAME: with what is added to it, '" + n60 + "-spot' is longer than 63 characters", "a NAME of at most 58"},
      {"the longest derived name", question([&](auto& o) {
         o.name = n50 + "abcd";
         o.capacity = {Capacity::spot};
         o.fallback_on_demand = true;
       }),
       "NAME: with what is added to it, '" + n50 + "abcd-on-demand' is longer than 63 characters",
       "a NAME of at most 53"},
      {"a digit first on eksctl", eksctl_question([](auto& o) { o.name = "4gpus"; }),
       "NAME: eksctl's groups begin with a letter, '4gpus' does not", ""},
      {"two taints of one key and effect", question([](auto& o) {
         o.taints = {{"a", "1", "NoSchedule"}, {"a", "2", "NoSchedule"}};
       }),
       "--taint: two taints of key 'a' and effect NoSchedule",
       "a node has one of each; Karpenter would admit both and never be ready"},
      {"a label twice", question([](auto& o) {
         o.labels = {{"a", "1"}, {"a", "2"}};
       }),
       "--label: two values for 'a'", ""},
      {"Karpenter's own label", question([](auto& o) {
         o.labels = {{"karpenter.sh/nodepool", "x"}};
       }),
       "--label: 'karpenter.sh/nodepool' is Karpenter's own to set", "use a key of your own, such as example.com/team"},
      {"a domain that the CRD takes for Karpenter's", question([](auto& o) {
         o.labels = {{"mykarpenter.sh/x", "x"}};
       }),
       "--label: 'mykarpenter.sh/x' is Karpenter's own to set", "use a key of your own, such as example.com/team"},
      {"a key without a slash that the CRD takes for Karpenter's", question([](auto& o) {
         o.labels = {{"karpenter.sh", "x"}};
       }),
       "--label: 'karpenter.sh' is Karpenter's own to set", "use a key of your own, such as example.com/team"},
      {"a label that leaves no type: Karpenter reads it as a requirement", question([](auto& o) {
         o.labels = {{"kubernetes.io/arch", "arm64"}};
       }),
       "--label: 'kubernetes.io/arch' is Karpenter's own to set", "use a key of your own, such as example.com/team"},
      {"Karpenter's own taint", question([](auto& o) {
         o.taints = {{"karpenter.sh/disrupted", "", "NoSchedule"}};
       }),
       "--taint: 'karpenter.sh/disrupted' is Karpenter's own to set",
       "use a key of your own, such as example.com/team"},
      {"a label a node may not set", eksctl_question([](auto& o) {
         o.labels = {{"app.kubernetes.io/name", "x"}};
       }),
       "--label: eksctl refuses 'app.kubernetes.io/name': a node may not label itself so",
       "use a key of your own, such as example.com/team"},
      {"a weight", question([](auto& o) { o.weight = 101; }), "--weight: 101 is not from 1 to 100", ""},
      {"sizes upside down", eksctl_question([](auto& o) {
         o.min_nodes = 3;
         o.max_nodes = 2;
       }),
       "--min 3 is above --max 2", ""},
      {"desired outside", eksctl_question([](auto& o) {
         o.max_nodes = 2;
         o.desired_nodes = 3;
       }),
       "--desired 3 is not from --min 0 to --max 2", ""},
      {"training that expires", question([](auto& o) {
         o.stage = Stage::training;
         o.expire_after = "720h";
       }),
       "--stage training and --expire-after 720h exclude each other: expiry does not wait for a run to end",
       "--expire-after Never, or another --stage"},
  });
}

TEST_CASE("names at their longest are taken") {
  CHECK_NOTHROW(plan_of(question([](auto& o) { o.name = std::string(63, 'a'); })));
  CHECK_NOTHROW(plan_of(question([](auto& o) {
    o.name = std::string(58, 'a');
    o.baseline_on_demand = 1;
  })));
  CHECK_NOTHROW(plan_of(question([](auto& o) { o.cluster_name = std::string(46, 'c'); })));
  CHECK_NOTHROW(plan_of(question([](auto& o) { o.zones = {"us-east-1-atl-2a"}; })));
}

}  // namespace
}  // namespace kgpu::pool
