#include "kgpu/document/live_object.hpp"

#include "kgpu/base/error.hpp"
#include "kgpu/base/text.hpp"
#include "kgpu/document/json_text.hpp"

#include <algorithm>

namespace kgpu::document {
namespace {

using output::Json;

const Json* at(const Json* value, std::string_view key) {
  return value == nullptr ? nullptr : value->find(key);
}

std::string text_of(const Json* value) {
  const auto* text = value == nullptr ? nullptr : std::get_if<std::string>(&value->value());
  return text == nullptr ? std::string() : *text;
}

std::string text_at(const Json* value, std::string_view key) {
  return text_of(at(value, key));
}

std::vector<FieldManager> managers_of(const Json* metadata) {
  std::vector<FieldManager> managers;
  const Json* const fields = at(metadata, "managedFields");
  const auto* entries = fields == nullptr ? nullptr : std::get_if<Json::Array>(&fields->value());
  if (entries != nullptr) {
    for (const Json& entry : *entries) {
      managers.push_back({.manager = text_at(&entry, "manager"),
                          .operation = text_at(&entry, "operation"),
                          .subresource = text_at(&entry, "subresource"),
                          .time = text_at(&entry, "time")});
    }
  }
  return managers;
}

/// The marks that the tools document: Argo CD's tracking (annotation `APP:GROUP/KIND:NS/NAME`), Flux's and Helm's
/// labels.
std::optional<Tracker> tracker_of(const Json* metadata) {
  const Json* const labels = at(metadata, "labels");
  const Json* const annotations = at(metadata, "annotations");
  if (const std::string id = text_at(annotations, "argocd.argoproj.io/tracking-id"); !id.empty()) {
    return Tracker{.tool = "Argo CD", .where = "application " + in_quotes(id.substr(0, id.find(':')))};
  }
  if (const std::string app = text_at(labels, "argocd.argoproj.io/instance"); !app.empty()) {
    return Tracker{.tool = "Argo CD", .where = "application " + in_quotes(app)};
  }
  for (const auto& [prefix, what] :
       {std::pair<std::string, std::string>{"kustomize.toolkit.fluxcd.io", "Kustomization"},
        std::pair<std::string, std::string>{"helm.toolkit.fluxcd.io", "HelmRelease"}}) {
    if (const std::string name = text_at(labels, prefix + "/name"); !name.empty()) {
      return Tracker{.tool = "Flux",
                     .where = what + " " + in_quotes(text_at(labels, prefix + "/namespace") + "/" + name)};
    }
  }
  if (const std::string release = text_at(annotations, "meta.helm.sh/release-name"); !release.empty()) {
    return Tracker{.tool = "Helm",
                   .where = "release " + in_quotes(release) + " in namespace " +
                            in_quotes(text_at(annotations, "meta.helm.sh/release-namespace"))};
  }
  return std::nullopt;
}

}  // namespace

LiveObject read_live_object(std::string_view json, const std::string& name) {
  const Json value = read_json(json, name);
  const Json* const metadata = value.find("metadata");
  if (metadata == nullptr || text_at(&value, "kind").empty()) {
    throw data_error(name + ": what the server sent is no object: it has no kind or no metadata");
  }
  return {.object = {.api_version = text_at(&value, "apiVersion"),
                     .kind = text_at(&value, "kind"),
                     .name_space = text_at(metadata, "namespace"),
                     .name = text_at(metadata, "name")},
          .uid = text_at(metadata, "uid"),
          .resource_version = text_at(metadata, "resourceVersion"),
          .being_deleted = at(metadata, "deletionTimestamp") != nullptr,
          .of = text_at(at(metadata, "annotations"), "kubectl-gpu/of"),
          .managers = managers_of(metadata),
          .tracker = tracker_of(metadata)};
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
