#include "saved_lines.hpp"

#include <algorithm>
#include <chrono>
#include <string>

namespace kgpu::snapshot {
namespace {

std::string_view word_of(Phase phase) {
  switch (phase) {
    case Phase::pending:
      return "Pending";
    case Phase::running:
      return "Running";
    case Phase::succeeded:
      return "Succeeded";
    case Phase::failed:
      return "Failed";
    case Phase::unknown:
      break;
  }
  return {};
}

std::string digits(std::int64_t number, std::size_t width) {
  const std::string text = std::to_string(number);
  return std::string(width - std::min(width, text.size()), '0') + text;
}

void write_taints(const List<Taint>& taints, const Redaction& names, JsonLine& line) {
  line.open_list("taints");
  for (const Taint& taint : taints) {
    line.open();
    line.text("key", taint.key);
    line.text("value", names.taint(taint.key, taint.value));
    line.text("effect", taint.effect);
    line.close();
  }
  line.close();
}

void write_annotations(const List<Pair>& annotations, bool mirror, const Redaction& names, JsonLine& line) {
  line.open("annotations");
  if (mirror) {
    line.text_or_empty("kubernetes.io/config.mirror", "");
  }
  for (const Pair& pair : annotations) {
    line.text_or_empty(pair.key, names.annotation(pair.key, pair.value));
  }
  line.close();
}

void write_pod_spec(const Pod& pod, const Redaction& names, JsonLine& line) {
  line.open("spec");
  line.text("nodeName", names.name(pod.node));
  if (pod.demand != nullptr) {
    line.text("schedulerName", pod.demand->scheduler_name);
  }
  line.open_list("containers");
  if (pod.cpu_millis != 0 || pod.memory_bytes != 0 || pod.demand != nullptr) {
    Resources all;
    all.cpu_millis = pod.cpu_millis;
    all.memory_bytes = pod.memory_bytes;
    all.devices = pod.demand == nullptr ? List<Amount>() : pod.demand->devices;
    line.open();
    line.open("resources");
    write_resources("requests", all, line);
    line.close();
    line.close();
  }
  line.close();
  line.open_list("resourceClaims");
  if (pod.demand != nullptr) {
    for (const ClaimUse& use : pod.demand->claims) {
      line.open();
      line.text("name", names.name(use.name));
      line.text("resourceClaimName", names.name(use.claim));
      line.close();
    }
  }
  line.close();
  line.close();
}

void write_pod_status(const Pod& pod, const Redaction& names, JsonLine& line) {
  line.open("status");
  line.text("phase", word_of(pod.phase));
  if (pod.demand != nullptr) {
    if (!pod.demand->waits_for.empty()) {
      line.open_list("conditions");
      line.open();
      line.text("type", "PodScheduled");
      line.text("status", "False");
      line.text("message", names.sentence(pod.demand->waits_for));
      line.close();
      line.close();
    }
    line.open("extendedResourceClaimStatus");
    line.text("resourceClaimName", names.name(pod.demand->extended_claim));
    line.close();
  }
  line.close();
}

}  // namespace

std::string rfc3339(std::int64_t seconds) {
  constexpr std::int64_t k_year_0 = -62'167'219'200;
  constexpr std::int64_t k_year_10000 = 253'402'300'800;
  if (seconds == 0 || seconds < k_year_0 || seconds >= k_year_10000) {
    return {};
  }
  const std::chrono::sys_seconds time{std::chrono::seconds(seconds)};
  const auto day = std::chrono::floor<std::chrono::days>(time);
  const std::chrono::year_month_day date(day);
  const std::chrono::hh_mm_ss clock(time - day);
  return digits(static_cast<int>(date.year()), 4) + "-" + digits(static_cast<unsigned>(date.month()), 2) + "-" +
         digits(static_cast<unsigned>(date.day()), 2) + "T" + digits(clock.hours().count(), 2) + ":" +
         digits(clock.minutes().count(), 2) + ":" + digits(clock.seconds().count(), 2) + "Z";
}

void begin_object(std::string_view api_version, std::string_view kind, JsonLine& line) {
  line.open();
  line.text("apiVersion", api_version);
  line.text("kind", kind);
}

void open_metadata(const Object& object, std::string_view kind, const Redaction& names, JsonLine& line) {
  line.open("metadata");
  line.text("name", names.name_of(kind, object.name));
  line.text("namespace", names.name(object.name_space));
  line.text("resourceVersion", object.resource_version == 0 ? "" : std::to_string(object.resource_version));
  line.text("creationTimestamp", rfc3339(object.created));
  if (object.deleting) {
    line.text_or_empty("deletionTimestamp", "");  // since when, no rule asks
  }
}

void write_owner(const Owner& owner, const Redaction& names, JsonLine& line) {
  if (owner == Owner()) {
    return;
  }
  line.open_list("ownerReferences");
  line.open();
  line.text("kind", owner.kind);
  line.text("name", names.name_of(owner.kind, owner.name));
  line.truth("controller", true);
  line.close();
  line.close();
}

void write_labels(std::string_view key, const List<Pair>& labels, const Redaction& names, JsonLine& line) {
  line.open(key);
  for (const Pair& label : labels) {
    line.text_or_empty(label.key, names.label(label.key, label.value));
  }
  line.close();
}

void write_pairs(std::string_view key, const List<Pair>& pairs, JsonLine& line) {
  line.open(key);
  for (const Pair& pair : pairs) {
    line.text_or_empty(pair.key, pair.value);
  }
  line.close();
}

void write_resources(std::string_view key, const Resources& resources, JsonLine& line) {
  line.open(key);
  line.text("cpu", resources.cpu_millis == 0 ? "" : std::to_string(resources.cpu_millis) + "m");
  line.text("memory", resources.memory_bytes == 0 ? "" : std::to_string(resources.memory_bytes));
  line.text("pods", resources.pods == 0 ? "" : std::to_string(resources.pods));
  for (const Amount& device : resources.devices) {
    line.text(device.resource, std::to_string(device.amount));
  }
  line.close();
}

void write_ready(Condition ready, std::int64_t heartbeat, JsonLine& line) {
  line.open_list("conditions");
  if (ready != Condition::absent || heartbeat != 0) {
    line.open();
    if (ready != Condition::absent) {
      line.text("type", "Ready");
      line.text("status", ready == Condition::yes ? "True" : ready == Condition::no ? "False" : "Unknown");
    }
    line.text("lastHeartbeatTime", rfc3339(heartbeat));
    line.close();
  }
  line.close();
}

void write_object(const Pod& pod, const Redaction& names, JsonLine& line) {
  begin_object("v1", "Pod", line);
  open_metadata(pod.object, "Pod", names, line);
  write_labels("labels", pod.demand == nullptr ? List<Pair>() : pod.demand->labels, names, line);
  write_annotations(pod.demand == nullptr ? List<Pair>() : pod.demand->annotations, pod.mirror, names, line);
  write_owner(pod.owner, names, line);
  line.close();
  write_pod_spec(pod, names, line);
  write_pod_status(pod, names, line);
  line.close();
}

void write_object(const Node& node, const Redaction& names, JsonLine& line) {
  begin_object("v1", "Node", line);
  open_metadata(node.object, "Node", names, line);
  write_labels("labels", node.labels, names, line);
  write_annotations(node.annotations, false, names, line);
  line.close();
  line.open("spec");
  line.text("providerID", names.provider_id(node.provider_id));
  line.truth("unschedulable", node.unschedulable);
  write_taints(node.taints, names, line);
  line.close();
  line.open("status");
  write_resources("capacity", node.capacity, line);
  write_resources("allocatable", node.allocatable, line);
  write_ready(node.ready, node.heartbeat, line);
  line.close();
  line.close();
}

void write_object(const Namespace& name_space, const Redaction& names, JsonLine& line) {
  begin_object("v1", "Namespace", line);
  open_metadata(name_space.object, "Namespace", names, line);
  write_labels("labels", name_space.labels, names, line);
  line.close();
  line.close();
}

void write_object(const Controller& controller, const Redaction& names, JsonLine& line) {
  begin_object(controller.api_version, controller.kind, line);
  open_metadata(controller.object, controller.kind, names, line);
  write_labels("labels", controller.labels, names, line);
  write_owner(controller.owner, names, line);
  line.close();
  line.close();
}

}  // namespace kgpu::snapshot
