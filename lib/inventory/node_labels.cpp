#include "node_labels.hpp"

#include "inventory_tables.hpp"

#include "kgpu/base/text.hpp"
#include "kgpu/inventory/identity.hpp"

#include <charconv>

namespace kgpu::inventory {
namespace {

using catalog::Capacity;
using catalog::Provider;
using snapshot::List;
using snapshot::Pair;
using snapshot::text_of;

constexpr std::string_view k_mig_mark = "-MIG-";
constexpr std::string_view k_shared_mark = "-SHARED";

/// The first row of the kind whose label says something; null: none.
const NodeLabelRow* find_row(const List<Pair>& labels, std::string_view tells) {
  for (const NodeLabelRow& row : k_node_labels) {
    if (row.tells != tells) {
      continue;
    }
    const std::string_view text = text_of(labels, row.label);
    if (!text.empty() && (row.value.empty() || to_lower(text) == to_lower(row.value))) {
      return &row;
    }
  }
  return nullptr;
}

std::string_view without_ending(std::string_view text, std::string_view ending) {
  text.remove_suffix(text.ends_with(ending) ? ending.size() : 0);
  return text;
}

}  // namespace

std::int64_t number_label(const List<Pair>& labels, std::string_view label) {
  const std::string_view text = text_of(labels, label);
  std::int64_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  return error == std::errc() && end == text.data() + text.size() && number > 0 ? number : 0;
}

std::int64_t count_by_label(const List<Pair>& labels) {
  for (const NodeLabelRow& row : k_node_labels) {
    if (const std::int64_t count = row.tells == "count" ? number_label(labels, row.label) : 0; count > 0) {
      return count;
    }
  }
  return 0;
}

std::string_view single_profile(const List<Pair>& labels) {
  const std::string_view product = without_ending(text_of(labels, "nvidia.com/gpu.product"), k_shared_mark);
  if (const auto mark = product.find(k_mig_mark); mark != std::string_view::npos && !product.ends_with("-INVALID")) {
    return product.substr(mark + k_mig_mark.size());
  }
  return text_of(labels, "cloud.google.com/gke-gpu-partition-size");
}

std::string_view pool_of(const List<Pair>& labels) {
  const NodeLabelRow* const row = find_row(labels, "pool");
  return row == nullptr ? "(none)" : text_of(labels, row->label);
}

std::string_view pool_manager_of(const List<Pair>& labels) {
  const NodeLabelRow* const row = find_row(labels, "pool");
  return row == nullptr ? std::string_view() : row->means;
}

std::optional<Capacity> capacity_of(const List<Pair>& labels, std::optional<Provider> provider) {
  if (const NodeLabelRow* const row = find_row(labels, "capacity")) {
    return catalog::parse_capacity(row->means);
  }
  const bool absence_says = provider == Provider::gcp || provider == Provider::azure;
  return absence_says ? std::optional(Capacity::on_demand) : std::nullopt;
}

std::string accelerator_by_label(const List<Pair>& labels, const catalog::Catalog& catalog) {
  const NodeLabelRow* const row = find_row(labels, "product");
  if (row == nullptr) {
    return {};
  }
  std::string_view word = text_of(labels, row->label);
  word = without_ending(word.substr(0, word.find(k_mig_mark)), k_shared_mark);
  const auto known = catalog.find_accelerators(word);
  return known.size() == 1 ? std::string(known.front()->name) : std::string(word);
}

}  // namespace kgpu::inventory
