#include "words.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>

namespace kgpu::node {

using inventory::NodeInventory;
using snapshot::Condition;

std::string status_of(const NodeInventory& node) {
  if (node.node == nullptr) {
    return "Starting";
  }
  std::string status = node.node->ready == Condition::yes      ? "Ready"
                       : node.node->ready == Condition::absent ? "Unknown"
                                                               : "NotReady";
  status += node.node->unschedulable ? ",SchedulingDisabled" : "";
  return status;
}

std::vector<std::string> taints_of(const NodeInventory& node) {
  std::vector<std::string> taints;
  if (node.node != nullptr) {
    for (const snapshot::Taint& taint : node.node->taints) {
      taints.push_back(std::string(taint.key) + (taint.value.empty() ? "" : "=") + std::string(taint.value) + ":" +
                       std::string(taint.effect));
    }
  }
  std::ranges::sort(taints);
  return taints;
}

std::string_view capacity_word(const inventory::Identity& identity) {
  return identity.capacity_block ? "capacity-block" : identity.capacity ? to_string(*identity.capacity) : "unknown";
}

std::string time_text(std::int64_t seconds) {
  if (seconds == 0) {
    return {};
  }
  const std::chrono::sys_seconds time{std::chrono::seconds(seconds)};
  const auto day = std::chrono::floor<std::chrono::days>(time);
  const std::chrono::year_month_day date(day);
  const std::chrono::hh_mm_ss clock(time - day);
  return fmt::format("{:04}-{:02}-{:02}T{:02}:{:02}:{:02}Z", static_cast<int>(date.year()),
                     static_cast<unsigned>(date.month()), static_cast<unsigned>(date.day()), clock.hours().count(),
                     clock.minutes().count(), clock.seconds().count());
}

std::vector<HolderWord> holders_of(const NodeInventory& node, const std::string& name_space) {
  std::vector<HolderWord> words;
  HolderWord others;
  others.name = "(others)";
  for (const inventory::Holder& holder : node.holders) {
    const snapshot::Object& object = holder.pod != nullptr ? holder.pod->object : holder.claim->object;
    if (!name_space.empty() && object.name_space != name_space) {
      others.amount += holder.amount;
      others.devices += holder.devices;
      others.resource = holder.resource;
      continue;
    }
    words.push_back({.name = std::string(object.name_space) + "/" + (holder.pod == nullptr ? "ResourceClaim/" : "") +
                             std::string(object.name),
                     .amount = holder.amount,
                     .resource = holder.resource,
                     .devices = holder.devices,
                     .holder = &holder});
  }
  if (!others.devices.is_zero()) {
    words.push_back(std::move(others));
  }
  return words;
}

std::string short_name(const inventory::Offer& offer) {
  if (!offer.profile.empty()) {
    return offer.profile;
  }
  const auto slash = offer.resource.find('/');
  return std::string(offer.resource.substr(slash == std::string_view::npos ? 0 : slash + 1));
}

std::string devices_text(inventory::Share share) {
  const std::int64_t thousandths = (share.decimal().nanos() + 500'000) / 1'000'000;
  if (thousandths == 0 && !share.is_zero()) {
    return "<0.001";
  }
  return Decimal::from_nanos(thousandths * 1'000'000).to_string();
}

std::string price_text(const pricing::OfferPrice& price) {
  if (!price.usd_per_hour) {
    return {};
  }
  return (price.basis == pricing::Basis::estimated ? "~" : "") + format_dollars(*price.usd_per_hour, 4);
}

std::string age_of(const Row& row) {
  const std::int64_t created =
      row.node->node != nullptr ? row.node->node->object.created : row.node->claim->object.created;
  const std::int64_t now = row.cluster->snapshot.moment();
  return created == 0 || now == 0 ? "" : age_text(now - created);
}

std::string age_text(std::int64_t seconds) {
  constexpr std::int64_t minute = 60;
  constexpr std::int64_t hour = 60 * minute;
  constexpr std::int64_t day = 24 * hour;
  constexpr std::int64_t year = 365 * day;
  const auto two = [&](std::int64_t first, const char* unit, std::int64_t second, const char* second_unit) {
    return std::to_string(first) + unit + (second == 0 ? "" : std::to_string(second) + second_unit);
  };
  if (seconds <= -2) {
    return "<invalid>";
  }
  seconds = std::max<std::int64_t>(seconds, 0);
  if (seconds < 2 * minute) {
    return std::to_string(seconds) + "s";
  }
  if (seconds < 10 * minute) {
    return two(seconds / minute, "m", seconds % minute, "s");
  }
  if (seconds < 3 * hour) {
    return std::to_string(seconds / minute) + "m";
  }
  if (seconds < 8 * hour) {
    return two(seconds / hour, "h", seconds / minute % 60, "m");
  }
  if (seconds < 2 * day) {
    return std::to_string(seconds / hour) + "h";
  }
  if (seconds < 8 * day) {
    return two(seconds / day, "d", seconds / hour % 24, "h");
  }
  if (seconds < 2 * year) {
    return std::to_string(seconds / day) + "d";
  }
  if (seconds < 8 * year) {
    return two(seconds / year, "y", seconds / day % 365, "d");
  }
  return std::to_string(seconds / year) + "y";
}

}  // namespace kgpu::node
