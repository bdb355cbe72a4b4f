#include "server_text.hpp"
#include "status_readers.hpp"

#include <simdjson.h>

#include <limits>

namespace kgpu::kube {
namespace {

using simdjson::dom::element;
using simdjson::dom::object;

std::string text_of(const object& from, std::string_view key) {
  std::string_view text;
  return from[key].get(text) == simdjson::SUCCESS ? neutralised(text) : std::string{};
}

std::optional<std::int64_t> number_of(const object& from, std::string_view key) {
  std::int64_t number = 0;
  return from[key].get(number) == simdjson::SUCCESS ? std::optional(number) : std::nullopt;
}

void read_details(const object& details, Status& status) {
  status.name = text_of(details, "name");
  status.group = text_of(details, "group");
  status.kind = text_of(details, "kind");
  status.retry_after_seconds = number_of(details, "retryAfterSeconds");
  simdjson::dom::array causes;
  if (details["causes"].get(causes) != simdjson::SUCCESS) {
    return;
  }
  for (const element item : causes) {
    object cause;
    if (item.get(cause) == simdjson::SUCCESS) {
      status.causes.push_back({text_of(cause, "reason"), text_of(cause, "message"), text_of(cause, "field")});
    }
  }
}

}  // namespace

std::optional<Status> read_json_status(std::string_view body) {
  simdjson::dom::parser parser;
  object root;
  if (parser.parse(body.data(), body.size()).get(root) != simdjson::SUCCESS) {
    return std::nullopt;
  }
  std::string_view kind;
  std::string_view outcome;
  if (root["kind"].get(kind) != simdjson::SUCCESS || kind != "Status" ||
      root["status"].get(outcome) != simdjson::SUCCESS || outcome != "Failure") {
    return std::nullopt;
  }
  Status status;
  const std::int64_t code = number_of(root, "code").value_or(0);
  status.code = code >= 0 && code <= std::numeric_limits<int>::max() ? static_cast<int>(code) : 0;
  status.reason = text_of(root, "reason");
  status.message = text_of(root, "message");
  object part;
  if (root["details"].get(part) == simdjson::SUCCESS) {
    read_details(part, status);
  }
  std::string_view token;
  if (root["metadata"].get(part) == simdjson::SUCCESS && part["continue"].get(token) == simdjson::SUCCESS) {
    status.continue_token = token;
  }
  return status;
}

}  // namespace kgpu::kube
