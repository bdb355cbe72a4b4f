#include "apply_request.hpp"

#include "kgpu/base/text.hpp"

#include <algorithm>
#include <map>

namespace kgpu::kube {
namespace {

/// The manager that a conflict's cause names: `conflict with "argocd" using v1`, or without the version where it
/// applied.
std::string manager_of(const Status::Cause& cause) {
  const auto begin = cause.message.find('"');
  const auto end = begin == std::string::npos ? begin : cause.message.find('"', begin + 1);
  return end == std::string::npos ? "another manager" : cause.message.substr(begin + 1, end - begin - 1);
}

bool is_conflict(const Status& status) {
  return std::ranges::any_of(status.causes,
                             [](const Status::Cause& cause) { return cause.reason == "FieldManagerConflict"; });
}

Refusal explain_conflict(const Status& status, const std::string& name) {
  std::map<std::string, std::vector<std::string>> fields;
  for (const Status::Cause& cause : status.causes) {
    fields[manager_of(cause)].push_back(cause.field);
  }
  std::string owners;
  for (const auto& [manager, owned] : fields) {
    owners += (owners.empty() ? "" : "; ") + in_quotes(manager) + " owns " + join(owned, ", ");
  }
  return {.message = name + ": nothing was changed: " + owners,
          .hint = "change it where " + in_quotes(fields.begin()->first) +
                  " takes it from, or take the fields over with --force-conflicts"};
}

/// `.spec.foo` of `.spec.foo: field not declared in schema`; empty when the message is about something else.
std::string undeclared_field(const std::string& message) {
  const auto end = message.find(": field not declared in schema");
  if (end == std::string::npos) {
    return {};
  }
  const auto begin = message.find_last_of(" \t", end);
  std::string field = message.substr(begin == std::string::npos ? 0 : begin + 1, end - begin - 1);
  field.erase(0, field.starts_with('.') ? 1 : 0);
  return field;
}

}  // namespace

ApiRequest apply_request(const document::Document& document, const k8s::Resource& resource,
                         const std::string& name_space, const ApplyContext& context, bool dry_run) {
  ApiRequest request{.method = http::Method::patch,
                     .path = resource.path(name_space, document.object.name),
                     .query = {{"fieldManager", context.field_manager},
                               {"fieldValidation", "Strict"},
                               {"force", context.force_conflicts ? "true" : "false"}},
                     .content_type = "application/apply-patch+yaml",
                     .body = document.yaml,
                     .what = "apply " + document.object.resource_name()};
  if (dry_run) {
    request.query.emplace_back("dryRun", "All");
  }
  return request;
}

Refusal explain_refusal(const StatusError& error, const document::ObjectReference& object) {
  const Status& status = error.status();
  const std::string name = object.resource_name();
  if (is_conflict(status)) {
    return explain_conflict(status, name);
  }
  if (const std::string field = undeclared_field(status.message); !field.empty()) {
    return {.message = name + ": unknown field " + field,
            .hint = "the CRD on the server may be older than the manifest"};
  }
  if (status.code == 415) {
    return {.message = name + ": this server has no server-side apply (" + status.message + ")",
            .hint = "Kubernetes 1.22 and later have it"};
  }
  return {.message = name + ": " + error.what(), .hint = error.hint()};
}

}  // namespace kgpu::kube
