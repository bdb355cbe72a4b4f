#pragma once

#include "kgpu/inventory/inventory.hpp"
#include "kgpu/snapshot/dump.hpp"

#include <string>
#include <vector>

namespace kgpu::testing {

/// A node in a few words, as kubectl prints it.
struct NodeText {
  std::string name;
  std::string type = {};
  std::string labels = {};    ///< `"k": "v", …`
  std::string capacity = {};  ///< `"nvidia.com/gpu": "4"`
  std::string spec = {};      ///< further members of spec
  std::string provider = "aws:///us-east-1a/i-";
  std::string ready = "True";
  std::string created = "2026-07-01T00:00:00Z";
  std::string allocatable = {};  ///< empty: as capacity
  std::string annotations = {};

  [[nodiscard]] std::string json() const {
    const std::string all = R"("cpu":"64","memory":"256Gi","pods":"110")" + (capacity.empty() ? "" : "," + capacity);
    const std::string free = R"("cpu":"64","memory":"256Gi","pods":"110")" +
                             (allocatable.empty() ? (capacity.empty() ? "" : "," + capacity) : "," + allocatable);
    return R"({"apiVersion":"v1","kind":"Node","metadata":{"name":")" + name + R"(","creationTimestamp":")" + created +
           R"(","annotations":{)" + annotations + R"(},"labels":{"topology.kubernetes.io/zone":"us-east-1a")" +
           (type.empty() ? "" : R"(,"node.kubernetes.io/instance-type":")" + type + "\"") +
           (labels.empty() ? "" : "," + labels) + R"(}},"spec":{"providerID":")" +
           (provider.empty() ? "" : provider + name) + "\"" + (spec.empty() ? "" : "," + spec) +
           R"(},"status":{"capacity":{)" + all + R"(},"allocatable":{)" + free +
           R"(},"conditions":[{"type":"Ready","status":")" + ready +
           R"(","lastHeartbeatTime":"2026-08-01T00:00:00Z"}]}})";
  }
};

inline std::string pod_json(const std::string& name, const std::string& node, const std::string& limits,
                            const std::string& metadata = {}, const std::string& phase = "Running",
                            const std::string& spec = {}) {
  return R"({"apiVersion":"v1","kind":"Pod","metadata":{"name":")" + name + R"(","namespace":"ml")" +
         (metadata.empty() ? "" : "," + metadata) + R"(},"spec":{"nodeName":")" + node +
         R"(","containers":[{"name":"c","resources":{"limits":{)" + limits + "}}}]" + (spec.empty() ? "" : "," + spec) +
         R"(},"status":{"phase":")" + phase + "\"}}";
}

/// Keeps the snapshot that the inventory points into.
struct Counted {
  snapshot::Snapshot snapshot;
  inventory::Inventory inventory;
};

inline Counted count(const std::vector<std::string>& objects) {
  Counted counted;
  counted.snapshot.name = "test";
  snapshot::DumpReader reader(counted.snapshot, "test");
  for (const std::string& object : objects) {
    reader.bytes(object + "\n");
  }
  reader.end();
  counted.snapshot.settle();
  counted.inventory = inventory::take_inventory(counted.snapshot, catalog::Catalog::built_in());
  return counted;
}

}  // namespace kgpu::testing
