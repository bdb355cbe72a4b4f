#include "json_fields.hpp"
#include "pairs.hpp"

#include <charconv>

namespace kgpu::snapshot {

void read_texts(const Element& value, std::string_view member, std::vector<Pair>& into) {
  each_member(value, member, [&](std::string_view key, const Element& element) {
    into.push_back({key, text(element, key)});
  });
}

void read_quantities(const Element& value, std::string_view member, std::vector<Pair>& into, Numbers& numbers) {
  each_member(value, member, [&](std::string_view key, const Element& element) {
    if (element.is_string() || element.is_null()) {
      set_pair(into, key, text(element, key));
      return;
    }
    std::int64_t number = 0;
    double fraction = 0;
    if (element.get_int64().get(number) == simdjson::SUCCESS) {
      numbers.push_back(std::to_string(number));
    } else if (element.get_double().get(fraction) == simdjson::SUCCESS) {
      char digits[32];
      numbers.emplace_back(digits, std::to_chars(digits, digits + sizeof digits, fraction).ptr);
    } else {
      throw wrong_kind(key, "a quantity");
    }
    set_pair(into, key, numbers.back());
  });
}

namespace {

void read_owners(const Element& owners, ObjectDraft& into) {
  each_element(owners, "ownerReferences", [&](const Element& reference) {
    Owner owner;
    bool is_controller = false;
    each_member(reference, "ownerReferences", [&](std::string_view key, const Element& value) {
      if (key == "kind") {
        owner.kind = text(value, key);
      } else if (key == "name") {
        owner.name = text(value, key);
      } else if (key == "controller") {
        is_controller = truth(value, key);
      }
    });
    if (is_controller) {
      into.controller = owner;
    }
  });
}

}  // namespace

void read_object(const Element& metadata, ObjectDraft& into) {
  each_member(metadata, "metadata", [&](std::string_view key, const Element& value) {
    if (key == "name") {
      into.name = text(value, key);
    } else if (key == "namespace") {
      into.name_space = text(value, key);
    } else if (key == "labels") {
      read_texts(value, key, into.labels);
    } else if (key == "annotations") {
      read_texts(value, key, into.annotations);
    } else if (key == "ownerReferences") {
      read_owners(value, into);
    } else if (key == "creationTimestamp") {
      into.created = seconds_of(text(value, key));
    } else if (key == "deletionTimestamp") {
      into.deleting = !value.is_null();
    } else if (key == "resourceVersion") {
      into.resource_version = text(value, key);
    }
  });
}

void read_conditions(const Element& value, std::vector<ConditionDraft>& into) {
  each_element(value, "conditions", [&](const Element& element) {
    ConditionDraft& condition = into.emplace_back();
    each_member(element, "conditions", [&](std::string_view key, const Element& field) {
      if (key == "type") {
        condition.type = text(field, key);
      } else if (key == "status") {
        condition.status = text(field, key);
      } else if (key == "reason") {
        condition.reason = text(field, key);
      } else if (key == "message") {
        condition.message = text(field, key);
      } else if (key == "lastHeartbeatTime") {
        condition.heartbeat = seconds_of(text(field, key));
      }
    });
  });
}

}  // namespace kgpu::snapshot
