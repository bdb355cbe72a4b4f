#pragma once

#include "pages.hpp"

#include "kgpu/snapshot/dump.hpp"
#include "kgpu/snapshot/saved.hpp"

#include <algorithm>
#include <cstddef>
#include <string>
#include <string_view>
#include <utility>

namespace kgpu::testing {

inline snapshot::Snapshot read_saved(std::string_view text, std::size_t block = std::string::npos) {
  snapshot::Snapshot snapshot;
  snapshot.name = "saved.jsonl";
  snapshot::DumpReader reader(snapshot, "saved.jsonl");
  for (std::size_t at = 0; at < text.size(); at += std::min(block, text.size())) {
    reader.bytes(text.substr(at, block));
  }
  reader.end();
  snapshot.settle();
  return snapshot;
}

inline std::string saved(const snapshot::Snapshot& snapshot, const snapshot::Redaction& redaction = {}) {
  std::string text;
  snapshot::write_saved(snapshot, redaction, [&](std::string_view block) { text += block; });
  return text;
}

inline bool same_records(const snapshot::Snapshot& a, const snapshot::Snapshot& b) {
  return a.pods == b.pods && a.nodes == b.nodes && a.namespaces == b.namespaces && a.controllers == b.controllers &&
         a.node_pools == b.node_pools && a.node_claims == b.node_claims && a.node_overlays == b.node_overlays &&
         a.claims == b.claims && a.slices == b.slices;
}

/// Objects of Karpenter, which the vectors of Kubernetes' own encoders do not have; shapes of its CRDs v1.
inline constexpr std::string_view k_karpenter = R"(
{"apiVersion":"karpenter.sh/v1","kind":"NodePool","metadata":{"name":"team-pool"},"spec":{"template":{"metadata":{"labels":{"team":"blue-team","karpenter.sh/capacity-type":"spot"}},"spec":{"requirements":[{"key":"karpenter.sh/capacity-type","operator":"In","values":["spot","on-demand"]},{"key":"owner.example.com/group","operator":"In","values":["secret-group"]},{"key":"x","operator":"Exists"}]}},"limits":{"cpu":"1k","nvidia.com/gpu":8}},"status":{"resources":{"cpu":"96","nvidia.com/gpu":"4"},"conditions":[{"type":"Ready","status":"True"}]}}
{"apiVersion":"karpenter.sh/v1","kind":"NodeClaim","metadata":{"name":"team-pool-x7f2q","labels":{"karpenter.sh/nodepool":"team-pool","node.kubernetes.io/instance-type":"g6.xlarge"},"creationTimestamp":"2026-07-20T10:00:00Z"},"status":{"providerID":"aws:///us-east-1a/i-0claim","nodeName":"gpu-a","capacity":{"cpu":"4","memory":"16Gi","nvidia.com/gpu":"1"}}}
{"apiVersion":"karpenter.sh/v1alpha1","kind":"NodeOverlay","metadata":{"name":"discount-zeta"},"spec":{"requirements":[{"key":"contract.example.com/level","operator":"Gt","values":["3"]}],"priceAdjustment":"-10%","weight":7},"status":{"conditions":[{"type":"Ready","status":"False"}]}}
{"apiVersion":"karpenter.sh/v1alpha1","kind":"NodeOverlay","metadata":{"name":"fixed-alpha"},"spec":{"requirements":[{"key":"karpenter.sh/nodepool","operator":"NotIn","values":["team-pool"]}],"price":"1.25"}}
{"apiVersion":"apps/v1","kind":"Deployment","metadata":{"name":"web","namespace":"web"}}
{"apiVersion":"batch/v1","kind":"Job","metadata":{"name":"nightly-28374650","namespace":"ml","ownerReferences":[{"kind":"CronJob","name":"nightly","controller":true}]}}
{"apiVersion":"ray.io/v1","kind":"RayCluster","metadata":{"name":"ray-a","namespace":"ml","ownerReferences":[{"kind":"RayService","name":"ray","controller":true}]}}
)";

/// Every kind of record, from Kubernetes' own JSON.
inline snapshot::Snapshot everything() {
  snapshot::Snapshot snapshot;
  snapshot.name = "prod-context";
  snapshot.server = "https://ABCDEF.gr7.us-east-1.eks.amazonaws.com";
  snapshot.from_server = true;
  snapshot.as_of = "2026-11-22T01:38:51Z";
  snapshot.missing = {{"nodeclaims.karpenter.sh", "list", "machines that have not joined are not shown"}};
  snapshot::DumpReader reader(snapshot, "vectors");
  for (const auto& vector : all_vectors()) {
    if (!vector.kind.metadata_only) {
      reader.bytes(vector.json);
    }
  }
  reader.bytes(k_karpenter);
  reader.end();
  for (const auto& vector : all_vectors()) {
    if (vector.kind.metadata_only) {
      const auto page = snapshot::json_page(vector.kind, *snapshot.texts);
      page->bytes(vector.json);
      page->end();
      snapshot.join(std::move(page->records()));
    }
  }
  snapshot.settle();
  return snapshot;
}

}  // namespace kgpu::testing
