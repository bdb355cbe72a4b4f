#pragma once

#include "kgpu/document/document.hpp"
#include "kgpu/output/json.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

/// Objects as an API server holds them: who wrote what, and what has changed.
namespace kgpu::document {

/// One entry of `metadata.managedFields`.
struct FieldManager {
  std::string manager;
  std::string operation;    ///< `Apply` or `Update`
  std::string api_version;  ///< the version of the object that it wrote
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

/// The same of an object that has been read; what it lacks stays empty.
[[nodiscard]] LiveObject live_object_of(const output::Json& object);

/// Who keeps the object, by the marks that Argo CD, Flux and Helm put on theirs; empty when none of them does.
[[nodiscard]] std::optional<Tracker> tracker_of(const output::Json& object);

/// The tool that writes this label or annotation to know its objects by; empty when it is no such mark.
[[nodiscard]] std::string_view tool_of_mark(std::string_view key);

/// Whether a field manager of ours wrote it: `kubectl-gpu-pool`, `kubectl-gpu-share.l4`.
[[nodiscard]] bool is_ours(const LiveObject& object);

/// `last written by argocd (Apply, 2026-11-02)`: the newest manager; `written by nobody on record` without any.
[[nodiscard]] std::string last_written_by(const LiveObject& object);

}  // namespace kgpu::document
