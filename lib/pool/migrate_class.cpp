#include "migrate_parts.hpp"

#include "kgpu/base/error.hpp"
#include "kgpu/base/quantity.hpp"
#include "kgpu/base/text.hpp"

#include <algorithm>
#include <array>

namespace kgpu::pool {
namespace {

using output::Json;

constexpr std::int64_t k_bytes_per_gib = std::int64_t{1} << 30;

/// Whole GiB, GB, TiB or TB, as v1's pattern has them.
bool is_v1_size(std::string_view text) {
  const std::size_t digits = std::min(text.find_first_not_of("0123456789"), text.size());
  const std::string_view unit = text.substr(digits);
  constexpr std::array<std::string_view, 4> k_units = {"Gi", "G", "Ti", "T"};
  return digits > 0 && text.front() != '0' && std::ranges::find(k_units, unit) != k_units.end();
}

Json volume_size(const Json& size, const std::string& path, Draft& draft) {
  const auto* text = std::get_if<std::string>(&size.value());
  std::string words = text == nullptr ? output::to_json(size) : *text;
  while (words.ends_with('\n')) {
    words.pop_back();
  }
  if (is_v1_size(words)) {
    return words;
  }
  const auto quantity = Quantity::parse(words);
  if (!quantity || quantity->is_negative()) {
    throw wrong(draft.object(), path, "is not a size: " + in_quotes(words));
  }
  const std::int64_t gib = (quantity->value() - 1) / k_bytes_per_gib + 1;
  const std::string result = std::to_string(quantity->value() == 0 ? 0 : gib) + "Gi";
  draft.note(path, words + " became " + result + ", as Karpenter rounded it: v1 takes whole GiB");
  return result;
}

Json migrated_ebs(Fields ebs, Draft& draft) {
  auto kept = Json::object();
  if (const Json* size = ebs.take("volumeSize")) {
    kept.set("volumeSize", volume_size(*size, ebs.path_of("volumeSize"), draft));
  }
  for (const char* key :
       {"volumeType", "iops", "throughput", "encrypted", "kmsKeyID", "snapshotID", "deleteOnTermination"}) {
    if (const Json* value = ebs.take(key)) {
      kept.set(key, *value);
    }
  }
  draft.lose_left(ebs, "/spec/blockDeviceMappings");
  return kept;
}

/// The disk that Karpenter gave Ubuntu's images; v1 gives AL2's.
Json ubuntu_disk(Draft& draft) {
  draft.remarks.above("/spec/blockDeviceMappings", "Ubuntu's default, now written out");
  return Json::array().push(
      Json::object()
          .set("deviceName", "/dev/sda1")
          .set("rootVolume", true)
          .set("ebs", Json::object().set("volumeSize", "20Gi").set("volumeType", "gp3").set("encrypted", true)));
}

Json migrated_tags(Fields& spec, Draft& draft) {
  constexpr std::array<std::string_view, 4> k_refused = {"karpenter.sh/nodepool", "karpenter.sh/nodeclaim",
                                                         "karpenter.k8s.aws/ec2nodeclass", "eks:eks-cluster-name"};
  auto tags = Json::object();
  for (auto& [key, value] : spec.take_texts("tags")) {
    if (key.starts_with("kubernetes.io/cluster") || std::ranges::find(k_refused, key) != k_refused.end()) {
      draft.lose(spec.path_of("tags") + "[" + key + "]", "v1 refuses it: Karpenter sets it", "/spec");
    } else {
      tags.set(std::move(key), std::move(value));
    }
  }
  return tags;
}

void set_present(Json& object, const std::string& key, Json value) {
  const auto* members = std::get_if<Json::Object>(&value.value());
  const auto* elements = std::get_if<Json::Array>(&value.value());
  const bool empty = (members != nullptr && members->empty()) || (elements != nullptr && elements->empty());
  if (!is_null(value) && !empty) {
    object.set(key, std::move(value));
  }
}

void copy(Json& object, Fields& spec, const char* key) {
  if (const Json* value = spec.take(key)) {
    object.set(key, *value);
  }
}

/// Exactly one of the two in v1; v1alpha1 left it to Karpenter's own settings.
void set_identity(Json& result, Fields& spec, const MigrationOptions& options, Draft& draft) {
  const auto profile = spec.take_text("instanceProfile");
  const auto role = spec.take_text("role");
  if (role || profile) {
    result.set_known("role", role).set_known("instanceProfile", profile);
  } else if (!options.role.empty()) {
    result.set("role", options.role);
    draft.remarks.beside("/spec/role", "--role: the class named none");
  } else if (!options.instance_profile.empty()) {
    result.set("instanceProfile", options.instance_profile);
    draft.remarks.beside("/spec/instanceProfile", "--instance-profile: the class named none");
  } else {
    draft.lose(spec.path_of("instanceProfile"),
               "v1 requires role or instanceProfile, and the class left it to Karpenter's settings: --role NAME or "
               "--instance-profile NAME",
               "/spec");
  }
}

/// `subnetSelector` and its like in v1alpha1, lists of terms in v1beta1; v1 requires them.
void set_terms(Json& result, Fields& spec, const std::string& old_key, const std::string& new_key, Draft& draft) {
  Json terms;
  if (draft.object().generation == Generation::alpha) {
    terms = selector_terms(spec, old_key, draft);
  } else if (const Json* written = spec.take(new_key)) {
    terms = *written;
  }
  const auto* list = std::get_if<Json::Array>(&terms.value());
  if (list == nullptr || list->empty()) {
    draft.lose(spec.path_of(draft.object().generation == Generation::alpha ? old_key : new_key),
               new_key + " is required in v1, and nothing was selected", "/spec");
    return;
  }
  result.set(new_key, std::move(terms));
}

void lose_launch_template(Fields& spec, Draft& draft) {
  if (const auto name = spec.take_text("launchTemplate")) {
    draft.lose(spec.path_of("launchTemplate"),
               "v1 takes no launch template: write what " + in_quotes(*name) +
                   " says (image, security groups, disks, userData) into this class",
               "/spec");
  }
}

/// Karpenter merged its own settings below those of AL2023's userData; since v1 its own win.
void note_user_data(const MigratedImage& image, const std::string& field, Draft& draft) {
  const bool al2023 = image.family == "AL2023" || output::to_json(image.terms).find("al2023@") != std::string::npos;
  if (al2023) {
    draft.note(field,
               "since v1 Karpenter's own NodeConfig wins over the one in userData: kubelet settings "
               "belong in spec.kubelet");
  }
}

}  // namespace

Json migrated_disks(Fields& spec, bool was_ubuntu, Draft& draft) {
  auto disks = Json::array();
  const auto elements = spec.take_list("blockDeviceMappings");
  for (std::size_t i = 0; i < elements.size(); ++i) {
    Fields disk(draft.object(), elements[i], spec.path_of("blockDeviceMappings") + "[" + std::to_string(i) + "]");
    auto kept = Json::object();
    kept.set_known("deviceName", disk.take_text("deviceName")).set_known("rootVolume", disk.take_boolean("rootVolume"));
    Fields ebs = disk.take_fields("ebs");
    if (ebs.is_present()) {
      kept.set("ebs", migrated_ebs(std::move(ebs), draft));
    }
    draft.lose_left(disk, "/spec/blockDeviceMappings");
    disks.push(std::move(kept));
  }
  return elements.empty() && was_ubuntu ? ubuntu_disk(draft) : disks;
}

Json migrated_metadata_options(Fields& spec, Draft& draft) {
  const bool alpha = draft.object().generation == Generation::alpha;
  Fields old = spec.take_fields("metadataOptions");
  const auto endpoint = old.take_text("httpEndpoint");
  const auto ipv6 = old.take_text("httpProtocolIPv6");
  const auto hops = old.take_integer("httpPutResponseHopLimit");
  const auto tokens = old.take_text("httpTokens");
  draft.lose_left(old, "/spec/metadataOptions");
  // A v1alpha1 block left the rest to EC2: tokens optional, one hop. Without the block, and in v1beta1, Karpenter's.
  const bool of_ec2 = alpha && old.is_present();
  const std::string why =
      of_ec2 ? "EC2's default, which v1alpha1 left it to" : std::string(alpha ? "v1alpha1" : "v1beta1") + "'s default";
  auto options = Json::object();
  options.set("httpEndpoint", endpoint.value_or("enabled"));
  options.set_known("httpProtocolIPv6", ipv6);
  options.set("httpTokens", tokens.value_or(of_ec2 ? "optional" : "required"));
  options.set("httpPutResponseHopLimit", hops.value_or(of_ec2 ? 1 : 2));
  if (!tokens && of_ec2) {
    draft.remarks.beside("/spec/metadataOptions/httpTokens", why + "; v1's is required");
  }
  if (!hops) {
    draft.remarks.beside("/spec/metadataOptions/httpPutResponseHopLimit",
                         why + (of_ec2 ? "" : "; v1's is 1, which keeps pods from the node's role"));
  }
  if (alpha && !old.is_present()) {
    draft.remarks.inside("/spec/metadataOptions", "v1alpha1 also enabled httpProtocolIPv6 on IPv6 clusters");
  }
  return options;
}

MigratedObject migrated_class(const Json* spec_value, const std::string& spec_path, const ClassUse& use,
                              const MigrationOptions& options, const catalog::Catalog& catalog, Draft& draft) {
  const OldObject& object = draft.object();
  const bool is_inline = spec_path != "spec";
  Fields whole(object, object.json, "");
  Json metadata = is_inline ? Json::object() : migrated_metadata(whole, draft);
  auto named = Json::object().set("name", use.name);
  for (const auto& [key, value] : std::get<Json::Object>(metadata.value())) {
    if (key != "name") {
      named.set(key, value);
    }
  }
  Fields spec(object, spec_value, spec_path);
  spec.take("apiVersion");  // of an inline provider, and of v1alpha1's spec
  spec.take("kind");
  auto result = Json::object();
  set_identity(result, spec, options, draft);
  lose_launch_template(spec, draft);
  const Json* user_data = spec.take("userData");
  const MigratedImage image = migrated_image(spec, options, catalog, draft);
  if (!image.family.empty()) {
    result.set("amiFamily", image.family);
  }
  set_present(result, "amiSelectorTerms", image.terms);
  set_terms(result, spec, "subnetSelector", "subnetSelectorTerms", draft);
  set_terms(result, spec, "securityGroupSelector", "securityGroupSelectorTerms", draft);
  copy(result, spec, "associatePublicIPAddress");
  copy(result, spec, "instanceStorePolicy");
  set_present(result, "blockDeviceMappings", migrated_disks(spec, image.was_ubuntu, draft));
  if (!is_null(use.kubelet)) {
    result.set("kubelet", use.kubelet);
    draft.remarks.beside("/spec/kubelet", "of " + use.kubelet_of);
  }
  set_present(result, "metadataOptions", migrated_metadata_options(spec, draft));
  set_present(result, "tags", migrated_tags(spec, draft));
  copy(result, spec, "detailedMonitoring");
  copy(result, spec, "context");
  if (user_data != nullptr) {
    result.set("userData", *user_data);
    note_user_data(image, spec.path_of("userData"), draft);
  }
  draft.lose_left(spec, "/spec");
  draft.remarks.above("", "was " + object.title + " of " + object.api + (is_inline ? ", spec.provider" : ""));
  auto value = Json::object();
  value.set("apiVersion", "karpenter.k8s.aws/v1").set("kind", "EC2NodeClass").set("metadata", std::move(named));
  value.set("spec", std::move(result));
  return {{"karpenter.k8s.aws/v1", "EC2NodeClass", "", use.name}, std::move(value), draft.remarks};
}

}  // namespace kgpu::pool
