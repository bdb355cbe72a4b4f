#include "hami.hpp"

#include "kgpu/base/text.hpp"

#include <algorithm>
#include <charconv>

namespace kgpu::inventory {
namespace {

using snapshot::text_of;

std::int64_t number(std::string_view text) {
  std::int64_t value = 0;
  std::from_chars(text.data(), text.data() + text.size(), value);
  return value;
}

/// The text after `"name":` in one object of a JSON list, up to where the next member begins.
std::string_view member(std::string_view object, std::string_view name) {
  const auto at = object.find(name);
  if (at == std::string_view::npos) {
    return {};
  }
  object.remove_prefix(at + name.size());
  return trim(object.substr(0, object.find_first_of(",}")));
}

std::vector<HamiCard> read_listed(std::string_view annotation) {
  std::vector<HamiCard> cards;
  for (const std::string& card : split(annotation, ':')) {
    const auto fields = split(card, ',');
    if (const std::int64_t mib = fields.size() >= 4 ? number(fields[2]) : 0; mib > 0) {
      cards.push_back({std::string(trim(fields[0])), mib});
    }
  }
  return cards;
}

/// Two members of each card are wanted: a JSON parser would tell no more.
std::vector<HamiCard> read_json(std::string_view annotation) {
  std::vector<HamiCard> cards;
  for (auto begin = annotation.find('{'); begin != std::string_view::npos; begin = annotation.find('{', begin + 1)) {
    const std::string_view object = annotation.substr(begin, annotation.find('{', begin + 1) - begin);
    std::string_view id = member(object, "\"id\":");
    if (id.size() >= 2 && id.front() == '"' && id.back() == '"') {
      id = id.substr(1, id.size() - 2);
    }
    if (const std::int64_t mib = number(member(object, "\"devmem\":")); mib > 0) {
      cards.push_back({std::string(id), mib});
    }
  }
  return cards;
}

std::int64_t asked(const snapshot::Demand& demand, std::string_view resource) {
  const auto* const found = std::ranges::find(demand.devices, resource, &snapshot::Amount::resource);
  return found == demand.devices.end() ? 0 : found->amount;
}

Share larger_part(Share memory, std::int64_t cores_percent) {
  return std::min(std::max(memory, Share::of(cores_percent, 100)), Share::of(1));
}

std::vector<HamiPart> placed_parts(std::string_view annotation, const std::vector<HamiCard>& cards) {
  std::vector<HamiPart> parts;
  for (const std::string& container : split(annotation, ';')) {
    for (const std::string& device : split(container, ':')) {
      const auto fields = split(device, ',');
      if (fields.size() < 4) {
        continue;
      }
      // An instance of a card that HAMi cut by MIG is `GPU-…[0-1]`.
      const std::string id(trim(std::string_view(fields[0]).substr(0, fields[0].find('['))));
      const auto card = std::ranges::find(cards, id, &HamiCard::id);
      const std::int64_t mib = number(fields[2]);
      if (card != cards.end() && mib >= 0) {
        parts.push_back({id, larger_part(mib == 0 ? Share::of(1) : Share::of(mib, card->mib), number(fields[3]))});
      }
    }
  }
  return parts;
}

}  // namespace

std::vector<HamiCard> read_hami_cards(std::string_view annotation) {
  return annotation.starts_with('[') ? read_json(annotation) : read_listed(annotation);
}

std::vector<HamiCard> hami_cards_of(const NodeInventory& node) {
  return node.node == nullptr ? std::vector<HamiCard>()
                              : read_hami_cards(text_of(node.node->annotations, "hami.io/node-nvidia-register"));
}

std::vector<HamiPart> hami_parts(const snapshot::Demand& demand, std::int64_t cards_asked,
                                 const std::vector<HamiCard>& cards) {
  if (auto placed = placed_parts(text_of(demand.annotations, "hami.io/vgpu-devices-allocated"), cards);
      !placed.empty()) {
    return placed;
  }
  const std::int64_t mib = asked(demand, "nvidia.com/gpumem");
  const std::int64_t percent = asked(demand, "nvidia.com/gpumem-percentage");
  const auto smallest = std::ranges::min_element(cards, {}, &HamiCard::mib);
  Share each = Share::of(1);
  if (mib > 0 && smallest != cards.end()) {
    each = larger_part(Share::of(mib, smallest->mib), asked(demand, "nvidia.com/gpucores"));
  } else if (percent > 0) {
    each = larger_part(Share::of(percent, 100), asked(demand, "nvidia.com/gpucores"));
  }
  return {{.card = "", .share = each * Share::of(cards_asked)}};
}

}  // namespace kgpu::inventory
