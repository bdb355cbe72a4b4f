#include "json_fields.hpp"

namespace kgpu::snapshot {
namespace {

void read_requirements(const Element& value, std::vector<RequirementDraft>& into) {
  each_element(value, "requirements", [&](const Element& element) {
    RequirementDraft& requirement = into.emplace_back();
    each_member(element, "requirements", [&](std::string_view key, const Element& field) {
      if (key == "key") {
        requirement.key = text(field, key);
      } else if (key == "operator") {
        requirement.operation = text(field, key);
      } else if (key == "values") {
        each_element(field, key, [&](const Element& one) { requirement.values.push_back(text(one, "values")); });
      }
    });
  });
}

/// A NodePool's `template`: the labels and requirements of its nodes.
void read_template(const Element& value, KarpenterDraft& into) {
  each_member(value, "template", [&](std::string_view part, const Element& members) {
    each_member(members, part, [&](std::string_view key, const Element& field) {
      if (part == "metadata" && key == "labels") {
        read_texts(field, key, into.template_labels);
      } else if (part == "spec" && key == "requirements") {
        read_requirements(field, into.requirements);
      }
    });
  });
}

}  // namespace

void read_karpenter(const Element& item, KarpenterDraft& into, Numbers& numbers) {
  each_member(item, "object", [&](std::string_view part, const Element& members) {
    if (part == "metadata") {
      read_object(members, into.object);
    } else if (part == "spec") {
      each_member(members, part, [&](std::string_view key, const Element& value) {
        if (key == "template") {
          read_template(value, into);
        } else if (key == "requirements") {
          read_requirements(value, into.requirements);
        } else if (key == "limits") {
          read_quantities(value, key, into.limits, numbers);
        } else if (key == "price") {
          into.price = text(value, key);
        } else if (key == "priceAdjustment") {
          into.price_adjustment = text(value, key);
        } else if (key == "weight") {
          into.weight = whole(value, key);
        }
      });
    } else if (part == "status") {
      each_member(members, part, [&](std::string_view key, const Element& value) {
        if (key == "resources" || key == "capacity") {
          read_quantities(value, key, into.resources, numbers);
        } else if (key == "conditions") {
          read_conditions(value, into.conditions);
        } else if (key == "providerID") {
          into.provider_id = text(value, key);
        } else if (key == "nodeName") {
          into.node = text(value, key);
        }
      });
    }
  });
}

}  // namespace kgpu::snapshot
