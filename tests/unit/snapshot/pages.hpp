#pragma once

#include "vectors.hpp"

#include "kgpu/snapshot/list_page.hpp"

#include <array>
#include <cstddef>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace kgpu::testing {

inline std::string from_base64(std::string_view text) {
  constexpr std::string_view k_digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string bytes;
  unsigned bits = 0;
  unsigned count = 0;
  for (const char digit : text) {
    const auto value = k_digits.find(digit);
    if (value == std::string_view::npos) {
      break;  // `=` at the end
    }
    bits = (bits << 6U) | static_cast<unsigned>(value);
    count += 6;
    if (count >= 8) {
      count -= 8;
      bytes += static_cast<char>((bits >> count) & 0xffU);
    }
  }
  return bytes;
}

/// A list in both encodings.
struct Vector {
  snapshot::ListKind kind;
  std::string json;
  std::string protobuf;
};

inline std::vector<Vector> all_vectors() {
  using snapshot::Kind;
  const auto vector = [](Kind kind, const char* api_version, const char* object_kind, bool metadata_only,
                         std::string_view json, std::string_view protobuf) {
    return Vector{{kind, api_version, object_kind, metadata_only}, std::string(json), from_base64(protobuf)};
  };
  return {vector(Kind::pod, "v1", "Pod", false, k_pods_json, k_pods_protobuf),
          vector(Kind::node, "v1", "Node", false, k_nodes_json, k_nodes_protobuf),
          vector(Kind::name_space, "v1", "Namespace", false, k_namespaces_json, k_namespaces_protobuf),
          vector(Kind::controller, "apps/v1", "ReplicaSet", true, k_replicasets_json, k_replicasets_protobuf),
          vector(Kind::resource_claim, "resource.k8s.io/v1", "ResourceClaim", false, k_claims_json, k_claims_protobuf),
          vector(Kind::resource_slice, "resource.k8s.io/v1", "ResourceSlice", false, k_slices_json, k_slices_protobuf)};
}

inline bool equal(const snapshot::Records& a, const snapshot::Records& b) {
  return a.pods == b.pods && a.nodes == b.nodes && a.namespaces == b.namespaces && a.controllers == b.controllers &&
         a.node_pools == b.node_pools && a.node_claims == b.node_claims && a.claims == b.claims && a.slices == b.slices;
}

}  // namespace kgpu::testing
