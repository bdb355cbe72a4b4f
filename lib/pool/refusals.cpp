#include "refusals.hpp"

#include "word_list.hpp"

#include "kgpu/base/error.hpp"
#include "kgpu/base/text.hpp"
#include "kgpu/k8s/names.hpp"
#include "kgpu/k8s/well_known.hpp"
#include "kgpu/pool/plan.hpp"

#include <algorithm>
#include <cctype>

namespace kgpu::pool {
namespace {

constexpr std::size_t k_most_role_characters = 64;      // IAM CreateRole
constexpr std::size_t k_most_cluster_characters = 100;  // EKS CreateCluster
constexpr std::size_t k_most_name_characters = 63;      // RFC 1123 label

bool is_alphanumeric(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0;
}

bool is_cluster_name(std::string_view text) {
  return !text.empty() && text.size() <= k_most_cluster_characters && is_alphanumeric(text.front()) &&
         std::ranges::all_of(text, [](char c) { return is_alphanumeric(c) || c == '-' || c == '_'; });
}

bool is_role_name(std::string_view text) {
  return !text.empty() && text.size() <= k_most_role_characters && std::ranges::all_of(text, [](char c) {
    return is_alphanumeric(c) || std::string_view("_+=,.@-").find(c) != std::string_view::npos;
  });
}

bool is_reservation_id(std::string_view text) {
  const std::string_view digits = text.starts_with("cr-") ? text.substr(3) : std::string_view();
  return (digits.size() == 8 || digits.size() == 17) &&
         digits.find_first_not_of("0123456789abcdef") == std::string_view::npos;
}

/// By the CRD's own rule: all up to the slash, or the whole key, ends with the domain.
bool is_of_karpenter(std::string_view key) {
  const std::string_view prefix = key.substr(0, key.find('/'));
  return prefix.ends_with("karpenter.sh") || prefix.ends_with("karpenter.k8s.aws");
}

/// What Karpenter takes from the requirements. A label of that name is a requirement too: one that differs leaves no
/// type to start.
bool is_set_from_requirements(std::string_view key) {
  return key == k8s::k_label_arch || key == k8s::k_label_os || key == k8s::k_label_zone || key == k8s::k_label_region ||
         key == k8s::k_label_instance_type || key == "kubernetes.io/hostname";
}

bool in_domain(std::string_view key, std::string_view domain) {
  const auto slash = key.find('/');
  const std::string_view prefix = slash == std::string_view::npos ? std::string_view() : key.substr(0, slash);
  return prefix == domain || (prefix.ends_with(domain) && prefix[prefix.size() - domain.size() - 1] == '.');
}

void check_label_key(const std::string& key, Provisioner provisioner) {
  if (provisioner == Provisioner::karpenter) {
    if (is_of_karpenter(key) || is_set_from_requirements(key)) {
      throw usage_error("--label: " + in_quotes(key) + " is Karpenter's own to set",
                        "use a key of your own, such as example.com/team");
    }
    return;
  }
  const bool reserved = in_domain(key, "kubernetes.io") || in_domain(key, "k8s.io");
  const bool kubelet_may = in_domain(key, "kubelet.kubernetes.io") || in_domain(key, "node.kubernetes.io");
  if (reserved && !kubelet_may) {
    throw usage_error("--label: eksctl refuses " + in_quotes(key) + ": a node may not label itself so",
                      "use a key of your own, such as example.com/team");
  }
}

void check_labels_and_taints(const PoolOptions& options) {
  for (const k8s::Label& label : options.labels) {
    if (!k8s::is_qualified_name(label.key) || !k8s::is_label_value(label.value)) {
      throw usage_error("--label: " + in_quotes(label.key + "=" + label.value) + " is not a label, KEY=VALUE");
    }
    check_label_key(label.key, options.provisioner);
    if (std::ranges::count(options.labels, label.key, &k8s::Label::key) > 1) {
      throw usage_error("--label: two values for " + in_quotes(label.key));
    }
  }
  for (const k8s::Taint& taint : options.taints) {
    if (!k8s::is_qualified_name(taint.key) || !k8s::is_label_value(taint.value)) {
      throw usage_error("--taint: " + in_quotes(taint.key + "=" + taint.value) + " is not a taint, KEY[=VALUE]:EFFECT");
    }
    if (options.provisioner == Provisioner::karpenter && is_of_karpenter(taint.key)) {
      throw usage_error("--taint: " + in_quotes(taint.key) + " is Karpenter's own to set",
                        "use a key of your own, such as example.com/team");
    }
    const auto same = [&](const k8s::Taint& other) { return other.key == taint.key && other.effect == taint.effect; };
    if (std::ranges::count_if(options.taints, same) > 1) {
      throw usage_error("--taint: two taints of key " + in_quotes(taint.key) + " and effect " + taint.effect,
                        "a node has one of each; Karpenter would admit both and never be ready");
    }
  }
}

void check_role(const PoolOptions& options) {
  const std::string role = role_of(options);
  if (is_role_name(role)) {
    return;
  }
  if (options.role.empty()) {
    throw usage_error("the usual role " + in_quotes(role) + " is longer than IAM's 64 characters",
                      "name the nodes' role with --role");
  }
  throw usage_error("--role: " + in_quotes(role) + " is no IAM role's name: 1 to 64 letters, digits and any of _+=,.@-",
                    role.find('/') == std::string::npos ? "" : "the name alone, without arn: and path");
}

/// Whether the catalogue knows the region was settled when its prices were looked for.
void check_region(const PoolOptions& options) {
  if (options.region.empty() && options.provisioner == Provisioner::eksctl) {
    throw usage_error("--region is needed for eksctl: it stands in the ClusterConfig", "such as --region us-east-1");
  }
}

}  // namespace

std::string role_of(const PoolOptions& options) {
  return options.role.empty() ? "KarpenterNodeRole-" + options.cluster_name : options.role;
}

void check_identifiers(const PoolOptions& options) {
  if (options.cluster_name.empty()) {
    throw usage_error("--cluster-name is needed: the EKS cluster that the nodes join", "aws eks list-clusters");
  }
  if (!is_cluster_name(options.cluster_name)) {
    throw usage_error("--cluster-name: " + in_quotes(options.cluster_name) +
                      " is no EKS cluster's name: letters, digits, - and _, a letter or digit first, at most 100");
  }
  if (options.provisioner == Provisioner::karpenter) {
    check_role(options);
  }
  check_region(options);
  for (const std::string& id : options.capacity_reservations) {
    if (!is_reservation_id(id)) {
      throw usage_error("--capacity-reservation: " + in_quotes(id) +
                        " is not a reservation's id: cr- and 8 or 17 hexadecimal digits");
    }
  }
  check_labels_and_taints(options);
}

void check_zones(const PoolOptions& options, const catalog::Catalog& catalog) {
  std::string region = options.region;
  for (const std::string& zone : options.zones) {
    const auto own = region_of_zone(zone, catalog);
    if (!own) {
      throw usage_error("--zone: unknown zone " + in_quotes(zone),
                        "a zone is its region and a letter, such as " + (region.empty() ? "us-east-1" : region) + "a");
    }
    if (!region.empty() && *own != region) {
      throw usage_error("--zone: " + in_quotes(zone) + " is in " + *own + ", not in " + region,
                        options.region.empty() ? "all zones of a pool are in one region"
                                               : "such as " + region + "a, or --region " + *own);
    }
    region = *own;
    const bool local = zone.size() != own->size() + 1;
    if (local && options.provisioner == Provisioner::eksctl) {
      throw usage_error("--zone: " + in_quotes(zone) + " is a local zone, which managed node groups cannot use",
                        "--provisioner karpenter");
    }
  }
}

void check_pool_names(const PoolOptions& options, std::span<const std::string> names) {
  if (!k8s::is_dns_label(options.name)) {
    throw usage_error("NAME: " + in_quotes(options.name) +
                      " is not a Kubernetes name: lower-case letters, digits and -, a letter or digit at both ends, at "
                      "most 63");
  }
  for (const std::string& name : names) {
    if (name.size() > k_most_name_characters) {
      throw usage_error(
          "NAME: with what is added to it, " + in_quotes(name) + " is longer than 63 characters",
          "a NAME of at most " + std::to_string(k_most_name_characters - (name.size() - options.name.size())));
    }
  }
  const bool begins_with_letter = std::isalpha(static_cast<unsigned char>(options.name.front())) != 0;
  if (options.provisioner == Provisioner::eksctl && !begins_with_letter) {
    throw usage_error("NAME: eksctl's groups begin with a letter, " + in_quotes(options.name) + " does not");
  }
}

void apply_efa(const PoolOptions& options, Selection& selection, std::vector<std::string>& warnings) {
  if (!options.efa) {
    return;
  }
  std::vector<const catalog::InstanceType*> kept;
  std::vector<const catalog::InstanceType*> without;
  std::vector<const catalog::InstanceType*> unknown;
  for (const catalog::InstanceType* type : selection.types) {
    (type->efa_interfaces == 0 ? without : kept).push_back(type);
    if (!type->efa_interfaces) {
      unknown.push_back(type);
    }
  }
  if ((selection.by_name && !without.empty()) || kept.empty()) {
    throw usage_error("--efa: " + name_list(without) + (without.size() == 1 ? " has" : " have") + " no EFA interface",
                      "kubectl gpu instance list --provider aws --feature efa");
  }
  if (options.zones.size() != 1) {
    throw usage_error("--efa needs exactly one --zone: its traffic does not leave a zone",
                      "such as --zone " + (options.region.empty() ? "us-east-1" : options.region) + "a");
  }
  if (!without.empty()) {
    selection.left_out.push_back("left out, no EFA interface: " + name_list(without));
  }
  if (!unknown.empty()) {
    warnings.push_back("the catalogue does not know whether " + name_list(unknown) +
                       (unknown.size() == 1 ? " has" : " have") + " EFA");
  }
  selection.types = std::move(kept);
}

}  // namespace kgpu::pool
