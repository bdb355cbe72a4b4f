#include "kgpu/commands/live_manifests.hpp"

#include "kgpu/base/text.hpp"
#include "kgpu/document/live_object.hpp"
#include "kgpu/kube/discovery.hpp"
#include "kgpu/kube/objects.hpp"

#include <algorithm>

namespace kgpu::commands {
namespace {

using document::FieldManager;
using document::LiveObject;
using output::Json;

/// Karpenter names itself so where it writes hashes and versions of its own.
constexpr std::string_view k_karpenter = "karpenter";

/// A kind that the server has in the version that is asked for.
struct Served {
  k8s::Resource resource;
  std::vector<std::string> versions;  ///< of the kind, all
};

bool is_by_a_user(const FieldManager& entry) {
  return entry.subresource.empty() && entry.manager != k_karpenter;
}

/// The version that users wrote an object in, where it is not `old`; empty when it is, or when nobody is on record.
std::string written_in(const LiveObject& object, const std::string& old) {
  std::string newer;
  for (const FieldManager& entry : object.managers) {
    if (is_by_a_user(entry) && entry.api_version == old) {
      return {};
    }
    newer = is_by_a_user(entry) ? entry.api_version : newer;
  }
  return newer;
}

std::string words_for(const document::ObjectReference& kind) {
  return kind.kind + " of " + kind.api_version;
}

void add(std::vector<Json> objects, const Served& served, LiveManifests& live) {
  const std::string api_version = served.resource.api_version();
  bool any = false;
  for (Json& json : objects) {
    json.set("apiVersion", api_version).set("kind", served.resource.kind);
    const LiveObject object = document::live_object_of(json);
    const std::string newer = served.versions.size() > 1 ? written_in(object, api_version) : "";
    if (newer.empty()) {
      live.manifests.push_back({std::move(json), api_version});
      any = true;
    } else {
      live.written_newer.push_back(to_lower(served.resource.kind) + "/" + printable(object.object.name) + " (" +
                                   printable(newer) + ")");
    }
  }
  if (!any) {
    live.none_of.push_back(words_for({api_version, served.resource.kind, "", ""}));
  }
}

}  // namespace

LiveManifests read_live_manifests(std::span<const document::ObjectReference> kinds, kube::Connection& connection) {
  kube::Discovery discovery(connection);
  LiveManifests live;
  std::vector<Served> served;
  std::vector<k8s::Resource> resources;
  for (const document::ObjectReference& kind : kinds) {
    const std::string group = kind.api_version.substr(0, kind.api_version.find('/'));
    std::vector<std::string> versions = discovery.versions_of(group, kind.kind);
    if (std::ranges::find(versions, kind.api_version) == versions.end()) {
      live.not_served.push_back(words_for(kind));
    } else {
      served.push_back({discovery.resource_of(kind), std::move(versions)});
      resources.push_back(served.back().resource);
    }
  }
  if (resources.empty()) {
    return live;
  }
  auto objects = kube::read_objects(connection, resources);
  for (std::size_t i = 0; i < served.size(); ++i) {
    add(std::move(objects[i]), served[i], live);
  }
  return live;
}

}  // namespace kgpu::commands
