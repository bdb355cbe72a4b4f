#include "conditions.hpp"

#include "kgpu/base/error.hpp"
#include "kgpu/base/text.hpp"

#include <algorithm>

namespace kgpu::instance {
namespace {

struct SortKeyRow {
  SortKey key;
  std::string_view word;
};
constexpr SortKeyRow k_sort_keys[] = {
    {SortKey::price, "price"},
    {SortKey::type, "type"},
    {SortKey::vcpus, "vcpus"},
    {SortKey::memory, "memory"},
    {SortKey::accelerator_memory, "accelerator-memory"},
};

template <class Value>
void sort_by_value(std::vector<Offer>& offers, Value value) {
  // An empty optional is less than any value; unknown belongs last.
  std::ranges::stable_sort(offers, [&](const Offer& a, const Offer& b) {
    const auto first = value(a);
    const auto second = value(b);
    return first && (!second || *first < *second);
  });
}

}  // namespace

SortKey parse_sort_key(std::string_view text) {
  std::vector<std::string> words;
  for (const SortKeyRow& row : k_sort_keys) {
    if (row.word == text) {
      return row.key;
    }
    words.emplace_back(row.word);
  }
  throw usage_error("--sort-by: unknown key " + in_quotes(text) + " (one of: " + join(words, ", ") + ")");
}

std::vector<std::string_view> sort_key_words() {
  std::vector<std::string_view> words;
  for (const SortKeyRow& row : k_sort_keys) {
    words.push_back(row.word);
  }
  return words;
}

void sort_by(std::vector<Offer>& offers, SortKey key, const std::vector<catalog::Capacity>& capacities) {
  switch (key) {
    case SortKey::price:
      return sort_by_value(offers, [&](const Offer& offer) { return cheapest(offer, capacities); });
    case SortKey::type:
      std::ranges::stable_sort(offers,
                               [](const Offer& a, const Offer& b) { return natural_less(a.type->name, b.type->name); });
      return;
    case SortKey::vcpus:
      return sort_by_value(offers, [](const Offer& offer) { return std::optional(offer.type->vcpus); });
    case SortKey::memory:
      return sort_by_value(offers, [](const Offer& offer) { return std::optional(offer.type->memory_mib); });
    case SortKey::accelerator_memory:
      return sort_by_value(offers, [](const Offer& offer) {
        return offer.type->has_accelerator() ? std::optional(offer.type->accelerator_memory_mib_each) : std::nullopt;
      });
  }
}

}  // namespace kgpu::instance
