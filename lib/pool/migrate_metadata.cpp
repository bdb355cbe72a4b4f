#include "migrate_parts.hpp"

#include "kgpu/base/error.hpp"
#include "kgpu/base/text.hpp"
#include "kgpu/document/live_object.hpp"

#include <algorithm>
#include <array>

namespace kgpu::pool {
namespace {

using output::Json;

/// What the API server, kubectl or a controller writes into an object that was read back from a cluster.
constexpr std::array<std::string_view, 8> k_written_by_the_server = {
    "uid",           "resourceVersion", "generation", "creationTimestamp",
    "managedFields", "selfLink",        "finalizers", "namespace"};

constexpr std::array<std::string_view, 6> k_written_by_karpenter = {
    "karpenter.sh/provisioner-hash",       "karpenter.sh/nodepool-hash",
    "karpenter.sh/nodepool-hash-version",  "karpenter.k8s.aws/nodetemplate-hash",
    "karpenter.k8s.aws/ec2nodeclass-hash", "karpenter.k8s.aws/ec2nodeclass-hash-version"};

constexpr std::string_view k_do_not_disrupt = "karpenter.sh/do-not-disrupt";

/// The keys below karpenter.k8s.aws that v1 admits (its CRD's rule; manifests.md 2.1).
constexpr std::array<std::string_view, 26> k_aws_labels = {"instance-category",
                                                           "instance-family",
                                                           "instance-generation",
                                                           "instance-size",
                                                           "instance-cpu",
                                                           "instance-cpu-manufacturer",
                                                           "instance-cpu-sustained-clock-speed-mhz",
                                                           "instance-memory",
                                                           "instance-hypervisor",
                                                           "instance-tenancy",
                                                           "instance-local-nvme",
                                                           "instance-ebs-bandwidth",
                                                           "instance-network-bandwidth",
                                                           "instance-encryption-in-transit-supported",
                                                           "instance-capability-flex",
                                                           "instance-gpu-name",
                                                           "instance-gpu-manufacturer",
                                                           "instance-gpu-count",
                                                           "instance-gpu-memory",
                                                           "instance-accelerator-name",
                                                           "instance-accelerator-manufacturer",
                                                           "instance-accelerator-count",
                                                           "capacity-reservation-type",
                                                           "capacity-reservation-id",
                                                           "capacity-reservation-interruptible",
                                                           "ec2nodeclass"};

bool contains(const auto& words, std::string_view word) {
  return std::ranges::find(words, word) != words.end();
}

bool is_old_do_not_disrupt(std::string_view key) {
  return key == "karpenter.sh/do-not-consolidate" || key == "karpenter.sh/do-not-evict";
}

/// Annotations as v1 reads them.
Json annotations_of(Fields& fields, Draft& draft) {
  auto kept = Json::object();
  const std::string path = fields.path_of("annotations");
  for (const auto& [key, value] : fields.take_texts("annotations")) {
    const std::string field = path + "[" + key + "]";
    if (key == "kubectl.kubernetes.io/last-applied-configuration" || contains(k_written_by_karpenter, key) ||
        key.starts_with("compatibility.karpenter.sh/") || key.starts_with("compatibility.karpenter.k8s.aws/")) {
      draft.note(field, "left out: kubectl or Karpenter writes it");
    } else if (const auto tool = document::tool_of_mark(key); !tool.empty()) {
      draft.note(field, "left out: " + std::string(tool) + " writes it");
    } else if (is_old_do_not_disrupt(key)) {
      draft.note(field, "became " + std::string(k_do_not_disrupt));
      if (kept.find(k_do_not_disrupt) == nullptr) {
        kept.set(std::string(k_do_not_disrupt), value);
      }
    } else if (key != k_do_not_disrupt || kept.find(key) == nullptr) {
      kept.set(key, value);
    }
  }
  return kept;
}

/// Whose mark a label of the object is; empty when it is nobody's.
std::string_view tool_of_label(std::string_view key, std::string_view value, const Json& object) {
  if (key == "app.kubernetes.io/managed-by" && value == "Helm") {
    const auto tracker = document::tracker_of(object);
    return tracker && tracker->tool == value ? "Helm" : "";
  }
  return document::tool_of_mark(key);
}

void set_if_any(Json& object, const std::string& key, Json members) {
  if (!std::get<Json::Object>(members.value()).empty()) {
    object.set(key, std::move(members));
  }
}

}  // namespace

std::string refused_label(std::string_view key) {
  const std::string_view domain = key.substr(0, std::min(key.find('/'), key.size()));
  if (key == "kubernetes.io/hostname") {
    return "v1 refuses it: each node has its own";
  }
  if (key == "karpenter.sh/provisioner-name") {
    return "v1 refuses it: nodes carry karpenter.sh/nodepool, which Karpenter sets";
  }
  if (domain.ends_with("karpenter.sh") && key.find('/') != std::string_view::npos &&
      key != "karpenter.sh/capacity-type") {
    return "v1 refuses it: the domain is Karpenter's";
  }
  if (domain == "karpenter.k8s.aws" && key.size() > domain.size() &&
      !contains(k_aws_labels, key.substr(domain.size() + 1))) {
    return "v1 has no such label";
  }
  return "";
}

Json migrated_metadata(Fields& whole, Draft& draft) {
  Fields fields = whole.take_fields("metadata");
  auto metadata = Json::object();
  metadata.set("name", fields.take_text("name").value_or(""));
  auto labels = Json::object();
  const std::string path = fields.path_of("labels");
  for (auto& [key, value] : fields.take_texts("labels")) {
    // A tool that finds its mark on what it has not made takes it for its own, and may delete it.
    if (const auto tool = tool_of_label(key, value, *draft.object().json); !tool.empty()) {
      draft.note(path + "[" + key + "]", "left out: " + std::string(tool) + " writes it");
    } else {
      labels.set(std::move(key), std::move(value));
    }
  }
  set_if_any(metadata, "labels", std::move(labels));
  set_if_any(metadata, "annotations", annotations_of(fields, draft));
  std::vector<std::string> dropped;
  for (const std::string_view key : k_written_by_the_server) {
    if (fields.take(key) != nullptr) {
      dropped.push_back("metadata." + std::string(key));
    }
  }
  if (whole.take("status") != nullptr) {
    dropped.emplace_back("status");
  }
  if (!dropped.empty()) {
    draft.note("", "left out, as the cluster writes it: " + join(dropped, ", "));
  }
  draft.lose_left(fields, "/metadata");
  return metadata;
}

Json node_metadata(Fields& fields, Draft& draft) {
  auto metadata = Json::object();
  auto labels = Json::object();
  const std::string path = fields.path_of("labels");
  for (auto& [key, value] : fields.take_texts("labels")) {
    if (const std::string reason = refused_label(key); !reason.empty()) {
      draft.lose(path + "[" + key + "]", reason, "/spec/template");
    } else {
      labels.set(std::move(key), std::move(value));
    }
  }
  set_if_any(metadata, "labels", std::move(labels));
  set_if_any(metadata, "annotations", annotations_of(fields, draft));
  return std::get<Json::Object>(metadata.value()).empty() ? Json() : metadata;
}

}  // namespace kgpu::pool
