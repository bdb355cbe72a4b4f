#include "json_fields.hpp"
#include "pairs.hpp"

namespace kgpu::snapshot {
namespace {

void read_results(const Element& value, ClaimDraft& into, Numbers& numbers) {
  each_element(value, "results", [&](const Element& element) {
    AllocatedDeviceDraft& given = into.devices.emplace_back();
    each_member(element, "results", [&](std::string_view key, const Element& field) {
      if (key == "request") {
        given.device.request = text(field, key);
      } else if (key == "driver") {
        given.device.driver = text(field, key);
      } else if (key == "pool") {
        given.device.pool = text(field, key);
      } else if (key == "device") {
        given.device.device = text(field, key);
      } else if (key == "adminAccess") {
        given.device.admin_access = truth(field, key);
      } else if (key == "consumedCapacity") {
        read_quantities(field, key, given.consumed_capacity, numbers);
      }
    });
  });
}

void read_allocation(const Element& allocation, ClaimDraft& into, Numbers& numbers) {
  each_member(allocation, "allocation", [&](std::string_view part, const Element& members) {
    if (part == "devices") {
      each_member(members, part, [&](std::string_view key, const Element& value) {
        if (key == "results") {
          read_results(value, into, numbers);
        }
      });
    }
  });
}

void read_reserved_for(const Element& value, ClaimDraft& into) {
  each_element(value, "reservedFor", [&](const Element& element) {
    std::string_view resource;
    std::string_view name;
    each_member(element, "reservedFor", [&](std::string_view key, const Element& field) {
      if (key == "resource") {
        resource = text(field, key);
      } else if (key == "name") {
        name = text(field, key);
      }
    });
    if (resource == "pods") {
      into.pods.push_back(name);
    }
  });
}

/// `{"int": 3}`, `{"bool": true}`, `{"string": "x"}`, `{"version": "1.2.3"}`: the value as text.
std::string_view attribute_text(const Element& attribute, Numbers& numbers) {
  std::string_view found;
  each_member(attribute, "attributes", [&](std::string_view key, const Element& value) {
    if (key == "int") {
      numbers.push_back(std::to_string(whole(value, key)));
      found = numbers.back();
    } else if (key == "bool") {
      found = truth(value, key) ? "true" : "false";
    } else if (key == "string" || key == "version") {
      found = text(value, key);
    }
  });
  return found;
}

/// A map of `{"value": QUANTITY}`.
void read_values(const Element& map, std::string_view member, std::vector<Pair>& into, Numbers& numbers) {
  each_member(map, member, [&](std::string_view name, const Element& entry) {
    each_member(entry, name, [&](std::string_view key, const Element& field) {
      if (key == "value" && !field.is_string()) {
        numbers.push_back(std::to_string(whole(field, key)));
        set_pair(into, name, numbers.back());
      } else if (key == "value") {
        set_pair(into, name, text(field, key));
      }
    });
  });
}

void read_counters(const Element& value, std::string_view member, std::vector<CounterUseDraft>& into,
                   Numbers& numbers) {
  each_element(value, member, [&](const Element& element) {
    CounterUseDraft& use = into.emplace_back();
    each_member(element, member, [&](std::string_view key, const Element& field) {
      if (key == "counterSet" || key == "name") {
        use.set = text(field, key);
      } else if (key == "counters") {
        read_values(field, key, use.counters, numbers);
      }
    });
  });
}

void read_device(const Element& element, DeviceDraft& into, Numbers& numbers) {
  each_member(element, "devices", [&](std::string_view key, const Element& value) {
    if (key == "name") {
      into.name = text(value, key);
    } else if (key == "nodeName") {
      into.node = text(value, key);
    } else if (key == "basic") {  // resource.k8s.io/v1beta1
      read_device(value, into, numbers);
    } else if (key == "attributes") {
      each_member(value, key, [&](std::string_view name, const Element& attribute) {
        set_pair(into.attributes, name, attribute_text(attribute, numbers));
      });
    } else if (key == "capacity") {
      read_values(value, key, into.capacity, numbers);
    } else if (key == "consumesCounters") {
      read_counters(value, key, into.consumes, numbers);
    } else if (key == "allowMultipleAllocations") {
      into.allows_multiple = truth(value, key);
    }
  });
}

void read_slice_pool(const Element& value, SliceDraft& into) {
  each_member(value, "pool", [&](std::string_view key, const Element& field) {
    if (key == "name") {
      into.pool = text(field, key);
    } else if (key == "generation") {
      into.generation = whole(field, key);
    }
  });
}

}  // namespace

void read_claim(const Element& item, ClaimDraft& into, Numbers& numbers) {
  each_member(item, "ResourceClaim", [&](std::string_view part, const Element& members) {
    if (part == "metadata") {
      read_object(members, into.object);
    } else if (part == "status") {
      each_member(members, part, [&](std::string_view key, const Element& value) {
        if (key == "allocation") {
          read_allocation(value, into, numbers);
        } else if (key == "reservedFor") {
          read_reserved_for(value, into);
        }
      });
    }
  });
}

void read_slice(const Element& item, SliceDraft& into, Numbers& numbers) {
  each_member(item, "ResourceSlice", [&](std::string_view part, const Element& members) {
    if (part == "metadata") {
      read_object(members, into.object);
    } else if (part == "spec") {
      each_member(members, part, [&](std::string_view key, const Element& value) {
        if (key == "driver") {
          into.driver = text(value, key);
        } else if (key == "nodeName") {
          into.node = text(value, key);
        } else if (key == "pool") {
          read_slice_pool(value, into);
        } else if (key == "sharedCounters") {
          read_counters(value, key, into.counters, numbers);
        } else if (key == "devices") {
          each_element(value, key,
                       [&](const Element& device) { read_device(device, into.devices.emplace_back(), numbers); });
        }
      });
    }
  });
}

}  // namespace kgpu::snapshot
