#pragma once

#include "kgpu/snapshot/records.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace kgpu::snapshot {

/// The kinds that are read; everything else of a dump is passed over.
enum class Kind : std::uint8_t {
  pod,
  node,
  name_space,
  controller,
  node_pool,
  node_claim,
  node_overlay,
  resource_claim,
  resource_slice,
};
inline constexpr std::size_t k_kinds = 9;

/// Which kind objects of that apiVersion and kind are read as; empty for what is passed over.
[[nodiscard]] std::optional<Kind> kind_of(std::string_view api_version, std::string_view kind);
/// As Kubernetes writes it: `NodePool`. Controllers are `ReplicaSet` and others: "" there.
[[nodiscard]] std::string_view to_string(Kind kind);

/// Records of one page, or of one run of items: staged until they are known to be whole.
struct Records {
  std::vector<Pod> pods;
  std::vector<Node> nodes;
  std::vector<Namespace> namespaces;
  std::vector<Controller> controllers;
  std::vector<NodePool> node_pools;
  std::vector<NodeClaim> node_claims;
  std::vector<NodeOverlay> node_overlays;
  std::vector<ResourceClaim> claims;
  std::vector<ResourceSlice> slices;
};

/// A kind that could not be read, and what that hides (ledger.md §7).
struct Missing {
  std::string resource;  ///< `resourceclaims.resource.k8s.io`
  std::string verb;      ///< `list`
  std::string effect;
  bool operator==(const Missing&) const = default;
};

/// One cluster at one time.
struct Snapshot {
  std::string name;    ///< file, directory or context: which cluster, for messages
  std::string server;  ///< the API server's URL; empty: not read from one
  std::string as_of;   ///< the server's time, RFC 3339; empty: unknown
  bool only_accelerator_nodes_pods = false;
  bool from_server = false;   ///< lists of several moments: objects may have gone between them
  bool inconsistent = false;  ///< a list went on after its snapshot expired
  std::unique_ptr<Texts> texts = std::make_unique<Texts>();
  std::deque<Pod> pods;  ///< a deque: growing never holds all of them twice
  std::vector<Node> nodes;
  std::vector<Namespace> namespaces;
  std::vector<Controller> controllers;
  std::vector<NodePool> node_pools;
  std::vector<NodeClaim> node_claims;
  std::vector<NodeOverlay> node_overlays;
  std::vector<ResourceClaim> claims;
  std::vector<ResourceSlice> slices;
  std::array<bool, k_kinds> read{};  ///< by Kind: a list of it was read whole
  std::vector<Missing> missing;

  [[nodiscard]] bool has_read(Kind kind) const { return read[static_cast<std::size_t>(kind)]; }
  void mark_read(Kind kind) { read[static_cast<std::size_t>(kind)] = true; }

  /// The moment it speaks of: the server's time, else the newest heartbeat of its nodes, so that a dump alone decides
  /// (ledger.md 23). Seconds since 1970; 0: unknown.
  [[nodiscard]] std::int64_t moment() const;

  /// Moves the records in.
  void join(Records&& records);
  /// Forgets the records of a kind: its list begins again.
  void drop(Kind kind);
  /// Each object once (ledger.md 37; kubernetes-client 11.4): of several of one namespace and name, the newest
  /// resourceVersion. Nodes and all small kinds are sorted by namespace and name afterwards.
  void settle();
};

}  // namespace kgpu::snapshot
