#pragma once

#include "kgpu/base/duration.hpp"
#include "kgpu/document/difference.hpp"
#include "kgpu/document/document.hpp"
#include "kgpu/document/live_object.hpp"
#include "kgpu/kube/connection.hpp"
#include "kgpu/kube/discovery.hpp"

#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

/// Server-side apply of rendered documents (CONTRACTS §7, kubernetes-client 5 and 11.11 to 11.17).
namespace kgpu::kube {

/// What applying needs besides a connection.
struct ApplyContext {
  Connection& connection;
  Discovery& discovery;
  std::string field_manager;  ///< `kubectl-gpu-pool`
  bool dry_run = false;       ///< `--dry-run=server`: validated, nothing stored
  bool force_conflicts = false;
  std::function<bool()> cancelled;         ///< Ctrl-C
  std::function<void(Nanoseconds)> sleep;  ///< ends early when cancelled
  std::function<Nanoseconds()> elapsed;    ///< since some moment; never runs backwards
};

/// One document as the cluster stands before anything is written.
struct Standing {
  std::optional<k8s::Resource> resource;     ///< empty: no such kind yet
  std::string name_space;                    ///< where it goes; empty for cluster-scoped
  std::optional<document::LiveObject> live;  ///< empty: there is none
  std::string live_json;                     ///< empty: there is none
  /// Its namespace or CRD is made by the same set: a dry run of it would fail, so it is checked here (11.13).
  bool awaits_set = false;
};

/// Reads every object of the set. Throws when a kind is not served or an object may not be read.
[[nodiscard]] std::vector<Standing> survey(std::span<const document::Document> documents, ApplyContext& context);

enum class Fate {
  applied,
  checked,  ///< a dry run, or checked without the server where awaits_set
  failed,
  skipped,    ///< its namespace or CRD failed
  unknown,    ///< in flight when Ctrl-C came, or the answer was lost
  not_tried,  ///< Ctrl-C came before
};

struct Applied {
  document::ObjectReference object;
  Fate fate = Fate::not_tried;
  bool created = false;
  std::string message = {};  ///< why it failed or was skipped; one sentence
  std::string hint = {};
};

/// Sends the documents in apply order, goes on after a failure, skips what cannot succeed then, and calls `report`
/// after each. Never forces a conflict unless told.
std::vector<Applied> apply(std::span<const document::Document> documents, std::span<const Standing> standings,
                           ApplyContext& context, const std::function<void(const Applied&)>& report);

/// What an apply would change, object by object in apply order, by dry runs. Throws on a conflict or any other refusal:
/// then it could not be told.
[[nodiscard]] std::vector<document::Comparison> difference(std::span<const document::Document> documents,
                                                           std::span<const Standing> standings, ApplyContext& context);

/// Objects in the cluster that belong to what is applied (same annotation `kubectl-gpu/of`) and are no longer rendered
/// (11.15). Nothing is deleted.
[[nodiscard]] std::vector<document::LiveObject> leftovers(std::span<const document::Document> documents,
                                                          std::span<const Standing> standings, ApplyContext& context);

/// How waiting for one object ended.
struct Waited {
  document::ObjectReference object;
  bool ready = false;
  std::string message = {};  ///< the condition's, where it did not become ready
};

/// Polls until NodePools and EC2NodeClasses are Ready with a status of their present generation, at most `limit` long
/// (11.17). Other kinds are not waited for.
[[nodiscard]] std::vector<Waited> wait_until_ready(std::span<const document::Document> documents,
                                                   std::span<const Standing> standings, Nanoseconds limit,
                                                   ApplyContext& context);

}  // namespace kgpu::kube
