#pragma once

#include "kgpu/document/document.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

/// Objects as an API server holds them: who wrote what, and what has changed.
namespace kgpu::document {

/// One entry of `metadata.managedFields`.
struct FieldManager {
  std::string manager;
  std::string operation;  ///< `Apply` or `Update`
  std::string subresource;
  std::string time;  ///< RFC 3339; may be empty
};

/// The tool that writes this object again from somewhere else, and the place to change it there.
struct Tracker {
  std::string tool;   ///< `Argo CD`, `Flux`, `Helm`
  std::string where;  ///< `application 'gpu-pools'`, `release 'karpenter' in namespace 'kube-system'`
};

struct LiveObject {
  ObjectReference object;
  std::string uid;
  std::string resource_version;
  bool being_deleted = false;
  std::string of;  ///< our annotation `kubectl-gpu/of`; empty when absent
  std::vector<FieldManager> managers;
  std::optional<Tracker> tracker;
};

/// From the JSON of one object. Throws Error{data} beginning with `name`.
[[nodiscard]] LiveObject read_live_object(std::string_view json, const std::string& name);

/// Whether a field manager of ours wrote it: `kubectl-gpu-pool`, `kubectl-gpu-share.l4`.
[[nodiscard]] bool is_ours(const LiveObject& object);

/// `last written by argocd (Apply, 2026-11-02)`: the newest manager; `written by nobody on record` without any.
[[nodiscard]] std::string last_written_by(const LiveObject& object);

}  // namespace kgpu::document
