#pragma once

#include "kgpu/output/json.hpp"

#include <string>
#include <vector>

namespace kgpu::document {

/// One object of a file of manifests.
struct Manifest {
  output::Json object;  ///< a mapping with `kind` and `apiVersion`
  std::string where;    ///< `gpu.yaml:12`, the line its document begins at; `dump.json:1, item 3` of a List
};

/// The objects of a file, in its order, as kubectl reads it: YAML documents between lines that begin with `---`, JSON
/// objects one after the other, Lists taken apart. Empty documents are passed over. Throws Error{data} with `name:line`
/// for what is no Kubernetes object, for text after a `---` that is no comment, and as yaml_to_json does.
[[nodiscard]] std::vector<Manifest> read_manifests(const std::string& text, const std::string& name);

}  // namespace kgpu::document
