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
                        .api_version = text_at(entry, {"apiVersion"}),
                        .subresource = text_at(entry, {"subresource"}),
                        .time = text_at(entry, {"time"})});
  }
  return managers;
}

/// The marks that the tools document: Argo CD's tracking (annotation `APP:GROUP/KIND:NS/NAME`), Flux's and Helm's
/// labels.
constexpr std::string_view k_argo_id = "argocd.argoproj.io/tracking-id";
constexpr std::string_view k_argo_app = "argocd.argoproj.io/instance";
constexpr std::string_view k_helm_release = "meta.helm.sh/release-name";
constexpr std::string_view k_helm_namespace = "meta.helm.sh/release-namespace";

/// Flux's label for the name of what applied the object; that of its namespace ends in `/namespace`.
struct FluxMark {
  std::string_view prefix;
  std::string_view what;
};
constexpr std::array<FluxMark, 2> k_flux{
    {{"kustomize.toolkit.fluxcd.io", "Kustomization"}, {"helm.toolkit.fluxcd.io", "HelmRelease"}}};

}  // namespace

std::optional<Tracker> tracker_of(const Json& object) {
  const auto label = [&](std::string_view key) { return text_at(object, {"metadata", "labels", key}); };
  const auto annotation = [&](std::string_view key) { return text_at(object, {"metadata", "annotations", key}); };
  if (const std::string id = annotation(k_argo_id); !id.empty()) {
    return Tracker{.tool = "Argo CD", .where = "application " + in_quotes(id.substr(0, id.find(':')))};
  }
  if (const std::string app = label(k_argo_app); !app.empty()) {
    return Tracker{.tool = "Argo CD", .where = "application " + in_quotes(app)};
  }
  for (const FluxMark& mark : k_flux) {
    if (const std::string name = label(std::string(mark.prefix) + "/name"); !name.empty()) {
      const std::string name_space = label(std::string(mark.prefix) + "/namespace");
      return Tracker{.tool = "Flux", .where = std::string(mark.what) + " " + in_quotes(name_space + "/" + name)};
    }
  }
  if (const std::string release = annotation(k_helm_release); !release.empty()) {
    return Tracker{
        .tool = "Helm",
        .where = "release " + in_quotes(release) + " in namespace " + in_quotes(annotation(k_helm_namespace))};
  }
  return std::nullopt;
}

std::string_view tool_of_mark(std::string_view key) {
  if (key == k_argo_id || key == k_argo_app) {
    return "Argo CD";
  }
  if (key == k_helm_release || key == k_helm_namespace) {
    return "Helm";
  }
  const std::string_view domain = key.substr(0, std::min(key.find('/'), key.size()));
  const bool is_flux = std::ranges::find(k_flux, domain, &FluxMark::prefix) != k_flux.end();
  return is_flux && (key.ends_with("/name") || key.ends_with("/namespace")) ? "Flux" : "";
}

LiveObject live_object_of(const Json& object) {
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

LiveObject read_live_object(std::string_view json, const std::string& name) {
  const Json object = read_json(json, name);
  if (value_at(object, {"metadata"}) == nullptr || text_at(object, {"kind"}).empty()) {
    throw data_error(name + ": what the server sent is no object: it has no kind or no metadata");
  }
  return live_object_of(object);
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
