#include "protobuf_fields.hpp"

namespace kgpu::snapshot {
namespace {

/// ResourceRequirements: 1 limits, 2 requests.
void read_resources(Message resources, ResourcesDraft& into) {
  each_field(resources, [&](std::uint32_t field, Message& message) {
    if (!is_bytes(message) || (field != 1 && field != 2)) {
      return false;
    }
    read_quantity_map(message.get_message(), field == 1 ? into.limits : into.requests);
    return true;
  });
}

void read_container(Message container, ContainerDraft& into) {
  each_field(container, [&](std::uint32_t field, Message& message) {
    if (field == 8 && is_bytes(message)) {
      read_resources(message.get_message(), into.resources);
    } else if (field == 24 && is_bytes(message)) {
      into.sidecar = into.init && text(message) == "Always";
    } else {
      return false;
    }
    return true;
  });
}

/// PodResourceClaim: 1 name, 3 resourceClaimName. PodResourceClaimStatus: 1 name, 2 resourceClaimName.
ClaimUse read_claim_use(Message claim, std::uint32_t claim_field) {
  ClaimUse use;
  each_field(claim, [&](std::uint32_t field, Message& message) {
    if (!is_bytes(message) || (field != 1 && field != claim_field)) {
      return false;
    }
    (field == 1 ? use.name : use.claim) = text(message);
    return true;
  });
  return use;
}

void read_pod_spec(Message spec, PodDraft& into) {
  each_field(spec, [&](std::uint32_t field, Message& message) {
    if (!is_bytes(message)) {
      return false;
    }
    switch (field) {
      case 2:
        read_container(message.get_message(), into.add_container(false));
        return true;
      case 10:
        into.node = text(message);
        return true;
      case 19:
        into.scheduler_name = text(message);
        return true;
      case 20:
        read_container(message.get_message(), into.add_container(true));
        return true;
      case 32:
        read_quantity_map(message.get_message(), into.overhead);
        return true;
      case 39:
        into.claims.push_back(read_claim_use(message.get_message(), 3));
        return true;
      case 40:
        read_resources(message.get_message(), into.pod_level);
        return true;
      default:
        return false;
    }
  });
}

void read_pod_status(Message status, PodDraft& into) {
  each_field(status, [&](std::uint32_t field, Message& message) {
    if (!is_bytes(message)) {
      return false;
    }
    switch (field) {
      case 1:
        into.phase = text(message);
        return true;
      case 2:
        read_condition(message.get_message(), into.conditions.emplace_back(), false);
        return true;
      case 15:
        into.claim_statuses.push_back(read_claim_use(message.get_message(), 2));
        return true;
      case 18:
        into.extended_claim = read_claim_use(message.get_message(), 2).claim;
        return true;
      default:
        return false;
    }
  });
}

Taint read_taint(Message message_of_taint) {
  Taint taint;
  each_field(message_of_taint, [&](std::uint32_t field, Message& message) {
    if (!is_bytes(message) || field > 3) {
      return false;
    }
    (field == 1 ? taint.key : field == 2 ? taint.value : taint.effect) = text(message);
    return true;
  });
  return taint;
}

void read_node_spec(Message spec, NodeDraft& into) {
  each_field(spec, [&](std::uint32_t field, Message& message) {
    if (field == 3 && is_bytes(message)) {
      into.provider_id = text(message);
    } else if (field == 4 && is_varint(message)) {
      into.unschedulable = message.get_bool();
    } else if (field == 5 && is_bytes(message)) {
      into.taints.push_back(read_taint(message.get_message()));
    } else {
      return false;
    }
    return true;
  });
}

void read_node_status(Message status, NodeDraft& into) {
  each_field(status, [&](std::uint32_t field, Message& message) {
    if (!is_bytes(message)) {
      return false;
    }
    switch (field) {
      case 1:
        read_quantity_map(message.get_message(), into.capacity);
        return true;
      case 2:
        read_quantity_map(message.get_message(), into.allocatable);
        return true;
      case 4:
        read_condition(message.get_message(), into.conditions.emplace_back(), true);
        return true;
      default:
        return false;
    }
  });
}

/// An object's three parts: 1 metadata, 2 spec, 3 status.
template <class Draft>
void read_parts(Message item, Draft& into, void (*spec)(Message, Draft&), void (*status)(Message, Draft&)) {
  each_field(item, [&](std::uint32_t field, Message& message) {
    if (!is_bytes(message) || field > 3) {
      return false;
    }
    if (field == 1) {
      read_object(message.get_message(), into.object);
    } else {
      (field == 2 ? spec : status)(message.get_message(), into);
    }
    return true;
  });
}

}  // namespace

void read_pod(Message item, PodDraft& into) {
  read_parts(item, into, read_pod_spec, read_pod_status);
}

void read_node(Message item, NodeDraft& into) {
  read_parts(item, into, read_node_spec, read_node_status);
}

}  // namespace kgpu::snapshot
