#include "kgpu/snapshot/redaction.hpp"

#include "saved_cluster.hpp"

#include "kgpu/k8s/catalogue_labels.hpp"

#include <doctest/doctest.h>

#include <cstdint>
#include <set>
#include <string>
#include <string_view>

using namespace kgpu;
using namespace kgpu::snapshot;
using kgpu::testing::everything;
using kgpu::testing::read_saved;
using kgpu::testing::saved;

namespace {

/// A pseudonym for a test, FNV-1a: it hides nothing from anybody who tries, but no name is part of it.
std::string numbered(std::string_view name) {
  std::uint64_t hash = 1469598103934665603U;
  for (const char c : name) {
    hash = (hash ^ static_cast<unsigned char>(c)) * 1099511628211U;
  }
  return "x" + std::to_string(hash);
}

/// Every text of the records by which somebody calls something.
class Names {
 public:
  std::set<std::string> found;

  explicit Names(const Snapshot& snapshot) {
    add(snapshot.name);
    add(snapshot.server);
    for (const Pod& pod : snapshot.pods) {
      add(pod.object);
      add(pod.owner.name);
      add(pod.node);
      if (pod.demand != nullptr) {
        add_labels(pod.demand->labels);
        add(pod.demand->extended_claim);
        for (const ClaimUse& use : pod.demand->claims) {
          add(use.name);
          add(use.claim);
        }
      }
    }
    for (const Node& node : snapshot.nodes) {
      add(node.object);
      add(node.provider_id);
      add_labels(node.labels);
    }
    for (const Namespace& name_space : snapshot.namespaces) {
      add(name_space.object);
      add_labels(name_space.labels);
    }
    for (const Controller& controller : snapshot.controllers) {
      add(controller.object);
      add(controller.owner.name);
      add_labels(controller.labels);
    }
    for (const NodePool& pool : snapshot.node_pools) {
      add(pool.object);
      add_labels(pool.labels);
      add_requirements(pool.requirements);
    }
    for (const NodeClaim& claim : snapshot.node_claims) {
      add(claim.object);
      add(claim.node);
      add(claim.provider_id);
      add_labels(claim.labels);
    }
    for (const NodeOverlay& overlay : snapshot.node_overlays) {
      add(overlay.object);
    }
    for (const ResourceClaim& claim : snapshot.claims) {
      add(claim.object);
      for (const AllocatedDevice& device : claim.devices) {
        add(device.pool);
      }
      for (const std::string_view pod : claim.pods) {
        add(pod);
      }
    }
    for (const ResourceSlice& slice : snapshot.slices) {
      add(slice.object);
      add(slice.pool);
      add(slice.node);
    }
  }

 private:
  void add(std::string_view name) {
    if (!name.empty()) {
      found.emplace(name);
    }
  }
  void add(const Object& object) {
    add(object.name);
    add(object.name_space);
  }
  void add_labels(const List<Pair>& labels) {
    for (const Pair& label : labels) {
      if (!k8s::is_catalogue_label(label.key, label.value)) {
        add(label.value);
      }
    }
  }
  void add_requirements(const List<Requirement>& requirements) {
    for (const Requirement& requirement : requirements) {
      for (const std::string_view value : requirement.values) {
        if (!k8s::is_catalogue_label(requirement.key, value)) {
          add(value);
        }
      }
    }
  }
};

/// Whether the name stands in the text as a word of its own.
bool stands_in(std::string_view text, std::string_view name) {
  const auto in_word = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-' || c == '.' ||
           c == '/';
  };
  for (auto at = text.find(name); at != std::string_view::npos; at = text.find(name, at + 1)) {
    const bool begins = at == 0 || !in_word(text[at - 1]);
    const bool ends = at + name.size() == text.size() || !in_word(text[at + name.size()]);
    if (begins && ends) {
      return true;
    }
  }
  return false;
}

}  // namespace

TEST_CASE("no name is left in a redacted file") {
  const Snapshot snapshot = everything();
  const Names names(snapshot);
  REQUIRE(names.found.size() > 25);
  const std::string open = saved(snapshot);
  const std::string text = saved(snapshot, Redaction(numbered, snapshot));
  for (const std::string& name : names.found) {
    CAPTURE(name);
    CHECK(stands_in(open, name));  // so the search finds what is there
    CHECK(!stands_in(text, name));
    CHECK((name.size() < 7 || text.find(name) == std::string::npos));
  }
  CHECK(text.find("\"redacted\":true") != std::string::npos);
}

TEST_CASE("equal names stay equal: what belonged together still does") {
  const Snapshot before = everything();
  const Snapshot after = read_saved(saved(before, Redaction(numbered, before)));
  REQUIRE(after.pods.size() == before.pods.size());
  for (const Pod& pod : before.pods) {
    const auto same =
        std::ranges::find(after.pods, numbered(pod.object.name), [](const Pod& one) { return one.object.name; });
    REQUIRE(same != after.pods.end());
    CHECK(same->node == (pod.node.empty() ? "" : numbered(pod.node)));
    CHECK(same->owner.kind == pod.owner.kind);
    CHECK(same->cpu_millis == pod.cpu_millis);
    CHECK(same->memory_bytes == pod.memory_bytes);
    CHECK((same->demand == nullptr) == (pod.demand == nullptr));
    CHECK((pod.demand == nullptr || same->demand->devices == pod.demand->devices));
  }
  CHECK(after.claims[0].pods[0] == numbered(before.claims[0].pods[0]));
  CHECK(after.claims[0].devices[0].pool == numbered(before.claims[0].devices[0].pool));
  CHECK(after.claims[0].devices[0].device == before.claims[0].devices[0].device);
  CHECK(after.node_claims[0].provider_id == "aws://" + numbered(before.node_claims[0].provider_id));
  CHECK(text_of(after.node_claims[0].labels, "karpenter.sh/nodepool") == after.node_pools[0].object.name);
  CHECK(text_of(after.node_claims[0].labels, "node.kubernetes.io/instance-type") == "g6.xlarge");
}

TEST_CASE("owners are found by names alone, as before (ledger.md 31)") {
  const Redaction redaction(numbered, Snapshot());
  CHECK(redaction.name_of("ReplicaSet", "web-5d8f").starts_with(numbered("web") + "-"));
  CHECK(redaction.name_of("ReplicaSet", "web-5d8f") != redaction.name_of("ReplicaSet", "web-77cf"));
  CHECK(redaction.name_of("Job", "nightly-28374650") == numbered("nightly") + "-28374650");
  CHECK(redaction.name_of("Job", "import-1234567") == numbered("import-1234567"));
  CHECK(redaction.name_of("Job", "-28374650") == numbered("-28374650"));
  CHECK(redaction.name_of("ReplicaSet", "bare") == numbered("bare"));
  CHECK(redaction.name_of("Deployment", "web") == numbered("web"));
}

TEST_CASE("NodeOverlays keep their order, and the labels that they compare stay numbers") {
  const Snapshot snapshot = everything();
  REQUIRE(snapshot.node_overlays.size() == 2);
  const Redaction redaction(numbered, snapshot);
  CHECK(redaction.name_of("NodeOverlay", "discount-zeta") < redaction.name_of("NodeOverlay", "fixed-alpha"));
  CHECK(redaction.label("contract.example.com/level", "4") == "4");
  CHECK(redaction.label("contract.example.com/level", "gold") == numbered("gold"));
  CHECK(redaction.label("contract.example.com/other", "4") == numbered("4"));
}

TEST_CASE("of a scheduler's sentence its own words stay") {
  const Redaction redaction(numbered, Snapshot());
  const auto hidden = [](const char* name) { return numbered(name); };
  // Sentences of kube-scheduler 1.34.
  CHECK(redaction.sentence("0/5 nodes are available: 3 Insufficient nvidia.com/gpu, 2 node(s) didn't match Pod's node "
                           "affinity/selector.") ==
        "0/5 nodes are available: 3 Insufficient nvidia.com/gpu, 2 node(s) didn't match Pod's node affinity/selector.");
  CHECK(redaction.sentence("0/1 nodes are available: 1 node(s) had untolerated taint {dedicated: blue-team}.") ==
        "0/1 nodes are available: 1 node(s) had untolerated taint {" + hidden("dedicated") + ": " +
            hidden("blue-team") + "}.");
  CHECK(redaction.sentence("persistentvolumeclaim \"weights\" not found") ==
        "persistentvolumeclaim \"" + hidden("weights") + "\" not found");
  CHECK(redaction.sentence("waiting for resource claim ml/claim-7 to be created") ==
        "waiting for resource claim " + hidden("ml/claim-7") + " to be created");
  CHECK(redaction.sentence("Unschedulable") == "Unschedulable");
  CHECK(redaction.sentence("") == "");
}

TEST_CASE("ids of cards go, their sizes stay") {
  const Redaction redaction(numbered, Snapshot());
  // The form of HAMi's annotation: id, count, MiB, cores, type, numa, healthy.
  CHECK(redaction.annotation("hami.io/node-nvidia-register",
                             "GPU-03f69c50-207a-2038-9b45-23cac89cb67d,10,46068,100,NVIDIA-A40,0,true:") ==
        numbered("GPU-03f69c50-207a-2038-9b45-23cac89cb67d") + ",10,46068,100,NVIDIA-A40,0,true:");
  CHECK(redaction.annotation("kubectl-gpu/of", "pool.blue") == numbered("pool.blue"));
  CHECK(redaction.attribute("uuid", "GPU-1") == numbered("GPU-1"));
  CHECK(redaction.attribute("productName", "NVIDIA A100-SXM4-40GB") == "NVIDIA A100-SXM4-40GB");
}

TEST_CASE("labels that say what a node is stay; names that somebody gave do not") {
  CHECK(k8s::is_catalogue_label("node.kubernetes.io/instance-type", "g6.xlarge"));
  CHECK(k8s::is_catalogue_label("nvidia.com/gpu.product", "NVIDIA-L4"));
  CHECK(k8s::is_catalogue_label("nvidia.com/mig-1g.5gb.replicas", "2"));
  CHECK(k8s::is_catalogue_label("karpenter.k8s.aws/instance-gpu-count", "4"));
  CHECK(k8s::is_catalogue_label("type", "virtual-kubelet"));
  CHECK(k8s::is_catalogue_label("lifecycle", "Spot"));
  CHECK(!k8s::is_catalogue_label("type", "blue-team"));
  CHECK(!k8s::is_catalogue_label("kubernetes.io/hostname", "node-1"));
  CHECK(!k8s::is_catalogue_label("karpenter.sh/nodepool", "blue"));
  CHECK(!k8s::is_catalogue_label("nvidia.com/device-plugin.config", "blue-sharing"));
  CHECK(!k8s::is_catalogue_label("nvidia.com/mig.config", "blue-layout"));
  CHECK(!k8s::is_catalogue_label("nvidia.com/gpu.clique", "2f8a.1"));
  CHECK(!k8s::is_catalogue_label("team", "blue"));
}

TEST_CASE("without redaction every text is as it was") {
  const Redaction none;
  CHECK(!none.hides());
  CHECK(none.name("a") == "a");
  CHECK(none.name_once("a") == "a");
  CHECK(none.name_of("Job", "nightly-28374650") == "nightly-28374650");
  CHECK(none.provider_id("aws:///us-east-1a/i-1") == "aws:///us-east-1a/i-1");
  CHECK(none.sentence("any words {here}") == "any words {here}");
  CHECK(none.annotation("kubectl-gpu/of", "pool.blue") == "pool.blue");
  CHECK(none.attribute("uuid", "GPU-1") == "GPU-1");
}
