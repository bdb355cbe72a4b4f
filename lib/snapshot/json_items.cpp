#include "kgpu/snapshot/json_items.hpp"

#include "json_fields.hpp"
#include "saved_reader.hpp"

#include "kgpu/base/text.hpp"

#include <utility>

namespace kgpu::snapshot {

struct JsonItems::Parts {
  explicit Parts(Texts& texts) : keeper(texts) {}

  simdjson::dom::parser parser;
  std::string padded;
  Numbers numbers;
  Keeper keeper;
  PodDraft pod;
  NodeDraft node;
  ObjectDraft object;
  KarpenterDraft karpenter;
  ClaimDraft claim;
  SliceDraft slice;

  Element parse(std::string_view text) {
    if (text.size() > k_most_item_bytes) {
      throw data_error("an object larger than 4 MiB");
    }
    // simdjson reads beyond the end: the bytes stand in a buffer with room for that.
    padded.reserve(text.size() + simdjson::SIMDJSON_PADDING);
    padded.assign(text);
    Element root;
    const auto problem = parser.parse(padded.data(), padded.size(), false).get(root);
    if (problem != simdjson::SUCCESS) {
      throw data_error("not JSON: " + to_lower(simdjson::error_message(problem)));
    }
    return root;
  }

  void read(Kind kind, std::string_view api_version, std::string_view object_kind, const Element& item, Records& into);
};

namespace {

void read_metadata(const Element& item, ObjectDraft& into) {
  each_member(item, "object", [&](std::string_view key, const Element& value) {
    if (key == "metadata") {
      read_object(value, into);
    }
  });
}

}  // namespace

void JsonItems::Parts::read(Kind kind, std::string_view api_version, std::string_view object_kind, const Element& item,
                            Records& into) {
  numbers.clear();
  switch (kind) {
    case Kind::pod:
      pod.clear();
      read_pod(item, pod, numbers);
      into.pods.push_back(keeper.pod(pod));
      return;
    case Kind::node:
      node.clear();
      read_node(item, node, numbers);
      into.nodes.push_back(keeper.node(node));
      return;
    case Kind::name_space:
      object.clear();
      read_metadata(item, object);
      into.namespaces.push_back(keeper.name_space(object));
      return;
    case Kind::controller:
      object.clear();
      read_metadata(item, object);
      into.controllers.push_back(keeper.controller(api_version, object_kind, object));
      return;
    case Kind::node_pool:
    case Kind::node_claim:
    case Kind::node_overlay:
      karpenter.clear();
      read_karpenter(item, karpenter, numbers);
      if (kind == Kind::node_pool) {
        into.node_pools.push_back(keeper.node_pool(karpenter));
      } else if (kind == Kind::node_claim) {
        into.node_claims.push_back(keeper.node_claim(karpenter));
      } else {
        into.node_overlays.push_back(keeper.node_overlay(karpenter));
      }
      return;
    case Kind::resource_claim:
      claim.clear();
      read_claim(item, claim, numbers);
      into.claims.push_back(keeper.claim(claim));
      return;
    case Kind::resource_slice:
      slice.clear();
      read_slice(item, slice, numbers);
      into.slices.push_back(keeper.slice(slice));
      return;
  }
}

JsonItems::JsonItems(Texts& texts) : parts_(std::make_unique<Parts>(texts)) {}
JsonItems::~JsonItems() = default;

void JsonItems::read(Kind kind, std::string_view api_version, std::string_view object_kind, std::string_view item,
                     Records& into) {
  parts_->read(kind, api_version, object_kind, parts_->parse(item), into);
}

std::optional<Kind> JsonItems::read_any(std::string_view item, const ListHead& list, Records& into) {
  const Element root = parts_->parse(item);
  std::string_view api_version;
  std::string_view kind;
  each_member(root, "object", [&](std::string_view key, const Element& value) {
    if (key == "kind") {
      kind = text(value, key);
    } else if (key == "apiVersion") {
      api_version = text(value, key);
    }
  });
  if (kind.empty() && list.kind.ends_with("List") && list.kind.size() > 4) {
    api_version = list.api_version;
    kind = std::string_view(list.kind).substr(0, list.kind.size() - 4);
  }
  if (kind.empty()) {
    throw data_error("an object without 'kind'");
  }
  const auto known = kind_of(api_version, kind);
  if (known) {
    parts_->read(*known, api_version, kind, root, into);
  }
  return known;
}

ListHead JsonItems::head(std::string_view text_of_head) {
  ListHead head;
  each_member(parts_->parse(text_of_head), "list", [&](std::string_view key, const Element& value) {
    if (key == "apiVersion") {
      head.api_version = text(value, key);
    } else if (key == "kind") {
      head.kind = text(value, key);
    } else if (key == k_snapshot_mark) {
      head.begins_snapshot_file = true;
    } else if (key == "metadata") {
      head.has_metadata = true;
      each_member(value, key, [&](std::string_view inner, const Element& field) {
        if (inner == "continue") {
          head.continue_token = text(field, inner);
        } else if (inner == "resourceVersion") {
          head.resource_version = text(field, inner);
        }
      });
    }
  });
  return head;
}

}  // namespace kgpu::snapshot
