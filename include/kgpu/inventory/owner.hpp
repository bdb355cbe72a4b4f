#pragma once

#include "kgpu/snapshot/snapshot.hpp"

#include <string>

namespace kgpu::inventory {

/// What a pod belongs to, for people who deploy it: `Deployment/chat`, not its ReplicaSet.
struct TopOwner {
  std::string kind;
  std::string name;
  bool guessed = false;  ///< by the name: the object between was not read

  /// `Kind/name`, with `~` behind what was guessed.
  [[nodiscard]] std::string text() const;
  bool operator==(const TopOwner&) const = default;
};

/// The topmost controller reached from the pod by the objects of the snapshot, which must be settled; an owner that was
/// not read is named all the same. Where a ReplicaSet or Job was not read, its Deployment or CronJob follows from its
/// name. Without controller, or under a Node, the pod itself (ledger.md 31).
[[nodiscard]] TopOwner top_owner(const snapshot::Snapshot& snapshot, const snapshot::Pod& pod);

}  // namespace kgpu::inventory
