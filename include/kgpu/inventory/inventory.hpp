#pragma once

#include "kgpu/inventory/identity.hpp"
#include "kgpu/inventory/share.hpp"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

/// Who holds which accelerators (ledger.md §1, §3, §4). Everything points into the snapshot and the catalogue, which
/// must outlive it.
namespace kgpu::inventory {

/// How a resource divides cards.
enum class Slicing : std::uint8_t { whole, replicas, mig, cores, hami, dra };
[[nodiscard]] std::string_view to_string(Slicing slicing);

/// One resource that a node offers.
struct Offer {
  std::string_view resource;  ///< `nvidia.com/gpu`, `nvidia.com/mig-1g.10gb`
  Slicing slicing = Slicing::whole;
  std::string profile;        ///< of MIG: `1g.10gb`
  std::int64_t replicas = 1;  ///< of each unit
  std::int64_t capacity = 0;
  std::int64_t allocatable = 0;
  std::int64_t held = 0;
  Share unit;  ///< of a card, one of it
};

/// What a pod, or a claim without one, has of a node.
struct Holder {
  const snapshot::Pod* pod = nullptr;              ///< null: nobody's claim, or claims were not read
  const snapshot::ResourceClaim* claim = nullptr;  ///< with DRA
  std::string_view resource;                       ///< resource, or driver with DRA
  std::int64_t amount = 0;                         ///< units of the resource
  Share devices;

  /// Whether it stands for what claims may hold that could not be read (ledger.md 22).
  [[nodiscard]] bool is_unread() const { return pod == nullptr && claim == nullptr; }
};

/// Why a free share is free, the first that applies (ledger.md §4).
enum class IdleKind : std::uint8_t { starting, stranded, squatted, unallocated };
[[nodiscard]] std::string_view to_string(IdleKind kind);

struct Idle {
  IdleKind kind = IdleKind::unallocated;
  std::string_view reason;  ///< of stranded: `cordoned`, `not-ready`, …
  Share devices;
};

/// One node with accelerators.
struct NodeInventory {
  const snapshot::Node* node = nullptr;        ///< null: a machine that has not joined
  const snapshot::NodeClaim* claim = nullptr;  ///< then: what asked for it (ledger.md 3)
  Identity identity;
  std::string accelerator;  ///< canonical name, else the label's word; may be ""
  Share devices;            ///< physical
  std::vector<Offer> offers;
  std::vector<Holder> holders;  ///< by namespace and name; claims that were not read last
  Share held;
  std::vector<Idle> idle;
  Share takeable;                      ///< what a pod could take now
  std::vector<std::string> squatters;  ///< `namespace/pod`, where idle is squatted
  std::vector<std::string> warnings;   ///< sentences, without the node's name

  [[nodiscard]] std::string_view name() const;
  [[nodiscard]] const snapshot::List<snapshot::Pair>& labels() const;
  [[nodiscard]] Share free() const { return takeable; }
};

/// A pod that waits for accelerators.
struct Pending {
  const snapshot::Pod* pod = nullptr;
  std::int64_t devices = 0;  ///< units of all its resources
  std::string why;           ///< the scheduler's words; may be ""
};

struct OtherNode {
  const snapshot::Node* node = nullptr;
  Identity identity;
};

/// Nodes without accelerators: outside of every total (ledger.md 2).
struct OtherNodes {
  std::vector<OtherNode> nodes;  ///< without the virtual ones
  std::int64_t virtual_nodes = 0;
};

struct Inventory {
  std::vector<NodeInventory> nodes;  ///< by name, numbers in names as numbers
  std::vector<Pending> pending;      ///< by namespace and name
  std::vector<const snapshot::Pod*> virtual_pods;
  OtherNodes others;
  std::vector<snapshot::Missing> missing;  ///< besides those of the snapshot: what a count would have needed
  std::vector<std::string> warnings;
};

/// Whether a node is in the ledger: by capacity, label or catalogue type; never a virtual one (ledger.md 1).
[[nodiscard]] bool has_accelerator(const snapshot::Node& node, const catalog::Catalog& catalog);

/// Throws Error{data} when accelerator pods are bound to nodes that are not there (ledger.md 37).
[[nodiscard]] Inventory take_inventory(const snapshot::Snapshot& snapshot, const catalog::Catalog& catalog);

}  // namespace kgpu::inventory
