#include "kgpu/base/error.hpp"
#include "kgpu/base/text.hpp"
#include "kgpu/document/apply_order.hpp"
#include "kgpu/document/document.hpp"

#include <algorithm>
#include <set>

namespace kgpu::document {
namespace {

/// RBAC names may hold `:` and capitals; a file's name keeps to what every file system and shell takes.
std::string file_name(const Document& document) {
  const std::string first = !is_cluster_object(document.object) ? "eksctl" : document.object.kind;
  std::string name = to_lower(first + "-" + document.object.name);
  std::ranges::replace_if(
      name, [](char c) { return (c < 'a' || c > 'z') && (c < '0' || c > '9') && c != '-' && c != '.'; }, '-');
  return name + ".yaml";
}

}  // namespace

std::vector<OutputFile> to_files(std::span<const Document> documents, const std::string& header) {
  std::vector<OutputFile> files;
  std::set<std::string> names;
  for (const Document& document : documents) {
    files.push_back({.name = file_name(document), .text = to_text({&document, 1}, header)});
    if (!names.insert(files.back().name).second) {
      throw Error(ErrorKind::internal, "two documents would both be written to " + in_quotes(files.back().name));
    }
  }

  auto resources = output::Json::array();
  bool any_object = false;
  for (const std::size_t index : apply_order(documents)) {
    if (is_cluster_object(documents[index].object)) {
      resources.push(file_name(documents[index]));
      any_object = true;
    }
  }
  if (!any_object) {
    return files;
  }
  const Document kustomization{.yaml = output::to_yaml(output::Json::object()
                                                           .set("apiVersion", "kustomize.config.k8s.io/v1beta1")
                                                           .set("kind", "Kustomization")
                                                           .set("resources", std::move(resources))),
                               .object = {}};
  files.push_back({.name = "kustomization.yaml", .text = to_text({&kustomization, 1}, header)});
  return files;
}

}  // namespace kgpu::document
