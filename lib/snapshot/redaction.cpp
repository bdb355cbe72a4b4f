#include "kgpu/snapshot/redaction.hpp"

#include "scheduler_words.hpp"

#include "kgpu/k8s/accelerators.hpp"
#include "kgpu/k8s/catalogue_labels.hpp"

#include <algorithm>
#include <utility>

namespace kgpu::snapshot {
namespace {

bool is_digit(char c) {
  return c >= '0' && c <= '9';
}

/// Bytes beyond ASCII too.
bool is_letter_or_digit(char c) {
  return is_digit(c) || static_cast<unsigned char>(c) >= 0x80U || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

bool is_number(std::string_view text) {
  return !text.empty() && std::ranges::all_of(text, is_digit);
}

bool compares_numbers(std::string_view operation) {
  return operation == "Gt" || operation == "Lt" || operation == "Gte" || operation == "Lte";
}

/// `-28374650`: the minute that a CronJob started a Job for; 0 when there is none (ledger.md 31).
std::size_t length_of_time(std::string_view job) {
  constexpr std::size_t k_length = 9;
  const bool has_time =
      job.size() > k_length && job[job.size() - k_length] == '-' && is_number(job.substr(job.size() - k_length + 1));
  return has_time ? k_length : 0;
}

/// `GPU-0f3c…` and `MIG-…`: NVIDIA's ids of cards and slices; AMD's and others' UUIDs.
bool is_id(std::string_view word) {
  const bool has_vendor = word.starts_with("GPU-") || word.starts_with("MIG-");
  const bool is_uuid = word.size() == 36 && word[8] == '-' && word[13] == '-' && word[18] == '-' && word[23] == '-';
  return has_vendor || is_uuid;
}

/// Cuts `text` into words of names and what stands between them; `use` gives what stands for a word.
template <class Use>
std::string with_each_word(std::string_view text, std::string_view also, Use&& use) {
  std::string result;
  const auto is_word = [&](char c) { return is_letter_or_digit(c) || also.find(c) != std::string_view::npos; };
  while (!text.empty()) {
    const auto* const end_of_word = std::ranges::find_if_not(text, is_word);
    const auto length = static_cast<std::size_t>(end_of_word - text.begin());
    if (length == 0) {
      result += text.front();
      text.remove_prefix(1);
    } else {
      result += use(text.substr(0, length));
      text.remove_prefix(length);
    }
  }
  return result;
}

}  // namespace

Redaction::Redaction(Pseudonym pseudonym, const Snapshot& snapshot) : pseudonym_(std::move(pseudonym)) {
  for (const NodeOverlay& overlay : snapshot.node_overlays) {
    overlay_ranks_.try_emplace(overlay.object.name, overlay_ranks_.size());
    for (const Requirement& requirement : overlay.requirements) {
      if (compares_numbers(requirement.operation)) {
        compared_.insert(requirement.key);
      }
    }
  }
}

std::string_view Redaction::name(std::string_view name) const {
  if (!hides() || name.empty()) {
    return name;
  }
  const auto [found, is_new] = known_.try_emplace(std::string(name));
  if (is_new) {
    found->second = pseudonym_(name);
  }
  return found->second;
}

std::string Redaction::name_once(std::string_view name) const {
  return hides() && !name.empty() ? pseudonym_(name) : std::string(name);
}

std::string Redaction::name_of(std::string_view kind, std::string_view name) const {
  if (!hides() || name.empty()) {
    return std::string(name);
  }
  if (kind == "NodeOverlay") {
    const auto rank = overlay_ranks_.find(name);
    const std::string number = std::to_string(rank == overlay_ranks_.end() ? 0 : rank->second);
    return "overlay-" + std::string(6 - std::min<std::size_t>(6, number.size()), '0') + number + "-" + pseudonym_(name);
  }
  if (kind == "ReplicaSet") {
    const auto dash = name.rfind('-');
    if (dash != std::string_view::npos && dash > 0) {
      return std::string(this->name(name.substr(0, dash))) + "-" + pseudonym_(name);
    }
  }
  const std::size_t time = kind == "Job" ? length_of_time(name) : 0;
  if (time > 0) {
    const std::size_t length = name.size() - time;
    return std::string(this->name(name.substr(0, length))) + std::string(name.substr(length));
  }
  return pseudonym_(name);
}

std::string_view Redaction::label(std::string_view key, std::string_view value) const {
  const bool stays = k8s::is_catalogue_label(key, value) || (compared_.contains(key) && is_number(value));
  return stays ? value : name(value);
}

std::string_view Redaction::taint(std::string_view key, std::string_view value) const {
  return value == "true" || value == "present" ? value : label(key, value);
}

std::string Redaction::provider_id(std::string_view id) const {
  const auto scheme = id.find("://");
  if (!hides() || scheme == std::string_view::npos) {
    return name_once(id);
  }
  return std::string(id.substr(0, scheme + 3)) + pseudonym_(id);
}

std::string Redaction::sentence(std::string_view text) const {
  if (!hides()) {
    return std::string(text);
  }
  return with_each_word(text, "-_./'", [&](std::string_view word) {
    // A dot or a quote at the end is the sentence's.
    const auto last = word.find_last_not_of("-_./'");
    const std::string_view bare = word.substr(0, last == std::string_view::npos ? 0 : last + 1);
    const bool is_count = !bare.empty() && std::ranges::all_of(bare, [](char c) { return is_digit(c) || c == '/'; });
    const bool stays = bare.empty() || is_count || is_scheduler_word(bare) || k8s::is_accelerator_resource(bare);
    return (stays ? std::string(bare) : std::string(name(bare))) + std::string(word.substr(bare.size()));
  });
}

std::string Redaction::without_ids(std::string_view text) const {
  return with_each_word(text, "-",
                        [&](std::string_view word) { return is_id(word) ? name_once(word) : std::string(word); });
}

std::string Redaction::annotation(std::string_view key, std::string_view value) const {
  if (!hides()) {
    return std::string(value);
  }
  return key.starts_with("hami.io/") ? without_ids(value) : name_once(value);
}

std::string_view Redaction::attribute(std::string_view key, std::string_view value) const {
  const bool is_name = is_id(value) || key.ends_with("uuid") || key.ends_with("UUID") || key.ends_with("serial");
  return is_name ? name(value) : value;
}

}  // namespace kgpu::snapshot
