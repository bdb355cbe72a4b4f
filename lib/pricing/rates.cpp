#include "kgpu/pricing/rates.hpp"

#include "kgpu/base/text.hpp"

#include <algorithm>
#include <compare>
#include <string>

namespace kgpu::pricing {
namespace {

using catalog::Rate;

bool matches_all(std::string_view cell) {
  return cell.empty() || cell == "*";
}

bool has_label(const RateSubject& subject, std::string_view pair) {
  const auto equals = pair.find('=');
  if (equals == std::string_view::npos) {
    return false;
  }
  const std::string_view key = trim(pair.substr(0, equals));
  const std::string_view value = trim(pair.substr(equals + 1));
  return std::ranges::any_of(subject.labels,
                             [&](const k8s::Label& label) { return label.key == key && label.value == value; });
}

/// How many pairs of the selector hold, all of them; empty when one does not.
std::optional<std::size_t> pairs_held(std::string_view selector, const RateSubject& subject) {
  if (matches_all(trim(selector))) {
    return 0;
  }
  if (selector.find('=') == std::string_view::npos) {
    return to_lower(trim(selector)) == to_lower(subject.instance_type) ? std::optional<std::size_t>(1) : std::nullopt;
  }
  const auto pairs = split(selector, ',');
  const bool all_hold = std::ranges::all_of(pairs, [&](const std::string& pair) { return has_label(subject, pair); });
  return all_hold ? std::optional(pairs.size()) : std::nullopt;
}

/// How closely a row speaks of the subject; compares by its members in order.
struct Closeness {
  std::size_t pairs = 0;
  bool region = false;
  bool capacity = false;
  auto operator<=>(const Closeness&) const = default;
};

std::optional<Closeness> closeness(const Rate& rate, const RateSubject& subject) {
  const bool per_device = !rate.usd_per_node_hour;
  if (per_device && (!rate.usd_per_device_hour || subject.devices == Decimal())) {
    return std::nullopt;
  }
  const bool any_region = matches_all(rate.region);
  if ((!any_region && rate.region != subject.region) || (rate.capacity && rate.capacity != subject.capacity)) {
    return std::nullopt;
  }
  const auto pairs = pairs_held(rate.selector, subject);
  if (!pairs) {
    return std::nullopt;
  }
  return Closeness{.pairs = *pairs, .region = !any_region, .capacity = rate.capacity.has_value()};
}

}  // namespace

const Rate* find_rate(std::span<const Rate> rates, const RateSubject& subject) {
  const Rate* best = nullptr;
  Closeness best_closeness;
  for (const Rate& rate : rates) {
    const auto close = closeness(rate, subject);
    if (close && (best == nullptr || *close > best_closeness)) {
      best = &rate;
      best_closeness = *close;
    }
  }
  return best;
}

Money usd_per_hour(const Rate& rate, Decimal devices) {
  if (rate.usd_per_node_hour) {
    return *rate.usd_per_node_hour;
  }
  return rate.usd_per_device_hour.value_or(Money()).scaled(devices.nanos(), Decimal::k_scale);
}

}  // namespace kgpu::pricing
