#pragma once

#include "kgpu/catalog/catalog.hpp"
#include "kgpu/snapshot/snapshot.hpp"

#include <optional>
#include <string>
#include <string_view>

namespace kgpu::inventory {

/// What a node is, by its labels: enough to find its price (CONTRACTS §3; ledger.md 8 to 10, 13).
struct Identity {
  std::optional<catalog::Provider> provider;  ///< by spec.providerID; empty on-premises
  std::string type;                           ///< the catalogue's key; the label's word where it knows none; may be ""
  const catalog::InstanceType* catalogue_type = nullptr;
  std::string region;  ///< empty: unknown
  std::string zone;
  bool local_zone = false;                    ///< of AWS: priced as the region it belongs to
  std::optional<catalog::Capacity> capacity;  ///< empty: no label decides
  bool capacity_block = false;
  std::string pool;  ///< `(none)`
};

/// The first pool label with a value (ledger.md 10); `(none)`.
[[nodiscard]] std::string_view pool_of(const snapshot::List<snapshot::Pair>& labels);

/// Who manages the pool of that label: `karpenter`, `eks`, `eksctl`, `gke`, `aks`; empty: no label names a pool.
[[nodiscard]] std::string_view pool_manager_of(const snapshot::List<snapshot::Pair>& labels);

/// The label that says how a node was bought decides: empty where none does.
[[nodiscard]] std::optional<catalog::Capacity> capacity_of(const snapshot::List<snapshot::Pair>& labels,
                                                           std::optional<catalog::Provider> provider);

/// Whether the type's key names its cards too, so that their count must be known: gcp's N1 machines (ledger.md 9).
[[nodiscard]] bool needs_card_count(const snapshot::List<snapshot::Pair>& labels, std::string_view provider_id);

/// `physical_hint` is how many cards a gcp N1 machine has, where its labels or a node of its pool tell (ledger.md 9).
[[nodiscard]] Identity identify(const snapshot::List<snapshot::Pair>& labels, std::string_view provider_id,
                                const catalog::Catalog& catalog, std::optional<std::int64_t> physical_hint);

/// The card by GFD's product or the cloud's labels, canonical where the catalogue knows the word; empty: none says.
[[nodiscard]] std::string accelerator_by_label(const snapshot::List<snapshot::Pair>& labels,
                                               const catalog::Catalog& catalog);

}  // namespace kgpu::inventory
