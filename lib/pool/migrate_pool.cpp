#include "migrate_parts.hpp"

#include "kgpu/base/error.hpp"
#include "kgpu/base/text.hpp"

#include <algorithm>
#include <array>

namespace kgpu::pool {
namespace {

using output::Json;

constexpr const char* k_class_group = "karpenter.k8s.aws";

/// v1's whole units: `604800` -> `168h`.
std::string as_lifetime(std::int64_t seconds) {
  constexpr std::int64_t k_hour = 3600;
  constexpr std::int64_t k_minute = 60;
  if (seconds > 0 && seconds % k_hour == 0) {
    return std::to_string(seconds / k_hour) + "h";
  }
  return seconds > 0 && seconds % k_minute == 0 ? std::to_string(seconds / k_minute) + "m"
                                                : std::to_string(seconds) + "s";
}

std::int64_t seconds_of(const Draft& draft, const std::string& path, std::int64_t seconds) {
  if (seconds < 0) {
    throw wrong(draft.object(), path, "is negative");
  }
  return seconds;
}

void remark_expiry(const std::string& expire_after, Draft& draft) {
  if (expire_after != "Never") {
    draft.remarks.beside("/spec/template/spec/expireAfter",
                         "forceful since v1: the drain begins whatever budgets or do-not-disrupt say");
  }
}

Lifetime lifetime_of_alpha(Fields& spec, Draft& draft) {
  Fields consolidation = spec.take_fields("consolidation");
  const bool consolidates = consolidation.take_boolean("enabled").value_or(false);
  draft.lose_left(consolidation, "/spec/disruption");
  const auto after_empty = spec.take_integer("ttlSecondsAfterEmpty");
  const auto until_expired = spec.take_integer("ttlSecondsUntilExpired");
  if (consolidates && after_empty) {
    throw wrong(draft.object(), "spec.ttlSecondsAfterEmpty", "excludes spec.consolidation.enabled: true");
  }
  Lifetime lifetime;
  lifetime.disruption = Json::object();
  if (consolidates) {
    lifetime.disruption.set("consolidationPolicy", "WhenEmptyOrUnderutilized").set("consolidateAfter", "0s");
    draft.remarks.beside("/spec/disruption/consolidationPolicy", "was consolidation.enabled: true");
  } else if (after_empty) {
    lifetime.disruption.set("consolidationPolicy", "WhenEmpty")
        .set("consolidateAfter", std::to_string(seconds_of(draft, "spec.ttlSecondsAfterEmpty", *after_empty)) + "s");
    draft.remarks.beside("/spec/disruption/consolidationPolicy", "was ttlSecondsAfterEmpty");
  } else {
    lifetime.disruption.set("consolidationPolicy", "WhenEmpty").set("consolidateAfter", "Never");
    draft.remarks.beside("/spec/disruption/consolidationPolicy",
                         "neither consolidation nor ttlSecondsAfterEmpty was set: nodes were never taken away");
  }
  if (until_expired) {
    lifetime.expire_after = as_lifetime(seconds_of(draft, "spec.ttlSecondsUntilExpired", *until_expired));
  } else {
    lifetime.expire_after = "Never";
    draft.remarks.beside("/spec/template/spec/expireAfter", "ttlSecondsUntilExpired was not set; v1's default is 720h");
  }
  return lifetime;
}

Lifetime lifetime_of_beta(Fields& spec, Draft& draft) {
  Fields old = spec.take_fields("disruption");
  const auto policy = old.take_text("consolidationPolicy");
  const auto after = old.take_text("consolidateAfter");
  const auto expire = old.take_text("expireAfter");
  Lifetime lifetime;
  lifetime.disruption = Json::object();
  const bool underutilized = policy.value_or("WhenUnderutilized") == "WhenUnderutilized";
  lifetime.disruption.set("consolidationPolicy", underutilized ? "WhenEmptyOrUnderutilized" : *policy);
  if (!policy) {
    draft.remarks.beside("/spec/disruption/consolidationPolicy", "v1beta1's default, now written out");
  }
  // v1beta1 admitted no other consolidateAfter than Never here, and then consolidated nothing.
  lifetime.disruption.set("consolidateAfter", after.value_or(underutilized ? "0s" : "Never"));
  if (!after) {
    draft.remarks.beside("/spec/disruption/consolidateAfter",
                         underutilized ? "required in v1; 0s is what WhenUnderutilized meant"
                                       : "required in v1; v1beta1 took nothing away without it");
  }
  if (const Json* budgets = old.take("budgets")) {
    lifetime.disruption.set("budgets", *budgets);
  }
  lifetime.expire_after = expire.value_or("720h");
  if (!expire) {
    draft.remarks.beside("/spec/template/spec/expireAfter", "v1beta1's default, now written out");
  }
  draft.lose_left(old, "/spec/disruption");
  return lifetime;
}

Json limits_of(Fields& spec, Draft& draft) {
  if (draft.object().generation == Generation::beta) {
    const Json* limits = spec.take("limits");
    return limits == nullptr ? Json() : *limits;
  }
  Fields limits = spec.take_fields("limits");
  const Json* resources = limits.take("resources");
  draft.lose_left(limits, "/spec");
  return resources == nullptr ? Json() : *resources;
}

/// v1beta1: `apiVersion` became `group`, and all three are required.
Json class_reference(Fields reference, const std::string& class_name, Draft& draft) {
  std::string group = k_class_group;
  std::string kind = "EC2NodeClass";
  reference.take("name");
  const auto version = reference.take_text("apiVersion");
  const auto old_kind = reference.take_text("kind");
  if (draft.object().generation == Generation::beta) {
    group = version ? version->substr(0, version->find('/')) : group;
    kind = old_kind.value_or(kind);
  } else if (old_kind && *old_kind != "AWSNodeTemplate") {
    draft.lose(reference.path_of("kind"), *old_kind + " is no AWSNodeTemplate: v1's kind and group must be filled in",
               "/spec/template/spec");
    return {};
  }
  draft.lose_left(reference, "/spec/template/spec");
  if (class_name.empty()) {
    draft.lose(reference.path_of("name"), "nodeClassRef is required in v1, and no class was named",
               "/spec/template/spec");
    return {};
  }
  return Json::object().set("group", group).set("kind", kind).set("name", class_name);
}

void set_present(Json& object, const std::string& key, Json value) {
  const auto* members = std::get_if<Json::Object>(&value.value());
  if (!is_null(value) && (members == nullptr || !members->empty())) {
    object.set(key, std::move(value));
  }
}

/// The part of a pool that its nodes are made from: in v1alpha5 the spec itself, in v1beta1 `spec.template`.
Json node_template(Fields& labels, Fields& nodes, Fields reference, const std::string& class_name,
                   const std::string& expire_after, Draft& draft) {
  auto spec = Json::object();
  set_present(spec, "nodeClassRef", class_reference(std::move(reference), class_name, draft));
  spec.set("requirements", migrated_requirements(nodes, draft));
  set_present(spec, "taints", migrated_taints(nodes, "taints", draft));
  set_present(spec, "startupTaints", migrated_taints(nodes, "startupTaints", draft));
  spec.set("expireAfter", expire_after);
  remark_expiry(expire_after, draft);
  auto whole = Json::object();
  set_present(whole, "metadata", node_metadata(labels, draft));
  whole.set("spec", std::move(spec));
  return whole;
}

Json migrated_template(Fields& spec, const std::string& class_name, const std::string& expire_after, Draft& draft) {
  if (draft.object().generation == Generation::alpha) {
    spec.take("kubeletConfiguration");  // goes to the class
    spec.take("provider");              // is a class
    return node_template(spec, spec, spec.take_fields("providerRef"), class_name, expire_after, draft);
  }
  Fields whole = spec.take_fields("template");
  Fields metadata = whole.take_fields("metadata");
  Fields nodes = whole.take_fields("spec");
  nodes.take("kubelet");
  Json result = node_template(metadata, nodes, nodes.take_fields("nodeClassRef"), class_name, expire_after, draft);
  draft.lose_left(metadata, "/spec/template");
  draft.lose_left(nodes, "/spec/template/spec");
  draft.lose_left(whole, "/spec/template");
  return result;
}

}  // namespace

Lifetime migrated_lifetime(Fields& spec, Draft& draft) {
  return draft.object().generation == Generation::alpha ? lifetime_of_alpha(spec, draft)
                                                        : lifetime_of_beta(spec, draft);
}

Json migrated_kubelet(Fields kubelet, Draft& draft) {
  constexpr std::array<std::string_view, 12> k_fields = {"clusterDNS",
                                                         "cpuCFSQuota",
                                                         "evictionHard",
                                                         "evictionSoft",
                                                         "evictionSoftGracePeriod",
                                                         "evictionMaxPodGracePeriod",
                                                         "imageGCHighThresholdPercent",
                                                         "imageGCLowThresholdPercent",
                                                         "kubeReserved",
                                                         "systemReserved",
                                                         "maxPods",
                                                         "podsPerCore"};
  if (!kubelet.is_present()) {
    return {};
  }
  auto kept = Json::object();
  for (const auto& [key, value] : kubelet.members()) {
    const bool known = std::ranges::find(k_fields, key) != k_fields.end();
    if (known && kubelet.take(key) != nullptr) {
      kept.set(key, value);
    }
  }
  if (kubelet.take("containerRuntime") != nullptr) {
    draft.note(kubelet.path_of("containerRuntime"), "gone: every image has containerd");
  }
  draft.lose_left(kubelet, "/spec/template/spec");
  return std::get<Json::Object>(kept.value()).empty() ? Json() : kept;
}

MigratedObject migrated_pool(const std::string& class_name, Draft& draft) {
  const OldObject& object = draft.object();
  Fields whole(object, object.json, "");
  whole.take("apiVersion");
  whole.take("kind");
  Json metadata = migrated_metadata(whole, draft);
  Fields spec = whole.take_fields("spec");
  const Lifetime lifetime = migrated_lifetime(spec, draft);
  auto result = Json::object();
  result.set_known("weight", spec.take_integer("weight"));
  set_present(result, "limits", limits_of(spec, draft));
  result.set("template", migrated_template(spec, class_name, lifetime.expire_after, draft));
  result.set("disruption", lifetime.disruption);
  draft.lose_left(spec, "/spec");
  draft.lose_left(whole, "");
  draft.remarks.above("", "was " + object.title + " of " + object.api);
  auto value = Json::object();
  value.set("apiVersion", "karpenter.sh/v1").set("kind", "NodePool").set("metadata", std::move(metadata));
  value.set("spec", std::move(result));
  return {{"karpenter.sh/v1", "NodePool", "", object.name}, std::move(value), std::move(draft.remarks)};
}

}  // namespace kgpu::pool
