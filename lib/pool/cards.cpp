#include "cards.hpp"

#include "kgpu/base/error.hpp"
#include "kgpu/base/text.hpp"
#include "kgpu/catalog/device_memory.hpp"

#include <algorithm>
#include <cstdlib>
#include <iterator>

namespace kgpu::pool {
namespace {

using catalog::Accelerator;
using catalog::Catalog;
using catalog::InstanceType;
using Cards = std::vector<const Accelerator*>;

constexpr const char* k_list_command = "kubectl gpu instance list --provider aws";

/// The accelerators that some EC2 type carries, in table order.
Cards cards_on_ec2(const Catalog& catalog) {
  Cards cards;
  for (const InstanceType& type : catalog.tables().instance_types) {
    const Accelerator* card = type.provider == catalog::Provider::aws ? catalog.accelerator_of(type) : nullptr;
    if (card != nullptr && std::ranges::find(cards, card) == cards.end()) {
      cards.push_back(card);
    }
  }
  return cards;
}

/// Of the cards EC2 has, the one with the nearest memory: of the same vendor if one has at least half and at most twice
/// as much, else of any. The newer of two.
const Accelerator* nearest_on_ec2(const Accelerator& asked, const Cards& offered) {
  if (!asked.memory_nominal_gb) {
    return nullptr;
  }
  const std::int64_t wanted = asked.memory_nominal_gb->nanos();
  const Accelerator* best = nullptr;
  const auto distance = [&](const Accelerator& card) { return std::abs(card.memory_nominal_gb->nanos() - wanted); };
  for (const bool same_vendor : {true, false}) {
    for (const Accelerator* card : offered) {
      const bool comparable = card->memory_nominal_gb && card->memory_nominal_gb->nanos() <= 2 * wanted &&
                              2 * card->memory_nominal_gb->nanos() >= wanted;
      if (comparable && (!same_vendor || card->vendor == asked.vendor) &&
          (best == nullptr || distance(*card) < distance(*best) ||
           (distance(*card) == distance(*best) && card > best))) {
        best = card;
      }
    }
    if (best != nullptr) {
      return best;
    }
  }
  return nullptr;
}

Cards named_cards(const std::string& name, const Catalog& catalog, const Cards& offered) {
  const auto cards = catalog.find_accelerators(name);
  if (cards.empty()) {
    std::vector<std::string_view> names;
    for (const Accelerator* card : offered) {
      names.push_back(card->name);
    }
    const std::string near = did_you_mean(name, names);
    throw usage_error("--accelerator: unknown accelerator " + in_quotes(name), near.empty() ? k_list_command : near);
  }
  Cards on_ec2;
  std::ranges::copy_if(cards, std::back_inserter(on_ec2),
                       [&](const Accelerator* card) { return std::ranges::find(offered, card) != offered.end(); });
  if (on_ec2.empty()) {
    const Accelerator* near = nearest_on_ec2(*cards.front(), offered);
    throw usage_error("--accelerator: no EC2 type carries " + in_quotes(cards.front()->name),
                      near == nullptr ? k_list_command : "the nearest in memory on EC2 is " + std::string(near->name));
  }
  return on_ec2;
}

bool is_covered(const InstanceType& type) {
  return type.accelerator_vendor == "nvidia" || type.accelerator_vendor == "amd" || type.accelerator_vendor == "aws";
}

}  // namespace

std::vector<const InstanceType*> types_that_carry(const std::vector<std::string>& names, const Catalog& catalog) {
  const Cards offered = cards_on_ec2(catalog);
  Cards asked;
  for (const std::string& name : names) {
    std::ranges::copy(named_cards(name, catalog, offered), std::back_inserter(asked));
  }
  std::vector<const InstanceType*> types;
  for (const InstanceType& type : catalog.tables().instance_types) {
    const bool whole =
        type.provider == catalog::Provider::aws && type.has_accelerator() && type.accelerator_count.is_whole();
    if (whole &&
        (names.empty() ? is_covered(type) : std::ranges::find(asked, catalog.accelerator_of(type)) != asked.end())) {
      types.push_back(&type);
    }
  }
  return types;
}

std::string memory_words(const InstanceType& type, const Catalog& catalog) {
  const Accelerator* card = catalog.accelerator_of(type);
  const auto memory = catalog::device_memory(catalog, type);
  if (card == nullptr || !memory) {
    return {};
  }
  const std::int64_t hundredths = (memory->usable_bytes * 100 + k_gib / 2) / k_gib;
  return std::string(card->name) + " " + Decimal::from_nanos(memory->nominal_bytes).to_string() + "GB (" +
         Decimal::from_nanos(hundredths * (Decimal::k_scale / 100)).to_string() + "Gi usable)";
}

}  // namespace kgpu::pool
