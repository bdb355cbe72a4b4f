#include "kgpu/pool/render.hpp"

#include "doctest/doctest.h"
#include "hostile_text.hpp"
#include "pool_questions.hpp"
#include "yaml-cpp/yaml.h"

#include "kgpu/output/json.hpp"

#include <random>

namespace kgpu::pool {
namespace {

using document::Document;

/// YAML readers keep a key on one line of at most 1,024 characters; the checks before let none of that length through.
constexpr std::size_t k_most_key_bytes = 300;

/// A plan of every part there is, with `text` in every slot.
PoolPlan karpenter_plan(const std::string& text) {
  const std::string key = text.substr(0, std::min(text.size(), k_most_key_bytes));
  NodePool pool;
  pool.name = text;
  pool.notes = {text, text};
  pool.weight = 7;
  pool.weight_why = text;
  pool.limit_resource = key;
  pool.limit = 8;
  pool.limit_why = text;
  pool.labels = {{key, text, text}};
  pool.label_notes = {text};
  pool.requirements = {{text, text, {text, text}, text}};
  pool.requirement_notes = {text};
  pool.taints = {{text, text, text}};
  pool.taint_notes = {text};
  pool.expire_after = text;
  pool.expire_why = text;
  pool.termination_grace_period = text;
  pool.disruption_why = text;
  pool.disruption = {text, text, {{text, {text, text}}}};
  PoolPlan plan;
  plan.name = text;
  plan.pools = {pool};
  plan.node_class.name = text;
  plan.node_class.cluster = text;
  plan.node_class.role = text;
  plan.node_class.ami_family = text;
  plan.node_class.ami = {AmiChoice::Kind::alias, text, {}};
  plan.node_class.ami_notes = {text};
  plan.node_class.reservations = {text, text};
  plan.node_class.reservation_why = text;
  plan.node_class.volumes = {{text, 200, true, true, text}};
  plan.node_class.nvme_raid0 = true;
  return plan;
}

PoolPlan eksctl_plan(const std::string& text, bool managed) {
  NodeGroup group;
  group.name = text;
  group.notes = {text};
  group.ami_family = text;
  group.ami = text;
  group.ami_why = text;
  group.instance_types = {text, text};
  group.types_why = text;
  group.spot = true;
  group.size_why = text;
  group.zones = {text, text};
  group.reservation = text;
  group.volume_why = text;
  group.labels = {{text.substr(0, std::min(text.size(), k_most_key_bytes)), text, text}};
  group.label_notes = {text};
  group.taints = {{text, text, text}};
  group.taint_notes = {text};
  PoolPlan plan;
  plan.provisioner = Provisioner::eksctl;
  plan.name = text;
  plan.cluster = {text, text, {text}, managed, {group, group}};
  return plan;
}

std::vector<Document> render(const PoolPlan& plan) {
  return render_pool(plan, document::TemplateSet::built_in());
}

/// With and without comments the document says the same, to a YAML 1.1 reader too.
void check_comments(const Document& document) {
  const std::string bare = document::without_comments("#\n" + document.yaml);
  CHECK(output::to_json(document::yaml_to_json(document.yaml, "with")) ==
        output::to_json(document::yaml_to_json(bare, "without")));
}

void check_taint(const YAML::Node& taint, const std::string& text) {
  CHECK(taint["key"].as<std::string>() == text);
  CHECK(taint["effect"].as<std::string>() == text);
  CHECK(taint["value"].IsDefined() == !text.empty());
  if (!text.empty()) {
    CHECK(taint["value"].as<std::string>() == text);
  }
}

std::string only_key(const YAML::Node& map) {
  REQUIRE(map.size() == 1);
  return map.begin()->first.as<std::string>();
}

void check_karpenter(const std::string& text) {
  const std::string key = text.substr(0, std::min(text.size(), k_most_key_bytes));
  const auto documents = render(karpenter_plan(text));
  REQUIRE(documents.size() == 2);
  const YAML::Node pool = YAML::Load(documents[0].yaml);
  CHECK(pool["kind"].as<std::string>() == "NodePool");
  CHECK(pool["metadata"]["name"].as<std::string>() == text);
  CHECK(pool["metadata"]["annotations"]["kubectl-gpu/of"].as<std::string>() == "pool." + text);
  CHECK(pool["spec"]["weight"].as<int>() == 7);
  CHECK(only_key(pool["spec"]["limits"]) == key);
  const YAML::Node node = pool["spec"]["template"];
  CHECK(only_key(node["metadata"]["labels"]) == key);
  CHECK(node["metadata"]["labels"].begin()->second.as<std::string>() == text);
  CHECK(node["spec"]["nodeClassRef"]["name"].as<std::string>() == text);
  REQUIRE(node["spec"]["requirements"].size() == 1);
  const YAML::Node requirement = node["spec"]["requirements"][0];
  CHECK(requirement["key"].as<std::string>() == text);
  CHECK(requirement["operator"].as<std::string>() == text);
  CHECK(requirement["values"].as<std::vector<std::string>>() == std::vector{text, text});
  check_taint(node["spec"]["taints"][0], text);
  CHECK(node["spec"]["expireAfter"].as<std::string>() == text);
  CHECK(node["spec"]["terminationGracePeriod"].as<std::string>() == text);
  const YAML::Node disruption = pool["spec"]["disruption"];
  CHECK(disruption["consolidationPolicy"].as<std::string>() == text);
  CHECK(disruption["consolidateAfter"].as<std::string>() == text);
  CHECK(disruption["budgets"][0]["nodes"].as<std::string>() == text);
  CHECK(disruption["budgets"][0]["reasons"].as<std::vector<std::string>>() == std::vector{text, text});

  const YAML::Node node_class = YAML::Load(documents[1].yaml);
  CHECK(node_class["metadata"]["name"].as<std::string>() == text);
  const YAML::Node spec = node_class["spec"];
  CHECK(spec["role"].as<std::string>() == text);
  CHECK(spec["amiSelectorTerms"][0]["alias"].as<std::string>() == text);
  CHECK(spec["subnetSelectorTerms"][0]["tags"]["karpenter.sh/discovery"].as<std::string>() == text);
  CHECK(spec["securityGroupSelectorTerms"][0]["tags"]["karpenter.sh/discovery"].as<std::string>() == text);
  CHECK(spec["capacityReservationSelectorTerms"][1]["id"].as<std::string>() == text);
  CHECK(spec["blockDeviceMappings"][0]["deviceName"].as<std::string>() == text);
  CHECK(spec["instanceStorePolicy"].as<std::string>() == "RAID0");
  CHECK(spec.size() == (text.empty() ? 8U : 9U));  // amiFamily is left out when empty; nothing else came in
  check_comments(documents[0]);
  check_comments(documents[1]);
}

void check_eksctl(const std::string& text, bool managed) {
  const std::string key = text.substr(0, std::min(text.size(), k_most_key_bytes));
  const auto documents = render(eksctl_plan(text, managed));
  REQUIRE(documents.size() == 1);
  const YAML::Node config = YAML::Load(documents[0].yaml);
  CHECK(config.size() == 4);
  CHECK(config["metadata"]["name"].as<std::string>() == text);
  CHECK(config["metadata"]["region"].as<std::string>() == text);
  const YAML::Node groups = config[managed ? "managedNodeGroups" : "nodeGroups"];
  REQUIRE(groups.size() == 2);
  const YAML::Node group = groups[1];
  CHECK(group["name"].as<std::string>() == text);
  CHECK(group["amiFamily"].as<std::string>() == text);
  const YAML::Node types = managed ? group["instanceTypes"] : group["instancesDistribution"]["instanceTypes"];
  CHECK(types.as<std::vector<std::string>>() == std::vector{text, text});
  CHECK(group["availabilityZones"].as<std::vector<std::string>>() == std::vector{text, text});
  CHECK(only_key(group["labels"]) == key);
  CHECK(group["labels"].begin()->second.as<std::string>() == text);
  check_taint(group["taints"][0], text);
  CHECK(group["tags"]["kubectl-gpu/of"].as<std::string>() == "pool." + text);
  check_comments(documents[0]);
}

TEST_CASE("no text in any slot breaks out of the YAML, with and without comments") {
  for (const std::string& text : testing::hostile_texts()) {
    CAPTURE(text.substr(0, 60));
    check_karpenter(text);
    check_eksctl(text, true);
    check_eksctl(text, false);
  }
  std::mt19937 random(20260720);
  for (int i = 0; i < 300; ++i) {
    std::string text = testing::random_hostile_text(random);
    text.resize(std::min(text.size(), k_most_key_bytes));
    while (!text.empty() && (static_cast<unsigned char>(text.back()) & 0xc0U) == 0x80) {
      text.pop_back();  // do not cut a character
    }
    if (!text.empty() && static_cast<unsigned char>(text.back()) >= 0xc0) {
      text.pop_back();
    }
    CAPTURE(i);
    check_karpenter(text);
    check_eksctl(text, i % 2 == 0);
  }
}

TEST_CASE("what YAML cannot carry is refused") {
  for (const std::string& text : testing::impossible_texts()) {
    CHECK_THROWS_AS(render(karpenter_plan(text)), Error);
    CHECK_THROWS_AS(render(eksctl_plan(text, true)), Error);
  }
}

/// Every text that a user can put into a pool, one slot at a time.
std::vector<Change> slots(const std::string& text) {
  return {
      [=](auto& o) { o.name = text; },
      [=](auto& o) { o.instance_types = {text}; },
      [=](auto& o) {
        o.instance_types.clear();
        o.accelerators = {text};
      },
      [=](auto& o) { o.cluster_name = text; },
      [=](auto& o) { o.region = text; },
      [=](auto& o) { o.zones = {text}; },
      [=](auto& o) { o.role = text; },
      [=](auto& o) { o.capacity_reservations = {text}; },
      [=](auto& o) {
        o.labels = {{text, "v"}};
      },
      [=](auto& o) {
        o.labels = {{"k", text}};
      },
      [=](auto& o) {
        o.taints = {{text, "v", "NoSchedule"}};
      },
      [=](auto& o) {
        o.taints = {{"k", text, "NoSchedule"}};
      },
      [=](auto& o) { o.ami = parse_ami(text); },
      [=](auto& o) { o.ami = parse_ami("ssm:" + text); },
      [=](auto& o) { o.ami = parse_ami("al2023@" + text); },
      [=](auto& o) { o.kubernetes_version = parse_kubernetes_version(text); },
      [=](auto& o) { o.expire_after = parse_lifetime(text, "--expire-after"); },
      [=](auto& o) { o.volume_gib = parse_volume_gib(text); },
  };
}

TEST_CASE("a text given as a flag is refused with exit 2, or renders to what reads back") {
  std::vector<std::string> texts = testing::hostile_texts();
  texts.insert(texts.end(), testing::impossible_texts().begin(), testing::impossible_texts().end());
  for (const std::string& text : texts) {
    CAPTURE(text.substr(0, 60));
    for (const Provisioner provisioner : {Provisioner::karpenter, Provisioner::eksctl}) {
      const auto changes = slots(text);
      for (std::size_t slot = 0; slot < changes.size(); ++slot) {
        CAPTURE(slot);
        try {
          const PoolOptions options =
              provisioner == Provisioner::karpenter ? question(changes[slot]) : eksctl_question(changes[slot]);
          const std::string region = options.region.empty() ? "us-east-1" : options.region;
          for (const Document& document : render(plan_of(options, region))) {
            check_comments(document);
          }
        } catch (const Error& error) {
          CHECK(error.kind() == ErrorKind::usage);
          CHECK(std::string_view(error.what()).find('\n') == std::string_view::npos);
          CHECK(error.hint().find('\n') == std::string::npos);
        }
      }
    }
  }
}

TEST_CASE("no key and no value is left to the YAML 1.1 reading of bare words (pools.md 11)") {
  const PoolOptions options = question([](auto& o) {
    o.name = "y";
    o.labels = {{"on", "no"}};
    o.taints = {{"off", "1e3", "NoSchedule"}};
  });
  const std::string json = output::to_json(document::yaml_to_json(render(plan_of(options)).at(0).yaml, "y"));
  CHECK(json.find("\"name\": \"y\"") != std::string::npos);
  CHECK(json.find("\"on\": \"no\"") != std::string::npos);
  CHECK(json.find("\"key\": \"off\"") != std::string::npos);
  CHECK(json.find("\"value\": \"1e3\"") != std::string::npos);
}

TEST_CASE("where no label holds for every type, the comment that says so stands alone (CONTRACTS 6)") {
  const auto& templates = document::TemplateSet::built_in();
  for (const PoolOptions& options : {question(by_accelerator({"Inferentia2", "Trainium1"})),
                                     eksctl_question(by_accelerator({"Inferentia2", "Trainium1"}))}) {
    const std::string yaml = render_pool(plan_of(options), templates).at(0).yaml;
    CHECK(
        yaml.find("# labels say what holds for every type; for the rest select by node.kubernetes.io/instance-type") !=
        std::string::npos);
    CHECK(yaml.find("aws-inferentia") == std::string::npos);
  }
}

TEST_CASE("managed-by stands where it drifts nothing (pools.md 1)") {
  const YAML::Node pool = YAML::Load(render(plan_of(question([](auto&) {}))).at(0).yaml);
  CHECK(pool["metadata"]["labels"]["app.kubernetes.io/managed-by"].as<std::string>() == "kubectl-gpu");
  CHECK(pool["metadata"]["annotations"]["kubectl-gpu/of"].as<std::string>() == "pool.x");
  CHECK_FALSE(pool["spec"]["template"]["metadata"]["labels"]["app.kubernetes.io/managed-by"]);

  const YAML::Node config = YAML::Load(render(plan_of(eksctl_question([](auto&) {}))).at(0).yaml);
  const YAML::Node group = config["managedNodeGroups"][0];
  CHECK(group["tags"]["app.kubernetes.io/managed-by"].as<std::string>() == "kubectl-gpu");
  CHECK_FALSE(group["labels"]["app.kubernetes.io/managed-by"]);
  CHECK_FALSE(config["metadata"]["labels"]);
}

TEST_CASE("what a self-managed group writes is not what a managed one does (manifests.md 3)") {
  const auto group_of = [](const Change& change) {
    const YAML::Node config = YAML::Load(render(plan_of(eksctl_question(change))).at(0).yaml);
    return config["nodeGroups"] ? config["nodeGroups"][0] : config["managedNodeGroups"][0];
  };
  const YAML::Node spot = group_of([](auto& o) {
    o.self_managed = true;
    o.capacity = {catalog::Capacity::spot};
  });
  CHECK_FALSE(spot["spot"]);
  CHECK_FALSE(spot["instanceType"]);
  CHECK(spot["instancesDistribution"]["onDemandBaseCapacity"].as<int>() == 0);
  CHECK(spot["instancesDistribution"]["onDemandPercentageAboveBaseCapacity"].as<int>() == 0);
  CHECK(spot["instancesDistribution"]["spotAllocationStrategy"].as<std::string>() == "price-capacity-optimized");
  const YAML::Node plain = group_of([](auto& o) { o.self_managed = true; });
  CHECK(plain["instanceType"].as<std::string>() == "g6.xlarge");
  CHECK_FALSE(plain["instancesDistribution"]);
  const YAML::Node managed = group_of([](auto& o) { o.capacity = {catalog::Capacity::spot}; });
  CHECK(managed["spot"].as<bool>());
  CHECK_FALSE(managed["instancesDistribution"]);
}

TEST_CASE("names as -o name prints them (pools.md 35)") {
  using Lines = std::vector<std::string>;
  CHECK(names_of(plan_of(question([](auto& o) { o.baseline_on_demand = 1; }))) ==
        Lines{"nodepool.karpenter.sh/x", "nodepool.karpenter.sh/x-spot", "ec2nodeclass.karpenter.k8s.aws/x"});
  CHECK(names_of(plan_of(eksctl_question([](auto& o) { o.baseline_on_demand = 1; }))) == Lines{"x", "x-spot"});
}

}  // namespace
}  // namespace kgpu::pool
