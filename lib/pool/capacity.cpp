#include "purchase.hpp"
#include "word_list.hpp"

#include "kgpu/base/error.hpp"

#include <algorithm>

namespace kgpu::pool {
namespace {

using catalog::Capacity;
using catalog::Catalog;

constexpr std::size_t k_most_self_managed_types = 20;  // eksctl instancesDistribution

void check_block(const PoolOptions& options, const Selection& selection, const std::vector<Capacity>& capacity,
                 const Catalog& catalog) {
  if (contains(capacity, Capacity::spot)) {
    throw usage_error("a Capacity Block is paid ahead and cannot be mixed with spot",
                      "--capacity reserved, or reserved,on-demand on Karpenter");
  }
  if (!contains(capacity, Capacity::reserved)) {
    throw usage_error("--capacity-block is not used unless --capacity has reserved",
                      "add reserved to --capacity, or leave --capacity out");
  }
  if (contains(capacity, Capacity::on_demand) && options.provisioner == Provisioner::eksctl) {
    throw usage_error("an eksctl group on a Capacity Block holds nothing else", "--capacity reserved");
  }
  if (options.capacity_reservations.size() != 1) {
    throw usage_error("--capacity-block needs exactly one --capacity-reservation: the block's id",
                      "such as --capacity-reservation cr-0123456789abcdef0");
  }
  if (selection.types.size() != 1) {
    throw usage_error("--capacity-block: a block is of one instance type, here are " +
                          std::to_string(selection.types.size()) + ": " + name_list(selection.types),
                      "name the block's type with --instance-type");
  }
  if (options.zones.size() != 1) {
    throw usage_error("--capacity-block needs exactly one --zone: the block's own");
  }
  const std::string type(selection.types.front()->name);
  const auto& sold = catalog.tables().capacity_block_prices;
  if (std::ranges::find(sold, type, &catalog::CapacityBlockPrice::instance_type) == sold.end()) {
    throw usage_error("--capacity-block: " + type + " is not sold as Capacity Blocks",
                      "without --capacity-block the id is taken as an on-demand reservation");
  }
}

void check_self_managed(const PoolOptions& options, const Selection& selection) {
  if (!options.self_managed) {
    return;
  }
  if (options.efa) {
    throw usage_error("--efa needs a managed group: eksctl puts a self-managed one into a placement group of its own",
                      "leave --self-managed out");
  }
  if (!options.capacity_reservations.empty()) {
    throw usage_error("--capacity-reservation needs a managed group", "leave --self-managed out");
  }
  if (selection.types.size() > k_most_self_managed_types) {
    throw usage_error(
        "a self-managed group holds at most 20 instance types, here are " + std::to_string(selection.types.size()),
        "name fewer with --instance-type");
  }
}

void check_baseline(const PoolOptions& options) {
  const char* other = !options.capacity.empty()                ? "--capacity"
                      : options.fallback_on_demand             ? "--fallback-on-demand"
                      : !options.capacity_reservations.empty() ? "--capacity-reservation"
                      : options.capacity_block                 ? "--capacity-block"
                                                               : nullptr;
  if (other != nullptr) {
    throw usage_error("--baseline-on-demand and " + std::string(other) + " exclude each other",
                      "the baseline is on demand and the rest is spot");
  }
}

std::vector<Capacity> in_karpenter_order(const std::vector<Capacity>& given) {
  std::vector<Capacity> ordered;
  for (const Capacity one : {Capacity::reserved, Capacity::spot, Capacity::on_demand}) {
    if (contains(given, one)) {
      ordered.push_back(one);
    }
  }
  return ordered;
}

}  // namespace

bool contains(const std::vector<Capacity>& list, Capacity one) {
  return std::ranges::find(list, one) != list.end();
}

std::string capacity_words(const std::vector<Capacity>& capacity) {
  std::vector<std::string> words;
  for (const Capacity one : capacity) {
    words.emplace_back(catalog::to_string(one));
  }
  return word_list(words, "or");
}

std::vector<Capacity> capacities_of(const PoolOptions& options, const Selection& selection, const Catalog& catalog) {
  check_self_managed(options, selection);
  if (options.baseline_on_demand) {
    check_baseline(options);
    return {};
  }
  const bool reservation = !options.capacity_reservations.empty();
  std::vector<Capacity> capacity = in_karpenter_order(options.capacity);
  if (capacity.empty()) {
    capacity = {reservation || options.capacity_block ? Capacity::reserved : Capacity::on_demand};
  }
  if (options.capacity_block) {
    check_block(options, selection, capacity, catalog);
  }
  if (contains(capacity, Capacity::reserved) && !reservation) {
    throw usage_error("--capacity reserved needs --capacity-reservation: the reservation's id",
                      "such as --capacity-reservation cr-0123456789abcdef0");
  }
  if (reservation && !contains(capacity, Capacity::reserved)) {
    throw usage_error("--capacity-reservation is not used unless --capacity has reserved",
                      "add reserved to --capacity, or leave --capacity out");
  }
  if (options.provisioner == Provisioner::eksctl && options.capacity_reservations.size() > 1) {
    throw usage_error("an eksctl group takes one --capacity-reservation, here are " +
                          std::to_string(options.capacity_reservations.size()),
                      "make a pool for each, or use --provisioner karpenter");
  }
  const bool falls_back = contains(capacity, Capacity::spot) || contains(capacity, Capacity::reserved);
  if (options.fallback_on_demand && !falls_back) {
    throw usage_error("--fallback-on-demand needs spot or reserved in --capacity: on-demand is what it falls back to",
                      "--capacity spot --fallback-on-demand");
  }
  return capacity;
}

}  // namespace kgpu::pool
