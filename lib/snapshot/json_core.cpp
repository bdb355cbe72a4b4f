#include "json_fields.hpp"

namespace kgpu::snapshot {
namespace {

void read_resources(const Element& value, ResourcesDraft& into, Numbers& numbers) {
  each_member(value, "resources", [&](std::string_view key, const Element& field) {
    if (key == "requests") {
      read_quantities(field, key, into.requests, numbers);
    } else if (key == "limits") {
      read_quantities(field, key, into.limits, numbers);
    }
  });
}

void read_containers(const Element& value, bool init, PodDraft& into, Numbers& numbers) {
  each_element(value, "containers", [&](const Element& element) {
    ContainerDraft& container = into.add_container(init);
    each_member(element, "containers", [&](std::string_view key, const Element& field) {
      if (key == "resources") {
        read_resources(field, container.resources, numbers);
      } else if (key == "restartPolicy") {
        container.sidecar = init && text(field, key) == "Always";
      }
    });
  });
}

void read_claim_uses(const Element& value, std::string_view member, std::vector<ClaimUse>& into) {
  each_element(value, member, [&](const Element& element) {
    ClaimUse& use = into.emplace_back();
    each_member(element, member, [&](std::string_view key, const Element& field) {
      if (key == "name") {
        use.name = text(field, key);
      } else if (key == "resourceClaimName") {
        use.claim = text(field, key);
      }
    });
  });
}

void read_pod_spec(const Element& spec, PodDraft& into, Numbers& numbers) {
  each_member(spec, "spec", [&](std::string_view key, const Element& value) {
    if (key == "containers") {
      read_containers(value, false, into, numbers);
    } else if (key == "initContainers") {
      read_containers(value, true, into, numbers);
    } else if (key == "nodeName") {
      into.node = text(value, key);
    } else if (key == "schedulerName") {
      into.scheduler_name = text(value, key);
    } else if (key == "overhead") {
      read_quantities(value, key, into.overhead, numbers);
    } else if (key == "resources") {
      read_resources(value, into.pod_level, numbers);
    } else if (key == "resourceClaims") {
      read_claim_uses(value, key, into.claims);
    }
  });
}

void read_pod_status(const Element& status, PodDraft& into) {
  each_member(status, "status", [&](std::string_view key, const Element& value) {
    if (key == "phase") {
      into.phase = text(value, key);
    } else if (key == "conditions") {
      read_conditions(value, into.conditions);
    } else if (key == "resourceClaimStatuses") {
      read_claim_uses(value, key, into.claim_statuses);
    } else if (key == "extendedResourceClaimStatus") {
      each_member(value, key, [&](std::string_view inner, const Element& field) {
        if (inner == "resourceClaimName") {
          into.extended_claim = text(field, inner);
        }
      });
    }
  });
}

void read_taints(const Element& value, std::vector<Taint>& into) {
  each_element(value, "taints", [&](const Element& element) {
    Taint& taint = into.emplace_back();
    each_member(element, "taints", [&](std::string_view key, const Element& field) {
      if (key == "key") {
        taint.key = text(field, key);
      } else if (key == "value") {
        taint.value = text(field, key);
      } else if (key == "effect") {
        taint.effect = text(field, key);
      }
    });
  });
}

}  // namespace

void read_pod(const Element& item, PodDraft& into, Numbers& numbers) {
  each_member(item, "Pod", [&](std::string_view key, const Element& value) {
    if (key == "metadata") {
      read_object(value, into.object);
    } else if (key == "spec") {
      read_pod_spec(value, into, numbers);
    } else if (key == "status") {
      read_pod_status(value, into);
    }
  });
}

void read_node(const Element& item, NodeDraft& into, Numbers& numbers) {
  each_member(item, "Node", [&](std::string_view part, const Element& members) {
    if (part == "metadata") {
      read_object(members, into.object);
    } else if (part == "spec") {
      each_member(members, part, [&](std::string_view key, const Element& value) {
        if (key == "providerID") {
          into.provider_id = text(value, key);
        } else if (key == "unschedulable") {
          into.unschedulable = truth(value, key);
        } else if (key == "taints") {
          read_taints(value, into.taints);
        }
      });
    } else if (part == "status") {
      each_member(members, part, [&](std::string_view key, const Element& value) {
        if (key == "capacity") {
          read_quantities(value, key, into.capacity, numbers);
        } else if (key == "allocatable") {
          read_quantities(value, key, into.allocatable, numbers);
        } else if (key == "conditions") {
          read_conditions(value, into.conditions);
        }
      });
    }
  });
}

}  // namespace kgpu::snapshot
