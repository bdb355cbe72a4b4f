#include "pairs.hpp"
#include "protobuf_fields.hpp"

#include <array>
#include <span>

/// resource.k8s.io/v1; v1beta2 has the same numbers. v1beta1, which has others, is asked for as JSON.
namespace kgpu::snapshot {
namespace {

using Numbers = std::deque<std::string>;

constexpr std::array<std::uint32_t, 1> k_first{1};
constexpr std::array<std::uint32_t, 1> k_second{2};
constexpr std::array<std::uint32_t, 4> k_results{3, 1, 1, 1};  ///< status, allocation, devices, results
constexpr std::array<std::uint32_t, 2> k_reserved_for{3, 2};   ///< status, reservedFor

/// Walks into the only field of a chain of messages: `path` of field numbers.
template <class Use>
void each_below(Message message, std::span<const std::uint32_t> path, Use&& use) {
  const std::uint32_t wanted = path.front();
  const auto rest = path.subspan(1);
  each_field(message, [&](std::uint32_t field, Message& found) {
    if (field != wanted || !is_bytes(found)) {
      return false;
    }
    if (rest.empty()) {
      use(found.get_message());
    } else {
      each_below(found.get_message(), rest, use);
    }
    return true;
  });
}

AllocatedDeviceDraft read_result(Message result) {
  AllocatedDeviceDraft given;
  AllocatedDevice& device = given.device;
  each_field(result, [&](std::uint32_t field, Message& message) {
    if (field == 5 && is_varint(message)) {
      device.admin_access = message.get_bool();
    } else if (!is_bytes(message)) {
      return false;
    } else if (field >= 1 && field <= 4) {
      (field == 1   ? device.request
       : field == 2 ? device.driver
       : field == 3 ? device.pool
                    : device.device) = text(message);
    } else if (field == 10) {
      read_quantity_map(message.get_message(), given.consumed_capacity);
    } else {
      return false;
    }
    return true;
  });
  return given;
}

/// ResourceClaimConsumerReference: 3 resource, 4 name.
void read_consumer(Message reference, ClaimDraft& into) {
  std::string_view resource;
  std::string_view name;
  each_field(reference, [&](std::uint32_t field, Message& message) {
    if (!is_bytes(message) || (field != 3 && field != 4)) {
      return false;
    }
    (field == 3 ? resource : name) = text(message);
    return true;
  });
  if (resource == "pods") {
    into.pods.push_back(name);
  }
}

/// DeviceAttribute: 2 int, 3 bool, 4 string, 5 version.
std::string_view read_attribute(Message attribute, Numbers& numbers) {
  std::string_view found;
  each_field(attribute, [&](std::uint32_t field, Message& message) {
    if (field == 2 && is_varint(message)) {
      numbers.push_back(std::to_string(message.get_int64()));
      found = numbers.back();
    } else if (field == 3 && is_varint(message)) {
      found = message.get_bool() ? "true" : "false";
    } else if ((field == 4 || field == 5) && is_bytes(message)) {
      found = text(message);
    } else {
      return false;
    }
    return true;
  });
  return found;
}

/// A map's entry whose value is a message: `read(value)` makes the text.
template <class Read>
void read_message_map(Message entry, std::vector<Pair>& into, Read&& read) {
  const Pair pair = read_entry(entry, [&](Message& message) { return read(message.get_message()); });
  set_pair(into, pair.key, pair.value);
}

/// DeviceCapacity and Counter: 1 value, a Quantity.
std::string_view read_value(Message value) {
  std::string_view found;
  each_below(value, k_first, [&](Message quantity) { found = read_quantity(quantity); });
  return found;
}

/// CounterSet and DeviceCounterConsumption: 1 name, 2 counters.
CounterUseDraft read_counters(Message set) {
  CounterUseDraft use;
  each_field(set, [&](std::uint32_t field, Message& message) {
    if (!is_bytes(message) || field > 2) {
      return false;
    }
    if (field == 1) {
      use.set = text(message);
    } else {
      read_message_map(message.get_message(), use.counters, read_value);
    }
    return true;
  });
  return use;
}

DeviceDraft read_device(Message device, Numbers& numbers) {
  DeviceDraft draft;
  each_field(device, [&](std::uint32_t field, Message& message) {
    if (field == 12 && is_varint(message)) {
      draft.allows_multiple = message.get_bool();
      return true;
    }
    if (!is_bytes(message)) {
      return false;
    }
    switch (field) {
      case 1:
        draft.name = text(message);
        return true;
      case 2:
        read_message_map(message.get_message(), draft.attributes,
                         [&](Message attribute) { return read_attribute(attribute, numbers); });
        return true;
      case 3:
        read_message_map(message.get_message(), draft.capacity, read_value);
        return true;
      case 4:
        draft.consumes.push_back(read_counters(message.get_message()));
        return true;
      case 5:
        draft.node = text(message);
        return true;
      default:
        return false;
    }
  });
  return draft;
}

/// ResourcePool: 1 name, 2 generation.
void read_pool(Message pool, SliceDraft& into) {
  each_field(pool, [&](std::uint32_t field, Message& message) {
    if (field == 1 && is_bytes(message)) {
      into.pool = text(message);
    } else if (field == 2 && is_varint(message)) {
      into.generation = message.get_int64();
    } else {
      return false;
    }
    return true;
  });
}

void read_slice_spec(Message spec, SliceDraft& into, Numbers& numbers) {
  each_field(spec, [&](std::uint32_t field, Message& message) {
    if (!is_bytes(message)) {
      return false;
    }
    switch (field) {
      case 1:
        into.driver = text(message);
        return true;
      case 2:
        read_pool(message.get_message(), into);
        return true;
      case 3:
        into.node = text(message);
        return true;
      case 6:
        into.devices.push_back(read_device(message.get_message(), numbers));
        return true;
      case 8:
        into.counters.push_back(read_counters(message.get_message()));
        return true;
      default:
        return false;
    }
  });
}

}  // namespace

void read_claim(Message item, ClaimDraft& into) {
  each_below(item, k_first, [&](Message metadata) { read_object(metadata, into.object); });
  each_below(item, k_results, [&](Message result) { into.devices.push_back(read_result(result)); });
  each_below(item, k_reserved_for, [&](Message reference) { read_consumer(reference, into); });
}

void read_slice(Message item, SliceDraft& into, Numbers& numbers) {
  each_below(item, k_first, [&](Message metadata) { read_object(metadata, into.object); });
  each_below(item, k_second, [&](Message spec) { read_slice_spec(spec, into, numbers); });
}

}  // namespace kgpu::snapshot
