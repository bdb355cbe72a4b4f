#include "mig.hpp"

#include <algorithm>
#include <string>

namespace kgpu::inventory {
namespace {

using catalog::Catalog;
using catalog::MigProfile;

/// The profile of a card; where the card is unknown, of any card that has it. Resource names have `.` for `+`.
const MigProfile* find_profile(const Catalog& catalog, std::string_view card, std::string_view profile) {
  const auto with_dots = [](std::string_view text) {
    std::string name(text);
    std::ranges::replace(name, '+', '.');
    return name;
  };
  const std::string name = with_dots(profile);
  const auto same = [&](const MigProfile& row) { return with_dots(row.profile) == name; };
  const auto rows = catalog.tables().mig_profiles;
  const auto of_card =
      std::ranges::find_if(rows, [&](const MigProfile& row) { return row.gpu_model == card && same(row); });
  if (of_card != rows.end()) {
    return &*of_card;
  }
  const auto any = std::ranges::find_if(rows, same);
  return any == rows.end() ? nullptr : &*any;
}

struct CardSlices {
  std::int64_t memory = 1;
  std::int64_t compute = 1;
};

CardSlices slices_of(const Catalog& catalog, std::string_view card) {
  CardSlices most;
  for (const MigProfile& row : catalog.tables().mig_profiles) {
    if (row.gpu_model == card) {
      most.memory = std::max<std::int64_t>(most.memory, row.memory_slices);
      most.compute = std::max<std::int64_t>(most.compute, row.compute_slices);
    }
  }
  return most;
}

}  // namespace

Share mig_unit(const Catalog& catalog, std::string_view card, std::string_view profile, std::int64_t replicas) {
  const MigProfile* const row = find_profile(catalog, card, profile);
  return row == nullptr ? Share() : Share::of(row->memory_slices, slices_of(catalog, row->gpu_model).memory * replicas);
}

Share cards_of_instances(const NodeInventory& node, const Catalog& catalog) {
  Share memory;
  Share compute;
  Share instances;
  for (const Offer& offer : node.offers) {
    if (offer.slicing != Slicing::mig) {
      continue;
    }
    memory += offer.unit * Share::of(offer.capacity);
    if (const MigProfile* const row = find_profile(catalog, node.accelerator, offer.profile)) {
      const Share cut = Share::of(offer.capacity, offer.replicas);
      compute += cut * Share::of(row->compute_slices, slices_of(catalog, row->gpu_model).compute);
      instances = std::max(instances, cut / Share::of(std::max(row->max_instances, 1)));
    }
  }
  return rounded_up(std::max({memory, compute, instances}));
}

Share rounded_up(Share share) {
  const std::int64_t whole = share.numerator() / share.denominator();
  return Share::of(whole + (share.numerator() % share.denominator() > 0 ? 1 : 0));
}

}  // namespace kgpu::inventory
