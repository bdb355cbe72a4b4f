#include "kgpu/document/live_object.hpp"

#include "kgpu/base/error.hpp"

#include <doctest/doctest.h>

#include <string>

using namespace kgpu::document;

namespace {

LiveObject with_metadata(const std::string& metadata) {
  return read_live_object(
      R"({"apiVersion":"karpenter.sh/v1","kind":"NodePool","metadata":{"name":"l4",)" + metadata + "}}", "nodepool");
}

TEST_CASE("an object as the server holds it") {
  const LiveObject object = with_metadata(R"("uid":"u1","resourceVersion":"42",
    "annotations":{"kubectl-gpu/of":"pool.l4"},"managedFields":[
      {"manager":"kubectl-gpu-pool","operation":"Apply","time":"2026-11-01T10:00:00Z"},
      {"manager":"argocd","operation":"Apply","time":"2026-11-02T10:00:00Z"},
      {"manager":"karpenter","operation":"Update","subresource":"status","time":"2026-11-03T10:00:00Z"}])");
  CHECK(object.object == ObjectReference{"karpenter.sh/v1", "NodePool", "", "l4"});
  CHECK(object.uid == "u1");
  CHECK(object.resource_version == "42");
  CHECK(object.of == "pool.l4");
  CHECK_FALSE(object.being_deleted);
  CHECK_FALSE(object.tracker);
  CHECK(is_ours(object));
  CHECK(last_written_by(object) == "last written by argocd (Apply, 2026-11-02)");
}

TEST_CASE("an object that nobody is on record for, and one that goes away") {
  const LiveObject object = with_metadata(R"("deletionTimestamp":"2026-11-02T10:00:00Z")");
  CHECK(object.being_deleted);
  CHECK_FALSE(is_ours(object));
  CHECK(last_written_by(object) == "written by nobody on record");
}

// The marks as Argo CD ("Resource Tracking"), Flux ("kustomize-controller labels") and Helm document them.
TEST_CASE("who writes an object again from elsewhere") {
  struct Case {
    std::string metadata;
    std::string tool;
    std::string where;
  };
  const Case cases[] = {
      {R"("annotations":{"argocd.argoproj.io/tracking-id":"gpu-pools:karpenter.sh/NodePool:/l4"})", "Argo CD",
       "application 'gpu-pools'"},
      {R"("labels":{"argocd.argoproj.io/instance":"pools"})", "Argo CD", "application 'pools'"},
      {R"("labels":{"kustomize.toolkit.fluxcd.io/name":"infra","kustomize.toolkit.fluxcd.io/namespace":"flux-system"})",
       "Flux", "Kustomization 'flux-system/infra'"},
      {R"("labels":{"helm.toolkit.fluxcd.io/name":"k","helm.toolkit.fluxcd.io/namespace":"ns"})", "Flux",
       "HelmRelease 'ns/k'"},
      {R"("annotations":{"meta.helm.sh/release-name":"pools","meta.helm.sh/release-namespace":"kube-system"})", "Helm",
       "release 'pools' in namespace 'kube-system'"},
  };
  for (const Case& one : cases) {
    CAPTURE(one.metadata);
    const auto tracker = with_metadata(one.metadata).tracker;
    REQUIRE(tracker);
    CHECK(tracker->tool == one.tool);
    CHECK(tracker->where == one.where);
  }
}

TEST_CASE("their marks are told from what users write") {
  CHECK(tool_of_mark("argocd.argoproj.io/tracking-id") == "Argo CD");
  CHECK(tool_of_mark("argocd.argoproj.io/sync-wave").empty());
  CHECK(tool_of_mark("kustomize.toolkit.fluxcd.io/namespace") == "Flux");
  CHECK(tool_of_mark("kustomize.toolkit.fluxcd.io/prune").empty());
  CHECK(tool_of_mark("helm.toolkit.fluxcd.io/name") == "Flux");
  CHECK(tool_of_mark("meta.helm.sh/release-namespace") == "Helm");
  CHECK(tool_of_mark("name").empty());
  CHECK(tool_of_mark("").empty());
}

TEST_CASE("an answer that is no object is refused") {
  CHECK_THROWS_AS((void)read_live_object("{}", "x"), kgpu::Error);
  CHECK_THROWS_AS((void)read_live_object("[]", "x"), kgpu::Error);
  CHECK_THROWS_AS((void)read_live_object(R"({"kind":3,"metadata":{}})", "x"), kgpu::Error);
}

}  // namespace
