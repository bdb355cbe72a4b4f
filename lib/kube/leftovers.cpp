#include "kgpu/document/json_text.hpp"
#include "kgpu/kube/apply.hpp"

#include <algorithm>
#include <set>

namespace kgpu::kube {
namespace {

/// What a kind and a place are listed by.
struct Place {
  k8s::Resource resource;
  std::string name_space;
};

std::vector<Place> places_of(std::span<const Standing> standings) {
  std::vector<Place> places;
  for (const Standing& standing : standings) {
    const bool known = !standing.resource || std::ranges::any_of(places, [&](const Place& place) {
      return place.resource == *standing.resource && place.name_space == standing.name_space;
    });
    if (!known) {
      places.push_back({.resource = *standing.resource, .name_space = standing.name_space});
    }
  }
  return places;
}

bool is_rendered(const document::LiveObject& object, std::span<const document::Document> documents) {
  return std::ranges::any_of(documents, [&](const document::Document& document) {
    return document.object.kind == object.object.kind && document.object.name == object.object.name;
  });
}

}  // namespace

std::vector<document::LiveObject> leftovers(std::span<const document::Document> documents,
                                            std::span<const Standing> standings, ApplyContext& context) {
  std::set<std::string> ours;
  for (const document::Document& document : documents) {
    const output::Json object = document::yaml_to_json(document.yaml, document.object.resource_name());
    if (std::string of = document::text_at(object, {"metadata", "annotations", "kubectl-gpu/of"}); !of.empty()) {
      ours.insert(std::move(of));
    }
  }
  std::vector<document::LiveObject> left;
  if (ours.empty()) {
    return left;
  }
  for (const Place& place : places_of(standings)) {
    const ApiReply reply =
        context.connection.request({.path = place.resource.path(place.name_space),
                                    .query = {{"labelSelector", "app.kubernetes.io/managed-by=kubectl-gpu"}},
                                    .what = "list " + place.resource.qualified()});
    const output::Json list = document::read_json(reply.body, "the list of " + place.resource.qualified());
    for (const output::Json& item : document::items_at(list, {"items"})) {
      document::LiveObject object;
      // Items of a list carry no kind of their own where they are built in.
      object.object = {.api_version = place.resource.api_version(),
                       .kind = place.resource.kind,
                       .name_space = document::text_at(item, {"metadata", "namespace"}),
                       .name = document::text_at(item, {"metadata", "name"})};
      object.of = document::text_at(item, {"metadata", "annotations", "kubectl-gpu/of"});
      if (ours.contains(object.of) && !is_rendered(object, documents)) {
        left.push_back(std::move(object));
      }
    }
  }
  return left;
}

}  // namespace kgpu::kube
