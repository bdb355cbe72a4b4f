#include "migrations.hpp"

#include <doctest/doctest.h>

using namespace kgpu::testing;  // NOLINT(google-build-using-namespace): the vocabulary of these tests
using kgpu::output::Json;
using kgpu::pool::Migration;

namespace {

const std::string k_class = "  instanceProfile: x\n  subnetSelector: {a: b}\n  securityGroupSelector: {a: b}\n";

std::string pool(const std::string& name, const std::string& kubelet) {
  return provisioner(
             "  providerRef: {name: c}\n" + (kubelet.empty() ? "" : "  kubeletConfiguration: " + kubelet + "\n"),
             name) +
         "---\n";
}

/// `nodepool/p -> c`, `ec2nodeclass/c {"maxPods":20}`, a line each.
std::string shape(const Migration& migration) {
  std::string text;
  for (const auto& object : migration.objects) {
    if (object.reference.kind == "NodePool") {
      const Json name = part(object.value, "spec.template.spec.nodeClassRef.name");
      text += object.reference.name + " -> " + std::get<std::string>(name.value()) + "\n";
    } else {
      const Json pods = part(object.value, "spec.kubelet.maxPods");
      text += "class " + object.reference.name + " " + kgpu::output::to_json(pods);
    }
  }
  return text;
}

}  // namespace

// The kubelet's settings moved to the class in v1: "you will need to create a separate EC2NodeClass for each unique
// set" (Karpenter's v1 migration guide, kubelet configuration).
TEST_CASE("migrate: kubelet settings go to the class, one class for each set of them") {
  struct Case {
    const char* name;
    std::string manifests;
    const char* expected;
  };
  const Case cases[] = {
      {"one pool", pool("a", "{maxPods: 20}") + node_template(k_class), "a -> c\nclass c 20\n"},
      {"class first", node_template(k_class) + "---\n" + pool("a", "{maxPods: 20}"), "class c 20\na -> c\n"},
      {"two of one mind",
       pool("a", "{maxPods: 20, podsPerCore: 2}") + pool("b", "{podsPerCore: 2, maxPods: 20}") + node_template(k_class),
       "a -> c\nb -> c\nclass c 20\n"},
      {"two of two", pool("a", "{maxPods: 20}") + pool("b", "{maxPods: 30}") + node_template(k_class),
       "a -> c\nb -> c-b\nclass c 20\nclass c-b 30\n"},
      {"one that says nothing keeps the name", pool("a", "{maxPods: 20}") + pool("b", "") + node_template(k_class),
       "a -> c-a\nb -> c\nclass c-a 20\nclass c null\n"},
      {"a copy's name is taken",
       pool("a", "{maxPods: 20}") + pool("b", "{maxPods: 30}") + node_template(k_class) + "---\n" +
           node_template(k_class, "c-b"),
       "a -> c\nb -> c-b-kubelet\nclass c 20\nclass c-b-kubelet 30\nclass c-b null\n"},
      {"nobody says anything", pool("a", "") + node_template(k_class), "a -> c\nclass c null\n"},
      {"a class no pool names", node_template(k_class), "class c null\n"},
  };
  for (const Case& c : cases) {
    CAPTURE(std::string(c.name));
    CHECK(shape(migrate(c.manifests)) == c.expected);
  }
}

TEST_CASE("migrate: kubelet fields that v1 does not have") {
  const auto migration =
      migrate(pool("a", "{containerRuntime: dockerd, maxPods: 20, cgroupDriver: x}") + node_template(k_class));
  CHECK(shape(migration) == "a -> c\nclass c 20\n");
  CHECK(losses(migration) == "spec.kubeletConfiguration.cgroupDriver: no such field in v1\n");
  CHECK(notes(migration).starts_with("spec.kubeletConfiguration.containerRuntime: gone"));
}

// karpenter-convert names the class after the Provisioner.
TEST_CASE("migrate: an inline provider becomes a class") {
  const std::string inline_class =
      "  kubeletConfiguration: {maxPods: 9}\n"
      "  provider:\n"
      "    apiVersion: extensions.karpenter.sh/v1alpha1\n"
      "    kind: AWS\n"
      "    instanceProfile: x\n"
      "    subnetSelector: {a: b}\n"
      "    securityGroupSelector: {a: b}\n";
  const auto migration = migrate(provisioner(inline_class));
  CHECK(shape(migration) == "p -> p\nclass p 9\n");
  CHECK(losses(migration).empty());
  CHECK(shape(migrate(provisioner(inline_class) + "---\n" + node_template(k_class, "p"))) ==
        "p -> p-provider\nclass p-provider 9\nclass p null\n");
  CHECK(refusal(provisioner(inline_class + "  providerRef: {name: c}\n")) ==
        "f.yaml:1: provisioner/p: spec.provider excludes spec.providerRef");
}

TEST_CASE("migrate: two that would become one are refused with both places") {
  CHECK(refusal(provisioner("  providerRef: {name: c}\n") + "---\n" + provisioner("  providerRef: {name: c}\n")) ==
        "f.yaml:7: provisioner/p and provisioner/p (f.yaml:1) would be one object in v1");
  CHECK(refusal(provisioner("  providerRef: {name: c}\n") + "---\n" +
                beta_pool("  template: {spec: {requirements: [], nodeClassRef: {name: c}}}\n")) ==
        "f.yaml:7: nodepool/p and provisioner/p (f.yaml:1) would be one object in v1");
  CHECK(refusal("apiVersion: karpenter.sh/v1beta1\nkind: NodePool\nspec: {}\n") ==
        "f.yaml:1: a NodePool without metadata.name");
}

TEST_CASE("migrate: of one cluster the newer of two is taken, and the other is a loss") {
  const std::string older = provisioner("  providerRef: {name: c}\n");
  const std::string newer = beta_pool("  template: {spec: {requirements: [], nodeClassRef: {name: c}}}\n");
  for (const std::string& both : {older + "---\n" + newer, newer + "---\n" + older}) {
    CAPTURE(both);
    const auto migration = migrate(both, {.ami = {}, .role = {}, .instance_profile = {}, .newer_wins = true});
    REQUIRE(migration.objects.size() == 1);
    CHECK(kgpu::pool::render_migration(migration)[0].yaml.starts_with("# was nodepool/p of v1beta1\n"));
    CHECK(
        losses(migration) ==
        ": left out: nodepool/p of v1beta1 has its name and is what was migrated; what this one says otherwise is not "
        "in the result\n");
  }
}

TEST_CASE("migrate: objects of kinds that are gone, a class after the pools that name it, and who keeps them") {
  const auto migration = migrate(
      "apiVersion: karpenter.k8s.aws/v1alpha1\nkind: AWSNodeTemplate\nmetadata: {name: c}\n"
      "spec: {instanceProfile: x, subnetSelector: {a: b}, securityGroupSelector: {a: b}}\n---\n"
      "apiVersion: karpenter.sh/v1alpha5\nkind: Provisioner\n"
      "metadata: {name: p, labels: {argocd.argoproj.io/instance: pools, a: b}}\nspec: {providerRef: {name: c}}\n---\n" +
      beta_pool("  template: {spec: {requirements: [], nodeClassRef: {name: c}}}\n", "q"));
  REQUIRE(migration.retired.size() == 2);
  CHECK(migration.retired[0].object.resource_name() == "provisioner.karpenter.sh/p");
  REQUIRE(migration.retired[0].tracker);
  CHECK(migration.retired[0].tracker->where == "application 'pools'");
  CHECK(migration.retired[1].object.resource_name() == "awsnodetemplate.karpenter.k8s.aws/c");
  CHECK(part(migration.objects[1].value, "metadata.labels") == yaml("a: b"));
  CHECK(notes(migration).find("kept by Argo CD (application 'pools')") != std::string::npos);
}

TEST_CASE("migrate: the rest is left alone, but what it says of old names is named") {
  const auto migration = migrate(
      "apiVersion: apps/v1\n"
      "kind: Deployment\n"
      "metadata: {name: web}\n"
      "spec:\n"
      "  template:\n"
      "    metadata: {annotations: {karpenter.sh/do-not-evict: \"true\"}}\n"
      "    spec:\n"
      "      affinity:\n"
      "        nodeAffinity:\n"
      "          requiredDuringSchedulingIgnoredDuringExecution:\n"
      "            nodeSelectorTerms:\n"
      "            - matchExpressions: [{key: karpenter.sh/provisioner-name, operator: In, values: [gpu]}]\n"
      "---\n"
      "apiVersion: karpenter.sh/v1\n"
      "kind: NodePool\n"
      "metadata: {name: done, annotations: {compatibility.karpenter.sh/v1beta1-kubelet-conversion: \"{}\"}}\n");
  CHECK(migration.objects.empty());
  CHECK(migration.left_alone == std::vector<std::string>{"deployment/web (f.yaml:1)", "nodepool/done (f.yaml:14)"});
  CHECK(losses(migration) ==
        "karpenter.sh/do-not-evict: v1 does not read it: karpenter.sh/do-not-disrupt: \"true\"\n"
        "karpenter.sh/provisioner-name: no node of v1 carries it: karpenter.sh/nodepool\n"
        "compatibility.karpenter.sh/v1beta1-kubelet-conversion: Karpenter from 1.1 on does not start with it: what it "
        "says belongs in the class's spec.kubelet\n");
}

TEST_CASE("migrate: what is lost stands in the manifest too, and the order is the input's") {
  const auto migration = migrate(node_template(k_class + "  launchTemplate: lt\n", "z") + "---\n" +
                                 provisioner("  providerRef: {name: z}\n  nope: 1\n", "a"));
  const auto documents = kgpu::pool::render_migration(migration);
  REQUIRE(documents.size() == 2);
  CHECK(documents[0].object.name == "z");
  CHECK(documents[0].yaml.find("  # spec.launchTemplate: v1 takes no launch template: write what 'lt' says") !=
        std::string::npos);
  CHECK(documents[1].yaml.find("  # spec.nope: no such field in v1\n") != std::string::npos);
  for (std::size_t i = 0; i < documents.size(); ++i) {
    CHECK(kgpu::document::yaml_to_json(documents[i].yaml, "rendered") == migration.objects[i].value);
  }
  CHECK(kgpu::pool::to_line(migration.findings.back()) == "f.yaml:10: provisioner/a: spec.nope: no such field in v1");
}
