#include "pairs.hpp"
#include "protobuf_fields.hpp"

namespace kgpu::snapshot {
namespace {

void read_owner(Message reference, ObjectDraft& into) {
  Owner owner;
  bool is_controller = false;
  each_field(reference, [&](std::uint32_t field, Message& message) {
    if (field == 1 && is_bytes(message)) {
      owner.kind = text(message);
    } else if (field == 3 && is_bytes(message)) {
      owner.name = text(message);
    } else if (field == 6 && is_varint(message)) {
      is_controller = message.get_bool();
    } else {
      return false;
    }
    return true;
  });
  if (is_controller) {
    into.controller = owner;
  }
}

}  // namespace

void read_text_map(Message entry, std::vector<Pair>& into) {
  into.push_back(read_entry(entry, [](Message& message) { return text(message); }));
}

std::string_view read_quantity(Message quantity) {
  std::string_view found;
  each_field(quantity, [&](std::uint32_t field, Message& message) {
    if (field != 1 || !is_bytes(message)) {
      return false;
    }
    found = text(message);
    return true;
  });
  return found;
}

void read_quantity_map(Message entry, std::vector<Pair>& into) {
  const Pair pair = read_entry(entry, [](Message& message) { return read_quantity(message.get_message()); });
  set_pair(into, pair.key, pair.value);
}

std::int64_t read_time(Message time) {
  std::int64_t seconds = 0;
  each_field(time, [&](std::uint32_t field, Message& message) {
    if (field != 1 || !is_varint(message)) {
      return false;
    }
    seconds = message.get_int64();
    return true;
  });
  return seconds;
}

void read_object(Message metadata, ObjectDraft& into) {
  each_field(metadata, [&](std::uint32_t field, Message& message) {
    if (!is_bytes(message)) {
      return false;
    }
    switch (field) {
      case 1:
        into.name = text(message);
        return true;
      case 3:
        into.name_space = text(message);
        return true;
      case 6:
        into.resource_version = text(message);
        return true;
      case 8:
        into.created = read_time(message.get_message());
        return true;
      case 9:
        message.skip();
        into.deleting = true;
        return true;
      case 11:
        read_text_map(message.get_message(), into.labels);
        return true;
      case 12:
        read_text_map(message.get_message(), into.annotations);
        return true;
      case 13:
        read_owner(message.get_message(), into);
        return true;
      default:
        return false;
    }
  });
}

void read_metadata_only(Message item, ObjectDraft& into) {
  each_field(item, [&](std::uint32_t field, Message& message) {
    if (field != 1 || !is_bytes(message)) {
      return false;
    }
    read_object(message.get_message(), into);
    return true;
  });
}

/// Pods and nodes number alike but for a node's time of the last heartbeat, which is a pod's lastProbeTime.
void read_condition(Message condition, ConditionDraft& into, bool node_condition) {
  each_field(condition, [&](std::uint32_t field, Message& message) {
    if (!is_bytes(message)) {
      return false;
    }
    switch (field) {
      case 1:
        into.type = text(message);
        return true;
      case 2:
        into.status = text(message);
        return true;
      case 3:
        into.heartbeat = node_condition ? read_time(message.get_message()) : (message.skip(), 0);
        return true;
      case 5:
        into.reason = text(message);
        return true;
      case 6:
        into.message = text(message);
        return true;
      default:
        return false;
    }
  });
}

}  // namespace kgpu::snapshot
