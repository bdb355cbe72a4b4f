#include "hami.hpp"

#include "kgpu/base/text.hpp"

#include <algorithm>
#include <charconv>

namespace kgpu::inventory {
namespace {

std::int64_t number(std::string_view text) {
  std::int64_t value = 0;
  std::from_chars(text.data(), text.data() + text.size(), value);
  return value;
}

void add_card(HamiCards& cards, std::int64_t mib) {
  if (mib > 0) {
    ++cards.cards;
    cards.card_mib = cards.card_mib == 0 ? mib : std::min(cards.card_mib, mib);
  }
}

std::int64_t asked(const snapshot::Demand& demand, std::string_view resource) {
  const auto* const found = std::ranges::find(demand.devices, resource, &snapshot::Amount::resource);
  return found == demand.devices.end() ? 0 : found->amount;
}

}  // namespace

HamiCards read_hami_cards(std::string_view annotation) {
  HamiCards cards;
  if (annotation.starts_with('[')) {
    // One number of each card is wanted: a JSON parser would tell no more.
    constexpr std::string_view k_memory = "\"devmem\":";
    for (auto at = annotation.find(k_memory); at != std::string_view::npos; at = annotation.find(k_memory, at + 1)) {
      add_card(cards, number(trim(annotation.substr(at + k_memory.size()))));
    }
    return cards;
  }
  for (const std::string& card : split(annotation, ':')) {
    const auto fields = split(card, ',');
    add_card(cards, fields.size() >= 4 ? number(fields[2]) : 0);
  }
  return cards;
}

Share hami_share(const snapshot::Demand& demand, std::int64_t cards_asked, std::int64_t card_mib) {
  const std::int64_t mib = asked(demand, "nvidia.com/gpumem");
  const std::int64_t percent = asked(demand, "nvidia.com/gpumem-percentage");
  Share each = Share::of(1);
  if ((mib > 0 && card_mib > 0) || percent > 0) {
    const Share memory = mib > 0 && card_mib > 0 ? Share::of(mib, card_mib) : Share::of(percent, 100);
    each = std::max(memory, Share::of(asked(demand, "nvidia.com/gpucores"), 100));
  }
  return std::min(each, Share::of(1)) * Share::of(cards_asked);
}

}  // namespace kgpu::inventory
