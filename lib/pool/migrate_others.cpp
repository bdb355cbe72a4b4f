#include "migrate_others.hpp"

#include "kgpu/base/text.hpp"
#include "kgpu/document/json_text.hpp"

#include <algorithm>
#include <array>
#include <set>
#include <string_view>

namespace kgpu::pool {
namespace {

using output::Json;

struct OldName {
  std::string_view name;
  std::string_view now;
};

/// Karpenter's upgrade guides of v0.32 (labels, annotations) and v1.0 (what was dropped).
constexpr std::array<OldName, 5> k_old_names = {{
    {"karpenter.sh/do-not-evict", "v1 does not read it: karpenter.sh/do-not-disrupt: \"true\""},
    {"karpenter.sh/do-not-consolidate", "v1 does not read it: karpenter.sh/do-not-disrupt: \"true\""},
    {"karpenter.sh/provisioner-name", "no node of v1 carries it: karpenter.sh/nodepool"},
    {"karpenter.k8s.aws/instance-pods", "no node of v1 carries it"},
    {"compatibility.karpenter.sh/v1beta1-kubelet-conversion",
     "Karpenter from 1.1 on does not start with it: what it says belongs in the class's spec.kubelet"},
}};

/// Keys and texts of the whole tree that are one of the old names.
void collect(const Json& value, std::set<std::string_view>& found) {
  const auto look = [&found](std::string_view text) {
    const auto* const known = std::ranges::find(k_old_names, text, &OldName::name);
    if (known != k_old_names.end()) {
      found.insert(known->name);
    }
  };
  if (const auto* object = std::get_if<Json::Object>(&value.value())) {
    for (const auto& [key, member] : *object) {
      look(key);
      collect(member, found);
    }
  } else if (const auto* array = std::get_if<Json::Array>(&value.value())) {
    for (const Json& element : *array) {
      collect(element, found);
    }
  } else if (const auto* text = std::get_if<std::string>(&value.value())) {
    look(*text);
  }
}

}  // namespace

std::string title_of(const Json& object) {
  return printable(
      to_lower(document::text_at(object, {"kind"})) + "/" + document::text_at(object, {"metadata", "name"}), 160);
}

std::vector<Finding> old_names_in(const document::Manifest& manifest) {
  std::set<std::string_view> names;
  collect(manifest.object, names);
  std::vector<Finding> findings;
  for (const OldName& old : k_old_names) {
    if (names.contains(old.name)) {
      findings.push_back(
          {manifest.where, title_of(manifest.object), std::string(old.name), std::string(old.now), true});
    }
  }
  return findings;
}

}  // namespace kgpu::pool
