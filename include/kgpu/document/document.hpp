#pragma once

#include "kgpu/output/json.hpp"

#include <cstddef>
#include <span>
#include <string>
#include <vector>

namespace kgpu::document {

/// Which object a document speaks of. eksctl's ClusterConfig and Helm values are documents too, but no objects of a
/// cluster.
struct ObjectReference {
  std::string api_version;
  std::string kind;
  std::string name_space;  ///< empty for cluster-scoped and for the current namespace
  std::string name;
  bool operator==(const ObjectReference&) const = default;

  /// As `kubectl -o name` prints it: `nodepool.karpenter.sh/gpu`.
  [[nodiscard]] std::string resource_name() const;
};

/// A rendered manifest: its YAML text, one document without `---`, newline at the end, and what it is.
struct Document {
  std::string yaml;
  ObjectReference object;
};

/// All documents with `---` between them, `header` (a comment line, may be empty) first: the very bytes that would be
/// applied.
[[nodiscard]] std::string to_text(std::span<const Document> documents, const std::string& header);

/// One object alone, several as `kind: List`.
[[nodiscard]] output::Json to_json(std::span<const Document> documents);

/// YAML 1.1 as kubectl reads it, one document: quoted scalars are strings, plain ones bool, null, integer, number or
/// string. Refuses anchors, tags, duplicate keys, nesting beyond 200. Throws Error{data} with `name:line`, where the
/// text begins at line `first_line` of `name`.
[[nodiscard]] output::Json yaml_to_json(const std::string& yaml, const std::string& name, std::size_t first_line = 1);

/// The text without its comments, but for a comment on the first line. Knows single and double quotes; block scalars
/// (`|`, `>`) are left as they are.
[[nodiscard]] std::string without_comments(const std::string& yaml);

/// Files for `--output-dir`: one per document, `<kind>-<name>.yaml` lower case, header first, and a kustomization.yaml
/// over those that are objects of a cluster. `eksctl-<name>.yaml` for a ClusterConfig.
struct OutputFile {
  std::string name;
  std::string text;
};
[[nodiscard]] std::vector<OutputFile> to_files(std::span<const Document> documents, const std::string& header);

}  // namespace kgpu::document
