#include "kgpu/base/error.hpp"
#include "kgpu/base/text.hpp"
#include "kgpu/document/json_text.hpp"
#include "kgpu/kube/discovery.hpp"

namespace kgpu::kube {
namespace {

using document::items_at;
using document::text_at;

constexpr const char* k_name = "the server's list of kinds";

bool is_true(const output::Json& value, document::Path path) {
  const output::Json* const found = document::value_at(value, path);
  return found != nullptr && *found == output::Json(true);
}

}  // namespace

std::vector<ServedResource> read_aggregated_discovery(std::string_view json) {
  const output::Json list = document::read_json(json, k_name);
  if (text_at(list, {"kind"}) != "APIGroupDiscoveryList") {
    throw data_error(std::string(k_name) + " is no APIGroupDiscoveryList");
  }
  std::vector<ServedResource> served;
  for (const output::Json& group : items_at(list, {"items"})) {
    for (const output::Json& version : items_at(group, {"versions"})) {
      const bool stale = text_at(version, {"freshness"}) == "Stale";
      for (const output::Json& resource : items_at(version, {"resources"})) {
        // `responseKind` may leave out what it shares with the group and version around it.
        const std::string kind = text_at(resource, {"responseKind", "kind"});
        const std::string plural = text_at(resource, {"resource"});
        if (kind.empty() || plural.empty()) {
          continue;
        }
        served.push_back({.resource = {.group = text_at(group, {"metadata", "name"}),
                                       .version = text_at(version, {"version"}),
                                       .plural = plural,
                                       .kind = kind,
                                       .namespaced = text_at(resource, {"scope"}) == "Namespaced"},
                          .stale = stale});
      }
    }
  }
  return served;
}

std::vector<ServedResource> read_resource_list(std::string_view json) {
  const output::Json list = document::read_json(json, k_name);
  if (text_at(list, {"kind"}) != "APIResourceList") {
    throw data_error(std::string(k_name) + " is no APIResourceList");
  }
  const std::string group_version = text_at(list, {"groupVersion"});
  const auto slash = group_version.find('/');
  std::vector<ServedResource> served;
  for (const output::Json& resource : items_at(list, {"resources"})) {
    const std::string plural = text_at(resource, {"name"});
    if (plural.empty() || plural.find('/') != std::string::npos) {
      continue;  // a subresource
    }
    served.push_back(
        {.resource = {.group = slash == std::string::npos ? std::string() : group_version.substr(0, slash),
                      .version = slash == std::string::npos ? group_version : group_version.substr(slash + 1),
                      .plural = plural,
                      .kind = text_at(resource, {"kind"}),
                      .namespaced = is_true(resource, {"namespaced"})}});
  }
  return served;
}

}  // namespace kgpu::kube
