#include "object_set.hpp"

#include "kgpu/base/error.hpp"
#include "kgpu/kube/apply.hpp"

namespace kgpu::kube {
namespace {

/// The object as JSON; empty when there is none.
std::string read_object(const k8s::Resource& resource, const std::string& name_space,
                        const document::ObjectReference& object, Connection& connection) {
  try {
    return connection.request({.path = resource.path(name_space, object.name), .what = "get " + object.resource_name()})
        .body;
  } catch (const StatusError& error) {
    if (error.status().code == 404) {
      return {};
    }
    throw;
  }
}

}  // namespace

std::vector<Standing> survey(std::span<const document::Document> documents, ApplyContext& context) {
  const ObjectSet set = read_set(documents);
  std::vector<Standing> standings;
  for (const document::Document& document : documents) {
    Standing standing;
    const DefinedKind* const definition = set.definition_of(document.object);
    try {
      standing.resource = context.discovery.resource_of(document.object);
    } catch (const Error&) {
      if (definition == nullptr) {
        throw;
      }
      standing.awaits_set = true;  // its CRD is in the set
      standing.name_space = document.object.name_space;
      standings.push_back(std::move(standing));
      continue;
    }
    if (standing.resource->namespaced) {
      standing.name_space =
          document.object.name_space.empty() ? context.connection.access().name_space : document.object.name_space;
    }
    standing.live_json = read_object(*standing.resource, standing.name_space, document.object, context.connection);
    if (!standing.live_json.empty()) {
      standing.live = document::read_live_object(standing.live_json, document.object.resource_name());
    }
    standings.push_back(std::move(standing));
  }
  // A namespace of the set that is not there yet: nothing in it can be tried without storing it.
  for (std::size_t i = 0; i < documents.size(); ++i) {
    for (std::size_t j = 0; j < documents.size(); ++j) {
      const document::ObjectReference& other = documents[j].object;
      const bool missing = other.kind == "Namespace" && !standings[j].live;
      if (missing && !standings[i].name_space.empty() && other.name == standings[i].name_space) {
        standings[i].awaits_set = true;
      }
    }
  }
  return standings;
}

}  // namespace kgpu::kube
