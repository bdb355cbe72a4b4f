#include "kgpu/base/error.hpp"
#include "kgpu/base/text.hpp"
#include "kgpu/document/document.hpp"

#include <algorithm>
#include <array>
#include <set>

namespace kgpu::document {
namespace {

// What others refer to goes first; kinds that are not here come after, in the order they were rendered.
constexpr std::array<std::string_view, 6> k_first_kinds = {
    "Namespace", "CustomResourceDefinition", "PriorityClass", "ServiceAccount", "ConfigMap", "EC2NodeClass"};

std::ptrdiff_t apply_rank(const Document& document) {
  return std::ranges::find(k_first_kinds, document.object.kind) - k_first_kinds.begin();
}

bool is_eksctl(const Document& document) {
  return document.object.api_version.starts_with("eksctl.io/");
}

/// RBAC names may hold `:` and capitals; a file's name keeps to what every file system and shell takes.
std::string file_name(const Document& document) {
  const std::string first = is_eksctl(document) ? "eksctl" : document.object.kind;
  std::string name = to_lower(first + "-" + document.object.name);
  std::ranges::replace_if(
      name, [](char c) { return (c < 'a' || c > 'z') && (c < '0' || c > '9') && c != '-' && c != '.'; }, '-');
  return name + ".yaml";
}

}  // namespace

std::vector<OutputFile> to_files(std::span<const Document> documents, const std::string& header) {
  std::vector<OutputFile> files;
  std::set<std::string> names;
  std::vector<const Document*> objects;
  for (const Document& document : documents) {
    files.push_back({.name = file_name(document), .text = to_text({&document, 1}, header)});
    if (!names.insert(files.back().name).second) {
      throw Error(ErrorKind::internal, "two documents would both be written to " + in_quotes(files.back().name));
    }
    if (!is_eksctl(document)) {
      objects.push_back(&document);
    }
  }
  if (objects.empty()) {
    return files;
  }

  std::ranges::stable_sort(objects, {}, [](const Document* document) { return apply_rank(*document); });
  auto resources = output::Json::array();
  for (const Document* document : objects) {
    resources.push(file_name(*document));
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
