#pragma once

#include "kgpu/node/report.hpp"

#include <string>
#include <vector>

/// What cells and JSON members of both views say alike.
namespace kgpu::node {

/// As kubectl's STATUS: `Ready`, `NotReady,SchedulingDisabled`; `Starting` for a machine that has not joined.
[[nodiscard]] std::string status_of(const inventory::NodeInventory& node);
/// `key=value:Effect`, by key.
[[nodiscard]] std::vector<std::string> taints_of(const inventory::NodeInventory& node);
/// `on-demand`, `spot`, `reserved`, `capacity-block`, `unknown`.
[[nodiscard]] std::string_view capacity_word(const inventory::Identity& identity);
/// Seconds since 1970 as RFC 3339; "" for 0.
[[nodiscard]] std::string time_text(std::int64_t seconds);
/// The pods that hold, those of another namespace as one `(others)`.
struct HolderWord {
  std::string name;  ///< `namespace/pod`, `namespace/ResourceClaim/claim`, `(claims not read)`
  std::int64_t amount = 0;
  std::string_view resource;
  inventory::Share devices;
  const inventory::Holder* holder = nullptr;  ///< null for `(others)`
};
[[nodiscard]] std::vector<HolderWord> holders_of(const inventory::NodeInventory& node, const std::string& name_space);

/// The accelerators of a node in decimals: those of holders and idle parts add up to the node's (ledger.md 36).
struct Figures {
  Decimal devices;
  Decimal held;  ///< the sum of `holders`
  Decimal free;
  std::vector<Decimal> holders;  ///< as `words`
  std::vector<Decimal> idle;     ///< as `node.idle`
};
[[nodiscard]] Figures figures_of(const inventory::NodeInventory& node, const std::vector<HolderWord>& words);

/// The largest Decimal where the sum is beyond it.
[[nodiscard]] Decimal total(const std::vector<Decimal>& parts);

/// Three places at most, such that they add up to what `devices_text` says of their sum.
[[nodiscard]] std::vector<std::string> devices_texts(const std::vector<inventory::Share>& shares);

[[nodiscard]] std::string price_text(const pricing::OfferPrice& price);
/// When the node, or the machine that has not joined, was created; 0: unknown.
[[nodiscard]] std::int64_t created(const inventory::NodeInventory& node);
/// kubectl's AGE of the row, at the moment its snapshot speaks of; "" when unknown.
[[nodiscard]] std::string age_of(const Row& row);

/// `nvidia.com/mig-1g.10gb` is `1g.10gb`, `aws.amazon.com/neuroncore` `neuroncore`.
[[nodiscard]] std::string short_name(const inventory::Offer& offer);

/// Why a part is not used, as a sentence for people.
[[nodiscard]] std::string_view meaning_of(const inventory::Idle& idle);

}  // namespace kgpu::node
