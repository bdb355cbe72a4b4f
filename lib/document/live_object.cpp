#include "kgpu/document/live_object.hpp"

#include "kgpu/base/error.hpp"
#include "kgpu/base/text.hpp"
#include "kgpu/document/json_text.hpp"

#include <algorithm>
#include <array>
#include <utility>

namespace kgpu::document {
namespace {

using output::Json;

std::vector<FieldManager> managers_of(const Json& object) {
  std::vector<FieldManager> managers;
  for (const Json& entry : items_at(object, {"metadata", "managedFields"})) {
    managers.push_back({.manager = text_at(entry, {"manager"}),
                        .operation = text_at(entry, {"operation"}),
                        .subresource = text_at(entry, {"subresource"}),
                        .time = text_at(entry, {"time"})});
  }
  return managers;
}

/// The marks that the tools document: Argo CD's tracking (annotation `APP:GROUP/KIND:NS/NAME`), Flux's and Helm's
/// labels.
std::optional<Tracker> tracker_of(const Json& object) {
  const auto label = [&](std::string_view key) { return text_at(object, {"metadata", "labels", key}); };
  const auto annotation = [&](std::string_view key) { return text_at(object, {"metadata", "annotations", key}); };
  if (const std::string id = annotation("argocd.argoproj.io/tracking-id"); !id.empty()) {
    return Tracker{.tool = "Argo CD", .where = "application " + in_quotes(id.substr(0, id.find(':')))};
  }
  if (const std::string app = label("argocd.argoproj.io/instance"); !app.empty()) {
    return Tracker{.tool = "Argo CD", .where = "application " + in_quotes(app)};
  }
  constexpr std::array<std::pair<std::string_view, std::string_view>, 2> k_flux{
      {{"kustomize.toolkit.fluxcd.io", "Kustomization"}, {"helm.toolkit.fluxcd.io", "HelmRelease"}}};
  for (const auto& [prefix, what] : k_flux) {
    if (const std::string name = label(std::string(prefix) + "/name"); !name.empty()) {
      const std::string name_space = label(std::string(prefix) + "/namespace");
      return Tracker{.tool = "Flux", .where = std::string(what) + " " + in_quotes(name_space + "/" + name)};
    }
  }
  if (const std::string release = annotation("meta.helm.sh/release-name"); !release.empty()) {
    return Tracker{.tool = "Helm",
                   .where = "release " + in_quotes(release) + " in namespace " +
                            in_quotes(annotation("meta.helm.sh/release-namespace"))};
  }
  return std::nullopt;
}

}  // namespace

LiveObject read_live_object(std::string_view json, const std::string& name) {
  const Json object = read_json(json, name);
  if (value_at(object, {"metadata"}) == nullptr || text_at(object, {"kind"}).empty()) {
    throw data_error(name + ": what the server sent is no object: it has no kind or no metadata");
  }
  return {.object = {.api_version = text_at(object, {"apiVersion"}),
                     .kind = text_at(object, {"kind"}),
                     .name_space = text_at(object, {"metadata", "namespace"}),
                     .name = text_at(object, {"metadata", "name"})},
          .uid = text_at(object, {"metadata", "uid"}),
          .resource_version = text_at(object, {"metadata", "resourceVersion"}),
          .being_deleted = value_at(object, {"metadata", "deletionTimestamp"}) != nullptr,
          .of = text_at(object, {"metadata", "annotations", "kubectl-gpu/of"}),
          .managers = managers_of(object),
          .tracker = tracker_of(object)};
}

bool is_ours(const LiveObject& object) {
  return std::ranges::any_of(object.managers,
                             [](const FieldManager& entry) { return entry.manager.starts_with("kubectl-gpu-"); });
}

std::string last_written_by(const LiveObject& object) {
  // A status is written by controllers all the time and says nothing of whose the object is.
  const FieldManager* newest = nullptr;
  for (const FieldManager& entry : object.managers) {
    if (entry.subresource.empty() && (newest == nullptr || entry.time > newest->time)) {
      newest = &entry;
    }
  }
  if (newest == nullptr) {
    return "written by nobody on record";
  }
  const std::string day = newest->time.empty() ? "" : ", " + newest->time.substr(0, 10);
  return "last written by " + printable(newest->manager) + " (" + newest->operation + day + ")";
}

}  // namespace kgpu::document
