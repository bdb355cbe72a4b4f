#include "words.hpp"

#include "kgpu/base/bounded_sum.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <iterator>

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
    if (holder.is_unread()) {
      words.push_back(
          {.name = "(claims not read)", .resource = holder.resource, .devices = holder.devices, .holder = &holder});
      continue;
    }
    const snapshot::Object& object = holder.pod != nullptr ? holder.pod->object : holder.claim->object;
    if (!name_space.empty() && object.name_space != name_space) {
      others.amount = bounded_sum(others.amount, holder.amount);
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

Figures figures_of(const NodeInventory& node, const std::vector<HolderWord>& words) {
  std::vector<inventory::Share> shares;
  for (const HolderWord& word : words) {
    shares.push_back(word.devices);
  }
  std::ranges::transform(node.idle, std::back_inserter(shares), &inventory::Idle::devices);
  const std::vector<Decimal> rounded = inventory::round_to_total(shares, 9);
  const auto first_idle = rounded.begin() + static_cast<std::ptrdiff_t>(words.size());
  Figures figures;
  figures.devices = node.devices.decimal();
  figures.holders.assign(rounded.begin(), first_idle);
  figures.idle.assign(first_idle, rounded.end());
  figures.held = total(figures.holders);
  figures.free = node.free().decimal();
  for (std::size_t i = 0; i < node.idle.size(); ++i) {
    figures.free = node.idle[i].devices == node.free() ? figures.idle[i] : figures.free;
  }
  return figures;
}

Decimal total(const std::vector<Decimal>& parts) {
  std::int64_t sum = 0;
  for (const Decimal part : parts) {
    sum = bounded_sum(sum, part.nanos());
  }
  return Decimal::from_nanos(sum);
}

std::string short_name(const inventory::Offer& offer) {
  if (!offer.profile.empty()) {
    return offer.profile;
  }
  const auto slash = offer.resource.find('/');
  return std::string(offer.resource.substr(slash == std::string_view::npos ? 0 : slash + 1));
}

std::string devices_text(inventory::Share share) {
  const std::vector<Decimal> rounded = inventory::round_to_total(std::span(&share, 1), 3);
  return rounded.front() == Decimal() && !share.is_zero() ? "<0.001" : rounded.front().to_string();
}

std::vector<std::string> devices_texts(const std::vector<inventory::Share>& shares) {
  const std::vector<Decimal> rounded = inventory::round_to_total(shares, 3);
  std::vector<std::string> texts;
  for (std::size_t i = 0; i < shares.size(); ++i) {
    texts.push_back(rounded[i] == Decimal() && !shares[i].is_zero() ? "<0.001" : rounded[i].to_string());
  }
  return texts;
}

std::string_view meaning_of(const inventory::Idle& idle) {
  struct Meaning {
    std::string_view word;
    std::string_view sentence;
  };
  constexpr std::array k_meanings{
      Meaning{"starting", "the machine is new and cannot hold pods yet"},
      Meaning{"squatted", "nobody uses the node, but pods without accelerators keep it"},
      Meaning{"unallocated", "a pod can take it now"},
      Meaning{"deleting", "the node is being deleted"},
      Meaning{"not-ready", "the node is not Ready"},
      Meaning{"not-offered", "the machine has it, and no device plugin or driver offers it"},
      Meaning{"mig-remainder", "cards in MIG mode, memory that no instance covers"},
      Meaning{"cordoned", "the node takes no new pods"},
      Meaning{"cpu", "too little CPU is left beside it"},
      Meaning{"memory", "too little memory is left beside it"},
      Meaning{"pods", "the node holds as many pods as it may"},
  };
  const std::string_view word = idle.reason.empty() ? to_string(idle.kind) : idle.reason;
  const auto* const found = std::ranges::find(k_meanings, word, &Meaning::word);
  return found == k_meanings.end() ? std::string_view() : found->sentence;
}

std::string price_text(const pricing::OfferPrice& price) {
  if (!price.usd_per_hour) {
    return {};
  }
  return (price.basis == pricing::Basis::estimated ? "~" : "") + format_dollars(*price.usd_per_hour, 4);
}

std::int64_t created(const NodeInventory& node) {
  return node.node != nullptr ? node.node->object.created : node.claim->object.created;
}

std::string age_of(const Row& row) {
  const std::int64_t since = created(*row.node);
  const std::int64_t now = row.cluster->snapshot.moment();
  return since == 0 || now == 0 ? "" : age_text(now - since);
}

std::string age_text(std::int64_t seconds) {
  constexpr std::int64_t k_minute = 60;
  constexpr std::int64_t k_hour = 60 * k_minute;
  constexpr std::int64_t k_day = 24 * k_hour;
  constexpr std::int64_t k_year = 365 * k_day;
  const auto two = [&](std::int64_t first, const char* unit, std::int64_t second, const char* second_unit) {
    return std::to_string(first) + unit + (second == 0 ? "" : std::to_string(second) + second_unit);
  };
  if (seconds <= -2) {
    return "<invalid>";
  }
  seconds = std::max<std::int64_t>(seconds, 0);
  if (seconds < 2 * k_minute) {
    return std::to_string(seconds) + "s";
  }
  if (seconds < 10 * k_minute) {
    return two(seconds / k_minute, "m", seconds % k_minute, "s");
  }
  if (seconds < 3 * k_hour) {
    return std::to_string(seconds / k_minute) + "m";
  }
  if (seconds < 8 * k_hour) {
    return two(seconds / k_hour, "h", seconds / k_minute % 60, "m");
  }
  if (seconds < 2 * k_day) {
    return std::to_string(seconds / k_hour) + "h";
  }
  if (seconds < 8 * k_day) {
    return two(seconds / k_day, "d", seconds / k_hour % 24, "h");
  }
  if (seconds < 2 * k_year) {
    return std::to_string(seconds / k_day) + "d";
  }
  if (seconds < 8 * k_year) {
    return two(seconds / k_year, "y", seconds / k_day % 365, "d");
  }
  return std::to_string(seconds / k_year) + "y";
}

}  // namespace kgpu::node
