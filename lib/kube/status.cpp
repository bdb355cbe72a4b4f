#include "kgpu/kube/status.hpp"

#include "server_text.hpp"
#include "status_readers.hpp"

#include "kgpu/base/text.hpp"

#include <algorithm>
#include <vector>

namespace kgpu::kube {
namespace {

constexpr std::string_view k_undeclared = ": field not declared in schema";
constexpr int k_unauthorized = 401;
constexpr int k_server_error = 500;

/// `.spec.foo` of `…: .spec.foo: field not declared in schema`, each of them once.
std::vector<std::string> undeclared_fields(std::string_view message) {
  std::vector<std::string> fields;
  for (std::size_t at = message.find(k_undeclared); at != std::string_view::npos;
       at = message.find(k_undeclared, at + 1)) {
    const std::size_t before = message.find_last_of(" :", at == 0 ? 0 : at - 1);
    std::string_view field = message.substr(before == std::string_view::npos ? 0 : before + 1);
    field = field.substr(0, field.find(k_undeclared));
    if (field.starts_with('.')) {
      field.remove_prefix(1);
    }
    if (!field.empty() && std::ranges::find(fields, field) == fields.end()) {
      fields.emplace_back(field);
    }
  }
  return fields;
}

/// `nodepool/gpu` of `failed to create typed patch object (/gpu; karpenter.sh/v1, Kind=NodePool): …`.
std::string patched_object(std::string_view message) {
  const std::size_t open = message.find('(');
  const std::size_t semicolon = message.find(';', open);
  const std::size_t kind = message.find("Kind=", semicolon);
  const std::size_t close = message.find(')', kind);
  if (open == std::string_view::npos || semicolon == std::string_view::npos || kind == std::string_view::npos ||
      close == std::string_view::npos) {
    return "the object";
  }
  std::string_view name = message.substr(open + 1, semicolon - open - 1);
  name = name.substr(name.rfind('/') == std::string_view::npos ? 0 : name.rfind('/') + 1);
  return to_lower(message.substr(kind + 5, close - kind - 5)) + "/" + std::string(name);
}

std::string invalid_sentence(const Status& status) {
  std::string text = "the " + status.kind + " \"" + status.name + "\" is invalid";
  std::string_view separator = ": ";
  for (const Status::Cause& cause : status.causes) {
    text += std::string(separator) + (cause.field.empty() ? "" : cause.field + ": ") + cause.message;
    separator = "; ";
  }
  return text;
}

bool is_apply_conflict(const Status& status) {
  return std::ranges::any_of(status.causes, [](const auto& cause) { return cause.reason == "FieldManagerConflict"; });
}

}  // namespace

std::optional<Status> read_status(std::string_view content_type, std::string_view body) {
  const std::string type = media_type(content_type);
  if (type == "application/vnd.kubernetes.protobuf") {
    return read_protobuf_status(body);
  }
  if (type == "application/json" || type.ends_with("+json")) {
    return read_json_status(body);
  }
  return std::nullopt;
}

std::string sentence(const Status& status) {
  if (status.code == k_unauthorized) {
    return "you must be logged in to the server (" + status.message + ")";
  }
  if (status.reason == "Invalid" && !status.causes.empty() && !status.name.empty()) {
    return invalid_sentence(status);
  }
  if (status.reason == "Conflict" && is_apply_conflict(status)) {
    return status.message.starts_with("Apply") ? "apply" + status.message.substr(5) : status.message;
  }
  // Server-side apply answers 500 without a reason for fields that the schema lacks (kubernetes-client 11.11).
  if (status.code == k_server_error && status.reason.empty()) {
    std::string text;
    for (const std::string& field : undeclared_fields(status.message)) {
      text += (text.empty() ? patched_object(status.message) + ": unknown field " : ", ") + field;
    }
    if (!text.empty()) {
      return text;
    }
  }
  if (status.reason.empty()) {
    return "error from server: " + status.message;
  }
  return "error from server (" + status.reason + "): " + status.message;
}

}  // namespace kgpu::kube
