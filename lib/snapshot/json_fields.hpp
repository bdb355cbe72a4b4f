#pragma once

#include "drafts.hpp"

#include "kgpu/base/error.hpp"

#include <simdjson.h>

#include <deque>
#include <string>
#include <string_view>
#include <vector>

/// Walking one object of simdjson: a member that is null counts as absent, one of another kind than Kubernetes writes
/// is an Error that names it.
namespace kgpu::snapshot {

using Element = simdjson::dom::element;
/// Bare numbers as texts: their addresses stay.
using Numbers = std::deque<std::string>;

[[nodiscard]] inline Error wrong_kind(std::string_view member, std::string_view wanted) {
  return data_error("'" + std::string(member) + "' is not " + std::string(wanted));
}

[[nodiscard]] inline bool is_null(const Element& value) {
  return value.is_null();
}

[[nodiscard]] inline std::string_view text(const Element& value, std::string_view member) {
  std::string_view found;
  if (!value.is_null() && value.get_string().get(found) != simdjson::SUCCESS) {
    throw wrong_kind(member, "a text");
  }
  return found;
}

[[nodiscard]] inline bool truth(const Element& value, std::string_view member) {
  bool found = false;
  if (!value.is_null() && value.get_bool().get(found) != simdjson::SUCCESS) {
    throw wrong_kind(member, "true or false");
  }
  return found;
}

[[nodiscard]] inline std::int64_t whole(const Element& value, std::string_view member) {
  std::int64_t found = 0;
  if (!value.is_null() && value.get_int64().get(found) != simdjson::SUCCESS) {
    throw wrong_kind(member, "a whole number");
  }
  return found;
}

/// `use(key, value)` for each member.
template <class Use>
void each_member(const Element& value, std::string_view member, Use&& use) {
  if (value.is_null()) {
    return;
  }
  simdjson::dom::object object;
  if (value.get_object().get(object) != simdjson::SUCCESS) {
    throw wrong_kind(member, "an object");
  }
  for (const auto field : object) {
    use(field.key, field.value);
  }
}

/// `use(element)` for each element.
template <class Use>
void each_element(const Element& value, std::string_view member, Use&& use) {
  if (value.is_null()) {
    return;
  }
  simdjson::dom::array array;
  if (value.get_array().get(array) != simdjson::SUCCESS) {
    throw wrong_kind(member, "a list");
  }
  for (const Element element : array) {
    use(element);
  }
}

/// A map of texts, or of quantities, which JSON also writes as bare numbers.
void read_texts(const Element& value, std::string_view member, std::vector<Pair>& into);
void read_quantities(const Element& value, std::string_view member, std::vector<Pair>& into, Numbers& numbers);

void read_object(const Element& metadata, ObjectDraft& into);
void read_conditions(const Element& value, std::vector<ConditionDraft>& into);

/// Each fills a cleared draft from one whole object.
void read_pod(const Element& item, PodDraft& into, Numbers& numbers);
void read_node(const Element& item, NodeDraft& into, Numbers& numbers);
void read_karpenter(const Element& item, KarpenterDraft& into, Numbers& numbers);
void read_claim(const Element& item, ClaimDraft& into, Numbers& numbers);
void read_slice(const Element& item, SliceDraft& into, Numbers& numbers);

}  // namespace kgpu::snapshot
