#include "amounts.hpp"
#include "conditions.hpp"

#include "kgpu/base/int128.hpp"
#include "kgpu/base/memory_size.hpp"
#include "kgpu/base/text.hpp"
#include "kgpu/catalog/device_memory.hpp"

#include <algorithm>
#include <set>

namespace kgpu::instance {
namespace {

bool starts_with_flag(const Condition& condition, std::string_view flag) {
  return condition.text.starts_with(std::string(flag) + " ");
}

/// The candidates that only this flag leaves out.
std::vector<const Candidate*> left_out_by(std::string_view flag, const std::vector<Candidate>& candidates,
                                          const std::vector<Condition>& conditions) {
  std::vector<const Candidate*> result;
  for (const Candidate& candidate : candidates) {
    bool by_this_one = false;
    const bool others_hold = std::ranges::all_of(conditions, [&](const Condition& condition) {
      const bool holds = condition.holds(candidate);
      if (starts_with_flag(condition, flag)) {
        by_this_one = !holds;
        return true;
      }
      return holds;
    });
    if (others_hold && by_this_one) {
      result.push_back(&candidate);
    }
  }
  return result;
}

std::string types(std::size_t count) {
  return std::to_string(count) + (count == 1 ? " type" : " types");
}

/// Blank in the data counts as no, said once.
std::optional<std::string> note_on_features(const Filter& filter, const std::vector<const Candidate*>& left_out) {
  const auto is_unknown = [&](const Candidate* candidate) {
    bool unknown = false;
    for (const Feature feature : filter.features) {
      const auto has = has_feature(candidate->type(), candidate->accelerator(), feature);
      if (has == false) {
        return false;
      }
      unknown = unknown || !has;
    }
    return unknown;
  };
  const auto count = static_cast<std::size_t>(std::ranges::count_if(left_out, is_unknown));
  if (count == 0) {
    return std::nullopt;
  }
  return "--feature: what the catalogue does not say counts as no; that leaves out " + types(count);
}

/// `24Gi` is not what an L4 with 24 GB on the box can give; say so rather than let it seem unlisted.
std::optional<std::string> note_on_memory(const catalog::Catalog& catalog, const MemorySize& wanted,
                                          const std::vector<const Candidate*>& left_out) {
  if (wanted.meaning != MemoryMeaning::usable) {
    return std::nullopt;
  }
  std::set<std::string> near;
  for (const Candidate* candidate : left_out) {
    const auto memory = catalog::device_memory(catalog, candidate->type());
    // The number on the box, read in binary units as the flag is.
    if (memory && static_cast<Int128>(memory->nominal_bytes) * k_gib >= static_cast<Int128>(wanted.bytes) * k_gb) {
      near.insert(printable(accelerator_name(candidate->offer())) + " (" + gib_text(memory->usable_bytes) + ")");
    }
  }
  if (near.empty()) {
    return std::nullopt;
  }
  const std::vector<std::string> names(near.begin(), near.end());
  return "--accelerator-memory " + wanted.text + " is usable memory, and leaves out " + join(names, ", ") +
         "; write GB for what is on the box";
}

}  // namespace

std::vector<std::string> notes_on(const catalog::Catalog& catalog, const Filter& filter,
                                  const std::vector<Candidate>& candidates, const std::vector<Condition>& conditions) {
  std::vector<std::string> notes;
  if (!filter.features.empty()) {
    if (auto note = note_on_features(filter, left_out_by("--feature", candidates, conditions))) {
      notes.push_back(std::move(*note));
    }
  }
  if (filter.accelerator_memory) {
    const auto left_out = left_out_by("--accelerator-memory", candidates, conditions);
    if (auto note = note_on_memory(catalog, *filter.accelerator_memory, left_out)) {
      notes.push_back(std::move(*note));
    }
  }
  if (filter.region) {
    if (const auto left_out = left_out_by("--region", candidates, conditions); !left_out.empty()) {
      notes.push_back(types(left_out.size()) + " without a known price in " + *filter.region +
                      " left out: they may not be sold there");
    }
  }
  return notes;
}

}  // namespace kgpu::instance
