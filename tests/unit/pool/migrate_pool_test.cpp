#include "migrations.hpp"

#include <doctest/doctest.h>

using namespace kgpu::testing;  // NOLINT(google-build-using-namespace): the vocabulary of these tests

namespace {

kgpu::output::Json first(const std::string& manifests) {
  return migrate(manifests).objects.at(0).value;
}

const std::string k_reference = "  providerRef: {name: c}\n";

std::string beta(const std::string& disruption) {
  return beta_pool("  template: {spec: {requirements: [], nodeClassRef: {name: c}}}\n" + disruption);
}

}  // namespace

// Expected: karpenter-provider-aws v0.31 `Provisioner.SetDefaults`; the keys that switch a default off are its own.
TEST_CASE("migrate: v1alpha5's requirements are written out where nothing of the kind was") {
  const std::string capacity = "- {key: karpenter.sh/capacity-type, operator: In, values: [on-demand]}\n";
  const std::string arch = "- {key: kubernetes.io/arch, operator: In, values: [amd64]}\n";
  const std::string os = "- {key: kubernetes.io/os, operator: In, values: [linux]}\n";
  const std::string types =
      "- {key: karpenter.k8s.aws/instance-category, operator: In, values: [c, m, r]}\n"
      "- {key: karpenter.k8s.aws/instance-generation, operator: Gt, values: [\"2\"]}\n";
  struct Case {
    const char* name;
    std::string given;
    std::string expected;
  };
  const std::string family = "- {key: karpenter.k8s.aws/instance-family, operator: In, values: [g5]}\n";
  const std::string generation = "- {key: karpenter.k8s.aws/instance-generation, operator: Gt, values: [\"4\"]}\n";
  const std::string type = "- {key: node.kubernetes.io/instance-type, operator: In, values: [g5.xlarge]}\n";
  const std::string old_type = "- {key: beta.kubernetes.io/instance-type, operator: In, values: [g5.xlarge]}\n";
  const std::string old_arch = "- {key: beta.kubernetes.io/arch, operator: In, values: [arm64]}\n";
  const std::string both = "- {key: karpenter.sh/capacity-type, operator: In, values: [spot, on-demand]}\n";
  const std::string gpus = "- {key: karpenter.k8s.aws/instance-gpu-name, operator: In, values: [t4]}\n";
  const std::string size = "- {key: karpenter.k8s.aws/instance-size, operator: NotIn, values: [nano]}\n";
  const Case cases[] = {
      {"none", "", capacity + arch + os + types},
      {"a family", family, family + capacity + arch + os},
      {"a generation alone", generation, generation + capacity + arch + os},
      {"a type", type, type + capacity + arch + os},
      {"a type by its older name", old_type, old_type + capacity + arch + os},
      {"arm64 by its older name", old_arch, old_arch + capacity + os + types},
      {"capacity", both, both + arch + os + types},
      {"a GPU's name is no type: c m r with it, and no node, as before", gpus, gpus + capacity + arch + os + types},
      {"a size is no type either", size, size + capacity + arch + os + types},
  };
  for (const Case& c : cases) {
    CAPTURE(std::string(c.name));
    std::string spec = k_reference;
    if (!c.given.empty()) {
      spec += "  requirements:\n  " + c.given;
    }
    CHECK(part(first(provisioner(spec)), "spec.template.spec.requirements") == yaml(c.expected));
  }
}

TEST_CASE("migrate: v1beta1's requirements stay as they are") {
  const auto pool = first(beta_pool(
      "  template: {spec: {nodeClassRef: {name: c}, requirements: [{key: a.b/c, operator: In, values: [x, z], "
      "minValues: 2}]}}\n"));
  CHECK(part(pool, "spec.template.spec.requirements") ==
        yaml("[{key: a.b/c, operator: In, values: [x, z], minValues: 2}]"));
}

// Expected: Karpenter's v1beta1 and v1 migration guides; the third row is manifests.md 2.5's reading.
TEST_CASE("migrate: when nodes go, from v1alpha5") {
  struct Case {
    const char* name;
    const char* spec;
    const char* disruption;
    const char* expire_after;
  };
  const Case cases[] = {
      {"emptiness", "  ttlSecondsAfterEmpty: 300\n", "{consolidationPolicy: WhenEmpty, consolidateAfter: 300s}",
       "Never"},
      {"at once", "  ttlSecondsAfterEmpty: 0\n", "{consolidationPolicy: WhenEmpty, consolidateAfter: 0s}", "Never"},
      {"neither", "", "{consolidationPolicy: WhenEmpty, consolidateAfter: Never}", "Never"},
      {"switched off", "  consolidation: {enabled: false}\n",
       "{consolidationPolicy: WhenEmpty, consolidateAfter: Never}", "Never"},
      {"consolidation", "  consolidation: {enabled: true}\n",
       "{consolidationPolicy: WhenEmptyOrUnderutilized, consolidateAfter: 0s}", "Never"},
      {"hours", "  consolidation: {enabled: true}\n  ttlSecondsUntilExpired: 604800\n",
       "{consolidationPolicy: WhenEmptyOrUnderutilized, consolidateAfter: 0s}", "168h"},
      {"minutes", "  ttlSecondsUntilExpired: 5400\n", "{consolidationPolicy: WhenEmpty, consolidateAfter: Never}",
       "90m"},
      {"seconds", "  ttlSecondsUntilExpired: 61\n", "{consolidationPolicy: WhenEmpty, consolidateAfter: Never}", "61s"},
  };
  for (const Case& c : cases) {
    CAPTURE(std::string(c.name));
    const auto pool = first(provisioner(k_reference + c.spec));
    CHECK(part(pool, "spec.disruption") == yaml(c.disruption));
    CHECK(part(pool, "spec.template.spec.expireAfter") == kgpu::output::Json(c.expire_after));
  }
}

// Expected: sigs.k8s.io/karpenter v1.0 `NodePool.ConvertFrom` and the defaults of v1beta1's CRD. With Never beside
// WhenUnderutilized v1beta1 consolidated nothing; Karpenter's own conversion forgets that, this one does not.
TEST_CASE("migrate: when nodes go, from v1beta1") {
  struct Case {
    const char* name;
    const char* disruption;
    const char* expected;
    const char* expire_after;
  };
  const Case cases[] = {
      {"nothing written", "", "{consolidationPolicy: WhenEmptyOrUnderutilized, consolidateAfter: 0s}", "720h"},
      {"underutilized", "  disruption: {consolidationPolicy: WhenUnderutilized, expireAfter: Never}\n",
       "{consolidationPolicy: WhenEmptyOrUnderutilized, consolidateAfter: 0s}", "Never"},
      {"never", "  disruption: {consolidationPolicy: WhenUnderutilized, consolidateAfter: Never}\n",
       "{consolidationPolicy: WhenEmptyOrUnderutilized, consolidateAfter: Never}", "720h"},
      {"empty", "  disruption: {consolidationPolicy: WhenEmpty, consolidateAfter: 30s, expireAfter: 24h}\n",
       "{consolidationPolicy: WhenEmpty, consolidateAfter: 30s}", "24h"},
      {"budgets", "  disruption: {budgets: [{nodes: \"0\", schedule: \"@daily\", duration: 8h}]}\n",
       "{consolidationPolicy: WhenEmptyOrUnderutilized, consolidateAfter: 0s, budgets: [{nodes: \"0\", schedule: "
       "\"@daily\", duration: 8h}]}",
       "720h"},
  };
  for (const Case& c : cases) {
    CAPTURE(std::string(c.name));
    const auto pool = first(beta(c.disruption));
    CHECK(part(pool, "spec.disruption") == yaml(c.expected));
    CHECK(part(pool, "spec.template.spec.expireAfter") == kgpu::output::Json(c.expire_after));
  }
}

TEST_CASE("migrate: the rest of a Provisioner") {
  const auto pool = first(
      "apiVersion: karpenter.sh/v1alpha5\n"
      "kind: Provisioner\n"
      "metadata: {name: p, labels: {team: ml}, annotations: {note: x}}\n"
      "spec:\n"
      "  providerRef: {name: c, kind: AWSNodeTemplate, apiVersion: karpenter.k8s.aws/v1alpha1}\n"
      "  labels: {workload: gpu}\n"
      "  annotations: {karpenter.sh/do-not-consolidate: \"true\", a: b}\n"
      "  taints: [{key: nvidia.com/gpu, value: \"true\", effect: NoSchedule}]\n"
      "  startupTaints: [{key: cilium, effect: NoExecute}]\n"
      "  limits: {resources: {cpu: \"1000\", nvidia.com/gpu: 8}}\n"
      "  weight: 50\n");
  CHECK(part(pool, "metadata") == yaml("{name: p, labels: {team: ml}, annotations: {note: x}}"));
  CHECK(part(pool, "spec.weight") == kgpu::output::Json(50));
  CHECK(part(pool, "spec.limits") == yaml("{cpu: \"1000\", nvidia.com/gpu: 8}"));
  CHECK(part(pool, "spec.template.metadata") ==
        yaml("{labels: {workload: gpu}, annotations: {karpenter.sh/do-not-disrupt: \"true\", a: b}}"));
  CHECK(part(pool, "spec.template.spec.nodeClassRef") ==
        yaml("{group: karpenter.k8s.aws, kind: EC2NodeClass, name: c}"));
  CHECK(part(pool, "spec.template.spec.taints") ==
        yaml("[{key: nvidia.com/gpu, value: \"true\", effect: NoSchedule}]"));
  CHECK(part(pool, "spec.template.spec.startupTaints") == yaml("[{key: cilium, effect: NoExecute}]"));
}

TEST_CASE("migrate: v1beta1's nodeClassRef") {
  struct Case {
    const char* reference;
    const char* expected;
  };
  const Case cases[] = {
      {"{name: c}", "{group: karpenter.k8s.aws, kind: EC2NodeClass, name: c}"},
      {"{name: c, apiVersion: karpenter.k8s.aws/v1beta1, kind: EC2NodeClass}",
       "{group: karpenter.k8s.aws, kind: EC2NodeClass, name: c}"},
      {"{name: c, apiVersion: karpenter.azure.com/v1alpha2, kind: AKSNodeClass}",
       "{group: karpenter.azure.com, kind: AKSNodeClass, name: c}"},
  };
  for (const Case& c : cases) {
    CAPTURE(c.reference);
    const auto pool =
        first(beta_pool("  template: {spec: {requirements: [], nodeClassRef: " + std::string(c.reference) + "}}\n"));
    CHECK(part(pool, "spec.template.spec.nodeClassRef") == yaml(c.expected));
  }
}

TEST_CASE("migrate: what a pool says that v1 has no place for is lost aloud") {
  struct Case {
    const char* name;
    std::string manifest;
    const char* expected;
  };
  const Case cases[] = {
      {"a field nobody knows", provisioner(k_reference + "  reclaimPolicy: x\n"),
       "spec.reclaimPolicy: no such field in v1\n"},
      {"a field within limits", provisioner(k_reference + "  limits: {cpu: 3}\n"),
       "spec.limits.cpu: no such field in v1\n"},
      {"Karpenter's own label", provisioner(k_reference + "  labels: {karpenter.sh/provisioner-name: p}\n"),
       "spec.labels[karpenter.sh/provisioner-name]: v1 refuses it: nodes carry karpenter.sh/nodepool, which Karpenter "
       "sets\n"},
      {"a requirement on a label that is gone",
       provisioner(k_reference +
                   "  requirements: [{key: karpenter.k8s.aws/instance-pods, operator: Gt, values: [\"50\"]}]\n"),
       "spec.requirements[0] (karpenter.k8s.aws/instance-pods): v1 has no such label\n"},
      {"a foreign template", provisioner("  providerRef: {name: c, kind: AzureNodeTemplate}\n"),
       "spec.providerRef.kind: AzureNodeTemplate is no AWSNodeTemplate: v1's kind and group must be filled in\n"},
      {"no class", provisioner("  weight: 1\n"),
       "spec.providerRef.name: nodeClassRef is required in v1, and no class was named\n"},
      {"resources",
       beta_pool("  template: {spec: {requirements: [], nodeClassRef: {name: c}, resources: {requests: {cpu: "
                 "1}}}}\n"),
       "spec.template.spec.resources: no such field in v1\n"},
      {"kubelet settings of a class that is not there",
       provisioner(k_reference + "  kubeletConfiguration: {maxPods: 20}\n"),
       "spec.kubeletConfiguration: belongs in spec.kubelet of the class c, which is not migrated here: {\"maxPods\": "
       "20}\n"},
  };
  for (const Case& c : cases) {
    CAPTURE(std::string(c.name));
    CHECK(losses(migrate(c.manifest)) == c.expected);
  }
}

TEST_CASE("migrate: what the cluster wrote is left out, and said") {
  const auto migration = migrate(
      "apiVersion: karpenter.sh/v1alpha5\n"
      "kind: Provisioner\n"
      "metadata:\n"
      "  name: p\n"
      "  uid: 1\n"
      "  resourceVersion: \"7\"\n"
      "  annotations:\n"
      "    kubectl.kubernetes.io/last-applied-configuration: x\n"
      "    karpenter.sh/provisioner-hash: \"1\"\n"
      "spec: {providerRef: {name: c}}\n"
      "status: {resources: {cpu: 1}}\n");
  CHECK(part(migration.objects.at(0).value, "metadata") == yaml("{name: p}"));
  CHECK(notes(migration) ==
        "metadata.annotations[kubectl.kubernetes.io/last-applied-configuration]: left out: kubectl or Karpenter writes "
        "it\n"
        "metadata.annotations[karpenter.sh/provisioner-hash]: left out: kubectl or Karpenter writes it\n"
        ": left out, as the cluster writes it: metadata.uid, metadata.resourceVersion, status\n");
  CHECK(losses(migration).empty());
}

TEST_CASE("migrate: a field of the wrong type is refused with its place") {
  CHECK(refusal("\n" + provisioner("  weight: high\n")) ==
        "f.yaml:2: provisioner/p: spec.weight is not a whole number");
  CHECK(refusal(provisioner("  labels: {a: 1}\n")) ==
        "f.yaml:1: provisioner/p: spec.labels.a is not a text: put it in quotes");
  CHECK(refusal(provisioner("  taints: {a: 1}\n")) == "f.yaml:1: provisioner/p: spec.taints is not a list");
  CHECK(refusal(provisioner("  limits: 3\n")) == "f.yaml:1: provisioner/p: spec.limits is not a mapping");
  CHECK(refusal(provisioner("  consolidation: {enabled: \"yes\"}\n")) ==
        "f.yaml:1: provisioner/p: spec.consolidation.enabled is not true or false");
  CHECK(refusal(provisioner("  ttlSecondsAfterEmpty: -1\n")) ==
        "f.yaml:1: provisioner/p: spec.ttlSecondsAfterEmpty is negative");
  CHECK(refusal(provisioner("  ttlSecondsAfterEmpty: 1\n  consolidation: {enabled: true}\n")) ==
        "f.yaml:1: provisioner/p: spec.ttlSecondsAfterEmpty excludes spec.consolidation.enabled: true");
}
