#include "kgpu/pricing/node_price.hpp"

#include "rate_price.hpp"

#include <algorithm>
#include <charconv>
#include <string>

namespace kgpu::pricing {
namespace {

using catalog::Capacity;
using catalog::Catalog;
using snapshot::NodeOverlay;
using snapshot::Requirement;

std::optional<std::int64_t> number(std::string_view text) {
  std::int64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  return error == std::errc() && end == text.data() + text.size() ? std::optional(value) : std::nullopt;
}

/// Whether a node's label meets a requirement, as Karpenter reads it.
bool meets(const NodeSubject& subject, const Requirement& requirement) {
  const auto value = find(subject.labels, requirement.key);
  const bool listed = value && std::ranges::find(requirement.values, *value) != requirement.values.end();
  if (requirement.operation == "In") {
    return listed;
  }
  if (requirement.operation == "NotIn") {
    return !listed;
  }
  if (requirement.operation == "Exists") {
    return value.has_value();
  }
  if (requirement.operation == "DoesNotExist") {
    return !value;
  }
  if (!value || requirement.values.empty()) {
    return false;
  }
  const auto held = number(*value);
  const auto bound = number(requirement.values[0]);
  if (!held || !bound) {
    return false;
  }
  return requirement.operation == "Gt"    ? *held > *bound
         : requirement.operation == "Lt"  ? *held < *bound
         : requirement.operation == "Gte" ? *held >= *bound
                                          : requirement.operation == "Lte" && *held <= *bound;
}

/// The overlay that counts: highest weight, ties by name (ledger.md 11).
const NodeOverlay* find_overlay(const NodeSubject& subject, std::span<const NodeOverlay> overlays) {
  if (!find(subject.labels, "karpenter.sh/nodepool")) {
    return nullptr;
  }
  const NodeOverlay* best = nullptr;
  for (const NodeOverlay& overlay : overlays) {
    const bool speaks_of_price = !overlay.price.empty() || !overlay.price_adjustment.empty();
    const bool matches = std::ranges::all_of(
        overlay.requirements, [&](const Requirement& requirement) { return meets(subject, requirement); });
    if (speaks_of_price && matches &&
        (best == nullptr || overlay.weight > best->weight ||
         (overlay.weight == best->weight && overlay.object.name < best->object.name))) {
      best = &overlay;
    }
  }
  return best;
}

/// `-10%`, `+0.25`, `-0.5`: the price it makes of the catalogue's. Empty when it is none; never below 0.
std::optional<Money> adjusted(Money price, std::string_view adjustment) {
  const bool percent = adjustment.ends_with('%');
  std::string_view text = adjustment.substr(0, adjustment.size() - (percent ? 1 : 0));
  text.remove_prefix(text.starts_with('+') ? 1 : 0);
  const auto amount = Decimal::parse(text);
  if (!amount) {
    return std::nullopt;
  }
  const Money change =
      percent ? price.scaled(amount->nanos(), 100 * Decimal::k_scale) : Money::from_nanos(amount->nanos());
  return std::max(price + change, Money());
}

std::optional<OfferPrice> from_rates(const Catalog& catalog, const NodeSubject& subject) {
  if (catalog.tables().rates.empty()) {
    return std::nullopt;
  }
  std::vector<k8s::Label> labels;
  for (const snapshot::Pair& pair : subject.labels) {
    labels.push_back({std::string(pair.key), std::string(pair.value)});
  }
  return price_by_rates(catalog, {.instance_type = subject.type_name,
                                  .region = subject.region,
                                  .capacity = subject.capacity,
                                  .devices = subject.devices,
                                  .labels = labels});
}

OfferPrice from_catalog(const Catalog& catalog, const NodeSubject& subject, Capacity priced_as,
                        const PriceRules& rules) {
  return subject.type == nullptr || subject.region.empty()
             ? OfferPrice{}
             : price_in_catalog(catalog, *subject.type, subject.region, priced_as, rules);
}

/// What the overlay makes of the price: its own, or the catalogue's adjusted, without `--discount`, which is for
/// catalogue prices only. Empty where it says nothing that is a price.
std::optional<OfferPrice> from_overlay(const Catalog& catalog, const NodeSubject& subject, Capacity priced_as,
                                       const NodeOverlay& overlay, PriceRules rules) {
  rules.discount_percent = Decimal();
  OfferPrice price;
  price.usd_per_hour = Money::parse(overlay.price);
  if (!price.usd_per_hour) {
    price = from_catalog(catalog, subject, priced_as, rules);
    price.usd_per_hour = price.usd_per_hour ? adjusted(*price.usd_per_hour, overlay.price_adjustment) : std::nullopt;
  }
  if (!price.usd_per_hour || *price.usd_per_hour < Money()) {
    return std::nullopt;
  }
  price.basis = Basis::overlay;
  price.source = "NodeOverlay " + std::string(overlay.object.name);
  return price;
}

}  // namespace

OfferPrice price_node(const Catalog& catalog, const NodeSubject& subject, std::span<const NodeOverlay> overlays,
                      const PriceRules& rules) {
  const Capacity bought = subject.capacity.value_or(Capacity::on_demand);
  const Capacity priced_as = bought == Capacity::reserved && !subject.capacity_block ? Capacity::on_demand : bought;
  OfferPrice price;
  if (auto rate = from_rates(catalog, subject)) {
    price = unless_too_old(*std::move(rate), rules);
  } else {
    const NodeOverlay* const overlay = find_overlay(subject, overlays);
    const auto overlaid =
        overlay == nullptr ? std::nullopt : from_overlay(catalog, subject, priced_as, *overlay, rules);
    price = overlaid ? *overlaid : from_catalog(catalog, subject, priced_as, rules);
  }
  price.capacity = priced_as;
  return price;
}

}  // namespace kgpu::pricing
