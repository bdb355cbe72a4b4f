#pragma once

#include "kgpu/document/document.hpp"

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace kgpu::kube {

/// A kind that a CustomResourceDefinition of the set brings.
struct DefinedKind {
  std::string group;
  std::string kind;
  std::string definition;  ///< the CRD's name
};

/// What a set of documents brings along for its own members.
struct ObjectSet {
  std::vector<std::string> namespaces;
  std::vector<DefinedKind> kinds;

  [[nodiscard]] const DefinedKind* definition_of(const document::ObjectReference& object) const;
  [[nodiscard]] bool makes_namespace(std::string_view name) const;
};

[[nodiscard]] ObjectSet read_set(std::span<const document::Document> documents);

}  // namespace kgpu::kube
