#include "object_set.hpp"

#include "kgpu/document/json_text.hpp"

#include <algorithm>

namespace kgpu::kube {

const DefinedKind* ObjectSet::definition_of(const document::ObjectReference& object) const {
  const auto found = std::ranges::find_if(kinds, [&](const DefinedKind& one) {
    return one.kind == object.kind && object.api_version.starts_with(one.group + "/");
  });
  return found == kinds.end() ? nullptr : &*found;
}

bool ObjectSet::makes_namespace(std::string_view name) const {
  return std::ranges::find(namespaces, name) != namespaces.end();
}

ObjectSet read_set(std::span<const document::Document> documents) {
  ObjectSet set;
  for (const document::Document& document : documents) {
    if (document.object.kind == "Namespace") {
      set.namespaces.push_back(document.object.name);
    } else if (document.object.kind == "CustomResourceDefinition") {
      const output::Json crd = document::yaml_to_json(document.yaml, document.object.resource_name());
      set.kinds.push_back({.group = document::text_at(crd, {"spec", "group"}),
                           .kind = document::text_at(crd, {"spec", "names", "kind"}),
                           .definition = document.object.name});
    }
  }
  return set;
}

}  // namespace kgpu::kube
