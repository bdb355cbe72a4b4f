#include "kgpu/kube/discovery.hpp"

#include "kgpu/base/error.hpp"
#include "kgpu/base/text.hpp"
#include "kgpu/document/json_text.hpp"

#include <algorithm>

namespace kgpu::kube {
namespace {

constexpr const char* k_accept =
    "application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList,"
    "application/json;g=apidiscovery.k8s.io;v=v2beta1;as=APIGroupDiscoveryList,application/json";

/// The API server itself knows these without asking anybody, in every version that is supported.
const k8s::Resource* built_in(const document::ObjectReference& object) {
  const bool is_core = object.api_version == "v1";
  return is_core ? k8s::find_resource(object.api_version, object.kind) : nullptr;
}

std::string group_of(const std::string& api_version) {
  const auto slash = api_version.find('/');
  return slash == std::string::npos ? std::string() : api_version.substr(0, slash);
}

}  // namespace

ApiRequest Discovery::groups_request() {
  return {.path = "/apis", .accept = k_accept, .what = "read the list of APIs"};
}

void Discovery::load_groups() {
  if (!groups_loaded_) {
    take_groups(connection_.request(groups_request()));
  }
}

void Discovery::take_groups(const ApiReply& reply) {
  const output::Json list = document::read_json(reply.body, "the server's list of APIs");
  is_aggregated_ = document::text_at(list, {"kind"}) == "APIGroupDiscoveryList";
  if (is_aggregated_) {
    served_ = read_aggregated_discovery(reply.body);
  } else {
    for (const output::Json& group : document::items_at(list, {"groups"})) {
      for (const output::Json& version : document::items_at(group, {"versions"})) {
        legacy_group_versions_.insert(document::text_at(version, {"groupVersion"}));
      }
    }
  }
  groups_loaded_ = true;
}

void Discovery::load_legacy(const std::string& group_version) {
  const bool is_core = group_version.find('/') == std::string::npos;
  if ((!is_core && (is_aggregated_ || !legacy_group_versions_.contains(group_version))) ||
      !legacy_loaded_.insert(group_version).second) {
    return;
  }
  try {
    const ApiReply reply = connection_.request(
        {.path = (is_core ? "/api/" : "/apis/") + group_version, .what = "read the kinds of " + group_version});
    std::ranges::move(read_resource_list(reply.body), std::back_inserter(served_));
  } catch (const StatusError& error) {
    if (error.status().code != 404) {  // 404: the group is not served, which is an answer
      throw;
    }
  }
}

const k8s::Resource* Discovery::find(const document::ObjectReference& object) const {
  const auto found = std::ranges::find_if(served_, [&](const ServedResource& one) {
    return one.resource.kind == object.kind && one.resource.api_version() == object.api_version;
  });
  return found == served_.end() ? nullptr : &found->resource;
}

k8s::Resource Discovery::resource_of(const document::ObjectReference& object) {
  if (const k8s::Resource* const resource = built_in(object)) {
    return *resource;
  }
  const std::string group = group_of(object.api_version);
  if (!group.empty()) {
    load_groups();
  }
  load_legacy(object.api_version);
  if (const k8s::Resource* const resource = find(object)) {
    return *resource;
  }
  const auto versions = versions_of(group, object.kind);
  std::string hint;
  if (!versions.empty()) {
    hint = "the server has " + object.kind + " in " + join(versions, ", ");
  } else if (const auto component = k8s::component_of(group); !component.empty()) {
    hint = object.kind + " comes with " + std::string(component) + ": install it first";
  } else {
    hint = "install the CRD of " + object.kind + " first";
  }
  throw Error(ErrorKind::io, "this cluster has no kind " + in_quotes(object.kind) + " in " + object.api_version, hint);
}

std::vector<std::string> Discovery::versions_of(std::string_view group, std::string_view kind) {
  if (!group.empty()) {
    load_groups();
    for (const std::string& group_version : std::set<std::string>(legacy_group_versions_)) {
      if (group_of(group_version) == group) {
        load_legacy(group_version);
      }
    }
  }
  std::vector<std::string> versions;
  for (const ServedResource& one : served_) {
    if (one.resource.group == group && one.resource.kind == kind) {
      versions.push_back(one.resource.api_version());
    }
  }
  return versions;
}

void Discovery::forget() {
  groups_loaded_ = false;
  is_aggregated_ = false;
  legacy_group_versions_.clear();
  legacy_loaded_.clear();
  served_.clear();
}

}  // namespace kgpu::kube
