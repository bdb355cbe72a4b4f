#pragma once

#include "drafts.hpp"

#include <protozero/pbf_reader.hpp>

#include <cstdint>
#include <deque>
#include <string>
#include <string_view>

/// The messages of k8s.io/api that we read, filled into the same drafts as JSON. Field numbers: generated.proto of
/// k8s.io/api and k8s.io/apimachinery v0.34.4. Fields that are not named are skipped; protozero checks every length
/// against what is left.
namespace kgpu::snapshot {

using Message = protozero::pbf_reader;

[[nodiscard]] inline std::string_view text(Message& message) {
  const auto view = message.get_view();
  return {view.data(), view.size()};
}

/// Whether the field at hand is length-delimited: of another wire type it is none of ours.
[[nodiscard]] inline bool is_bytes(const Message& message) {
  return message.wire_type() == protozero::pbf_wire_type::length_delimited;
}
[[nodiscard]] inline bool is_varint(const Message& message) {
  return message.wire_type() == protozero::pbf_wire_type::varint;
}

/// Calls `use(field number, message)` for each field; `use` returns false for a field that it leaves, which is skipped.
template <class Use>
void each_field(Message message, Use&& use) {
  while (message.next()) {
    if (!use(message.tag(), message)) {
      message.skip();
    }
  }
}

/// A map's entry: 1 key, 2 value, which `read_value` takes off the message; what is missing is the empty one.
template <class ReadValue>
Pair read_entry(Message entry, ReadValue&& read_value) {
  Pair pair;
  each_field(entry, [&](std::uint32_t field, Message& message) {
    if (!is_bytes(message) || field > 2) {
      return false;
    }
    if (field == 1) {
      pair.key = text(message);
    } else {
      pair.value = read_value(message);
    }
    return true;
  });
  return pair;
}

void read_object(Message metadata, ObjectDraft& into);

/// Each fills a cleared draft from one whole message.
void read_pod(Message item, PodDraft& into);
void read_node(Message item, NodeDraft& into);
void read_metadata_only(Message item, ObjectDraft& into);
void read_claim(Message item, ClaimDraft& into);
void read_slice(Message item, SliceDraft& into, std::deque<std::string>& numbers);

/// Parts that several kinds have.
void read_text_map(Message entry, std::vector<Pair>& into);
[[nodiscard]] std::string_view read_quantity(Message quantity);
void read_quantity_map(Message entry, std::vector<Pair>& into);
[[nodiscard]] std::int64_t read_time(Message time);
void read_condition(Message condition, ConditionDraft& into, bool node_condition);

}  // namespace kgpu::snapshot
