#pragma once

#include "kgpu/catalog/catalog.hpp"
#include "kgpu/instance/filter.hpp"
#include "kgpu/pricing/offer_price.hpp"

#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace kgpu::instance {

/// An instance type as one region sells it. Views point into the catalogue.
struct Offer {
  const catalog::InstanceType* type = nullptr;
  const catalog::Accelerator* accelerator = nullptr;  ///< null on CPU types
  std::string_view use;
  std::string region;
  /// In the order on-demand, spot, reserved. Spot and reserved only where there is a price.
  std::vector<pricing::OfferPrice> prices;

  /// The price bought that way; null when it is not among `prices` or unknown.
  [[nodiscard]] const pricing::OfferPrice* priced(catalog::Capacity capacity) const;
};

/// What was found, and what the user should know about it (one sentence each, for stderr).
struct Selection {
  std::vector<Offer> offers;  ///< by provider, accelerator, on-demand price, type; CPU types and unknown prices last
  std::vector<std::string> notes;
};

/// The region each provider's prices are for.
using Regions = std::map<catalog::Provider, std::string>;

/// The prices of one type in one region. With `capacities` only those, else all.
[[nodiscard]] Offer make_offer(const catalog::Catalog& catalog, const catalog::InstanceType& type,
                               const std::string& region, const std::vector<catalog::Capacity>& capacities,
                               const pricing::PriceRules& rules);

/// The types that hold against the whole filter, one offer each. When there is none, the last note names the flag that
/// is in the way. Throws Error{usage} for an accelerator the catalogue does not know.
[[nodiscard]] Selection select(const catalog::Catalog& catalog, const Filter& filter, const Regions& regions,
                               const pricing::PriceRules& rules);

/// What `--sort-by` can name.
enum class SortKey : std::uint8_t { price, type, vcpus, memory, accelerator_memory };
/// Throws Error{usage} with the valid words.
[[nodiscard]] SortKey parse_sort_key(std::string_view text);
[[nodiscard]] std::vector<std::string_view> sort_key_words();

/// By one key, the smallest first, unknown last; equal ones keep their order. `price` is the cheapest of `capacities`
/// (on-demand or spot when empty).
void sort_by(std::vector<Offer>& offers, SortKey key, const std::vector<catalog::Capacity>& capacities);

}  // namespace kgpu::instance
