#include "migrate_parts.hpp"

#include "kgpu/base/error.hpp"
#include "kgpu/base/text.hpp"
#include "kgpu/k8s/well_known.hpp"

#include <algorithm>
#include <array>

namespace kgpu::pool {
namespace {

using output::Json;

constexpr std::string_view k_instance_category = "karpenter.k8s.aws/instance-category";
constexpr std::string_view k_instance_generation = "karpenter.k8s.aws/instance-generation";
constexpr std::string_view k_instance_family = "karpenter.k8s.aws/instance-family";

/// Older names that Karpenter, then and now, takes for the newer (its `NormalizedLabels`).
constexpr std::array<std::pair<std::string_view, std::string_view>, 5> k_older_names = {{
    {"beta.kubernetes.io/arch", k8s::k_label_arch},
    {"beta.kubernetes.io/os", k8s::k_label_os},
    {"beta.kubernetes.io/instance-type", k8s::k_label_instance_type},
    {"failure-domain.beta.kubernetes.io/zone", k8s::k_label_zone},
    {"failure-domain.beta.kubernetes.io/region", k8s::k_label_region},
}};

std::string_view newest_name(std::string_view key) {
  const auto* const found =
      std::ranges::find(k_older_names, key, &std::pair<std::string_view, std::string_view>::first);
  return found == k_older_names.end() ? key : found->second;
}

class Requirements {
 public:
  explicit Requirements(Draft& draft) : draft_(draft) {}

  void add(Fields fields, const std::string& path) {
    const std::string key = fields.take_text("key").value_or("");
    keys_.emplace_back(newest_name(key));
    auto item = Json::object();
    item.set("key", key).set("operator", fields.take_text("operator").value_or(""));
    if (const Json* values = fields.take("values")) {
      item.set("values", *values);
    }
    item.set_known("minValues", fields.take_integer("minValues"));
    draft_.lose_left(fields, k_place);
    if (const std::string reason = refused_label(key); !reason.empty()) {
      draft_.lose(path + " (" + key + ")", reason, k_place);
    } else {
      list_.push(std::move(item));
      ++count_;
    }
  }

  void add_default(std::string_view key, const char* op, std::vector<std::string> values, const std::string& why) {
    auto list = Json::array();
    for (std::string& value : values) {
      list.push(std::move(value));
    }
    list_.push(Json::object().set("key", key).set("operator", op).set("values", std::move(list)));
    draft_.remarks.beside(std::string(k_place) + "/" + std::to_string(count_) + "/key", why);
    ++count_;
  }

  [[nodiscard]] bool has(std::string_view key) const { return std::ranges::find(keys_, key) != keys_.end(); }

  [[nodiscard]] Json take() { return std::move(list_); }

 private:
  static constexpr const char* k_place = "/spec/template/spec/requirements";

  Draft& draft_;
  Json list_ = Json::array();
  std::size_t count_ = 0;
  std::vector<std::string> keys_;
};

/// What v1alpha5's webhook added (karpenter-provider-aws v0.31, `Provisioner.SetDefaults`).
void add_defaults(Requirements& requirements) {
  const std::string why = "v1alpha5's default, now written out";
  const bool any_type = !requirements.has(k8s::k_label_instance_type) && !requirements.has(k_instance_family) &&
                        !requirements.has(k_instance_category) && !requirements.has(k_instance_generation);
  if (!requirements.has(k8s::k_label_karpenter_capacity_type)) {
    requirements.add_default(k8s::k_label_karpenter_capacity_type, "In", {"on-demand"}, why);
  }
  if (!requirements.has(k8s::k_label_arch)) {
    requirements.add_default(k8s::k_label_arch, "In", {"amd64"}, why);
  }
  if (!requirements.has(k8s::k_label_os)) {
    requirements.add_default(k8s::k_label_os, "In", {"linux"}, why);
  }
  if (any_type) {
    requirements.add_default(k_instance_category, "In", {"c", "m", "r"},
                             why + ": no type, family or category was named");
    requirements.add_default(k_instance_generation, "Gt", {"2"}, why);
  }
}

}  // namespace

Json migrated_requirements(Fields& fields, Draft& draft) {
  Requirements requirements(draft);
  std::size_t index = 0;
  for (const Json* element : fields.take_list("requirements")) {
    const std::string path = fields.path_of("requirements") + "[" + std::to_string(index++) + "]";
    requirements.add(Fields(draft.object(), element, path), path);
  }
  if (draft.object().generation == Generation::alpha) {
    add_defaults(requirements);
  }
  return requirements.take();
}

Json migrated_taints(Fields& fields, std::string_view key, Draft& draft) {
  auto taints = Json::array();
  const auto elements = fields.take_list(key);
  for (std::size_t i = 0; i < elements.size(); ++i) {
    Fields taint(draft.object(), elements[i], fields.path_of(key) + "[" + std::to_string(i) + "]");
    auto kept = Json::object();
    for (const char* part : {"key", "value", "effect", "timeAdded"}) {
      kept.set_known(part, taint.take_text(part));
    }
    draft.lose_left(taint, "/spec/template/spec");
    taints.push(std::move(kept));
  }
  return elements.empty() ? Json() : taints;
}

}  // namespace kgpu::pool
