#include "saved_lines.hpp"

/// Karpenter's kinds and DRA's.
namespace kgpu::snapshot {
namespace {

void write_requirements(const List<Requirement>& requirements, const Redaction& names, JsonLine& line) {
  line.open_list("requirements");
  for (const Requirement& requirement : requirements) {
    line.open();
    line.text("key", requirement.key);
    line.text("operator", requirement.operation);
    line.open_list("values");
    for (const std::string_view value : requirement.values) {
      line.element(names.label(requirement.key, value));
    }
    line.close();
    line.close();
  }
  line.close();
}

/// A map of `{"value": QUANTITY}`.
void write_values(std::string_view key, const List<Pair>& pairs, JsonLine& line) {
  line.open(key);
  for (const Pair& pair : pairs) {
    line.open(pair.key);
    line.text_or_empty("value", pair.value);
    line.close();
  }
  line.close();
}

void write_counters(std::string_view key, std::string_view name, const List<CounterUse>& uses, JsonLine& line) {
  line.open_list(key);
  for (const CounterUse& use : uses) {
    line.open();
    line.text(name, use.set);
    write_values("counters", use.counters, line);
    line.close();
  }
  line.close();
}

void write_device(const Device& device, const Redaction& names, JsonLine& line) {
  line.open();
  line.text("name", device.name);
  line.text("nodeName", names.name(device.node));
  line.open("attributes");
  for (const Pair& attribute : device.attributes) {
    line.open(attribute.key);
    line.text_or_empty("string", names.attribute(attribute.key, attribute.value));
    line.close();
  }
  line.close();
  write_values("capacity", device.capacity, line);
  write_counters("consumesCounters", "counterSet", device.consumes, line);
  line.truth("allowMultipleAllocations", device.allows_multiple);
  line.close();
}

void write_allocation(const ResourceClaim& claim, const Redaction& names, JsonLine& line) {
  line.open("allocation");
  line.open("devices");
  line.open_list("results");
  for (const AllocatedDevice& device : claim.devices) {
    line.open();
    line.text("request", names.name(device.request));
    line.text("driver", device.driver);
    line.text("pool", names.name(device.pool));
    line.text("device", device.device);
    line.truth("adminAccess", device.admin_access);
    write_pairs("consumedCapacity", device.consumed_capacity, line);
    line.close();
  }
  line.close();
  line.close();
  line.close();
}

}  // namespace

void write_object(const NodePool& pool, const Redaction& names, JsonLine& line) {
  begin_object("karpenter.sh/v1", "NodePool", line);
  open_metadata(pool.object, "NodePool", names, line);
  line.close();
  line.open("spec");
  line.open("template");
  line.open("metadata");
  write_labels("labels", pool.labels, names, line);
  line.close();
  line.open("spec");
  write_requirements(pool.requirements, names, line);
  line.close();
  line.close();
  write_pairs("limits", pool.limits, line);
  line.close();
  line.open("status");
  write_pairs("resources", pool.used, line);
  write_ready(pool.ready, 0, line);
  line.close();
  line.close();
}

void write_object(const NodeClaim& claim, const Redaction& names, JsonLine& line) {
  begin_object("karpenter.sh/v1", "NodeClaim", line);
  open_metadata(claim.object, "NodeClaim", names, line);
  write_labels("labels", claim.labels, names, line);
  line.close();
  line.open("status");
  line.text("providerID", names.provider_id(claim.provider_id));
  line.text("nodeName", names.name(claim.node));
  write_resources("capacity", claim.capacity, line);
  line.close();
  line.close();
}

void write_object(const NodeOverlay& overlay, const Redaction& names, JsonLine& line) {
  begin_object("karpenter.sh/v1alpha1", "NodeOverlay", line);
  open_metadata(overlay.object, "NodeOverlay", names, line);
  line.close();
  line.open("spec");
  write_requirements(overlay.requirements, names, line);
  line.text("price", overlay.price);
  line.text("priceAdjustment", overlay.price_adjustment);
  line.number("weight", overlay.weight);
  line.close();
  line.open("status");
  write_ready(overlay.ready, 0, line);
  line.close();
  line.close();
}

void write_object(const ResourceClaim& claim, const Redaction& names, JsonLine& line) {
  begin_object("resource.k8s.io/v1", "ResourceClaim", line);
  open_metadata(claim.object, "ResourceClaim", names, line);
  line.close();
  line.open("status");
  write_allocation(claim, names, line);
  line.open_list("reservedFor");
  for (const std::string_view pod : claim.pods) {
    line.open();
    line.text("resource", "pods");
    line.text("name", names.name_once(pod));
    line.close();
  }
  line.close();
  line.close();
  line.close();
}

void write_object(const ResourceSlice& slice, const Redaction& names, JsonLine& line) {
  begin_object("resource.k8s.io/v1", "ResourceSlice", line);
  open_metadata(slice.object, "ResourceSlice", names, line);
  line.close();
  line.open("spec");
  line.text("driver", slice.driver);
  line.text("nodeName", names.name(slice.node));
  line.open("pool");
  line.text("name", names.name(slice.pool));
  line.number("generation", slice.generation);
  line.close();
  line.open_list("devices");
  for (const Device& device : slice.devices) {
    write_device(device, names, line);
  }
  line.close();
  write_counters("sharedCounters", "name", slice.counters, line);
  line.close();
  line.close();
}

}  // namespace kgpu::snapshot
