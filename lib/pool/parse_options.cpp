#include "kgpu/base/duration.hpp"
#include "kgpu/base/error.hpp"
#include "kgpu/base/quantity.hpp"
#include "kgpu/base/text.hpp"
#include "kgpu/pool/options.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <chrono>

namespace kgpu::pool {
namespace {

/// The images themselves need this much (EKS AL2023 snapshot).
constexpr std::int64_t k_least_volume_gib = 20;
/// gp3 (EC2NodeClass CRD, volumeSize).
constexpr std::int64_t k_most_volume_gib = 16384;

constexpr std::string_view k_digits = "0123456789";
constexpr std::string_view k_hex = "0123456789abcdef";

bool consists_of(std::string_view text, std::string_view set) {
  return text.find_first_not_of(set) == std::string_view::npos;
}

bool is_alphanumeric(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0;
}

/// `v20260714`. Karpenter puts the text as it is into the image's name, so without the v it finds none.
bool is_al2023_version(std::string_view version) {
  constexpr std::size_t k_date_digits = 8;
  return version.size() == k_date_digits + 1 && version.front() == 'v' && consists_of(version.substr(1), k_digits);
}

/// `v1.58.0`, `1.58.0`: Karpenter takes both.
bool is_bottlerocket_version(std::string_view version) {
  constexpr std::size_t k_most_digits = 4;
  const auto parts = split(version.substr(version.starts_with('v') ? 1 : 0), '.');
  return parts.size() == 3 && std::ranges::all_of(parts, [](std::string_view part) {
           return !part.empty() && part.size() <= k_most_digits && consists_of(part, k_digits);
         });
}

AmiChoice parse_alias(std::string_view text, std::size_t at) {
  const std::string_view family = text.substr(0, at);
  const std::string_view version = text.substr(at + 1);
  if (family != "al2023" && family != "bottlerocket") {
    throw usage_error("--ami: unknown image family " + in_quotes(family) + " (one of: al2023, bottlerocket)");
  }
  if (version != "latest" && !(family == "al2023" ? is_al2023_version(version) : is_bottlerocket_version(version))) {
    throw usage_error("--ami: " + in_quotes(text) + " names no release that could be found",
                      "such as al2023@v20260714, bottlerocket@v1.58.0 or @latest");
  }
  return {AmiChoice::Kind::alias, std::string(text), family == "al2023" ? AmiFamily::al2023 : AmiFamily::bottlerocket};
}

AmiChoice parse_ssm(std::string_view text) {
  constexpr std::size_t k_most_characters = 1011;  // AWS PutParameter, the whole name
  const std::string_view path = text.substr(std::string_view("ssm:").size());
  const bool path_like = std::ranges::all_of(
      path, [](char c) { return is_alphanumeric(c) || std::string_view("_.-/:").find(c) != std::string_view::npos; });
  if (path.empty() || path.size() > k_most_characters || !path_like) {
    throw usage_error("--ami: " + in_quotes(text) + " does not name an SSM parameter",
                      "such as ssm:/my/images/gpu/image_id");
  }
  return {AmiChoice::Kind::ssm_parameter, std::string(path), std::nullopt};
}

}  // namespace

std::string_view to_string(Provisioner provisioner) {
  return provisioner == Provisioner::karpenter ? "karpenter" : "eksctl";
}

std::string_view to_string(Stage stage) {
  constexpr std::array<std::string_view, 3> names = {"inference", "training", "development"};
  return names.at(static_cast<std::size_t>(stage));
}

std::string_view to_string(AmiFamily family) {
  return family == AmiFamily::al2023 ? "al2023" : "bottlerocket";
}

Provisioner parse_provisioner(std::string_view text) {
  for (const Provisioner one : {Provisioner::karpenter, Provisioner::eksctl}) {
    if (text == to_string(one)) {
      return one;
    }
  }
  throw usage_error("--provisioner: unknown value " + in_quotes(text) + " (one of: karpenter, eksctl)");
}

Stage parse_stage(std::string_view text) {
  for (const Stage one : {Stage::inference, Stage::training, Stage::development}) {
    if (text == to_string(one)) {
      return one;
    }
  }
  throw usage_error("--stage: unknown value " + in_quotes(text) + " (one of: inference, training, development)");
}

AmiFamily parse_ami_family(std::string_view text) {
  const std::string lower = to_lower(text);
  if (lower == "al2023" || lower == "amazonlinux2023") {
    return AmiFamily::al2023;
  }
  if (lower == "bottlerocket") {
    return AmiFamily::bottlerocket;
  }
  throw usage_error("--ami-family: unknown value " + in_quotes(text) + " (one of: al2023, bottlerocket)");
}

catalog::Capacity parse_capacity_flag(std::string_view text) {
  if (const auto capacity = catalog::parse_capacity(text)) {
    return *capacity;
  }
  throw usage_error("--capacity: unknown value " + in_quotes(text) + " (one of: on-demand, spot, reserved)");
}

std::int64_t parse_volume_gib(std::string_view text) {
  const auto size = Quantity::parse(text);
  const auto bytes = size ? size->whole() : std::nullopt;
  if (!bytes || *bytes < 0) {
    throw usage_error("--volume-size: " + in_quotes(text) + " is not a size, such as 200Gi");
  }
  if (consists_of(text, k_digits)) {
    throw usage_error("--volume-size: " + in_quotes(text) + " has no unit", "did you mean " + printable(text) + "Gi?");
  }
  if (*bytes % k_gib != 0) {
    throw usage_error("--volume-size: " + in_quotes(text) + " is not a whole number of Gi",
                      "did you mean " + std::to_string(std::max(*bytes / k_gib + 1, k_least_volume_gib)) + "Gi?");
  }
  const std::int64_t gib = *bytes / k_gib;
  if (gib < k_least_volume_gib || gib > k_most_volume_gib) {
    throw usage_error("--volume-size: " + in_quotes(text) + " is not from 20Gi (the image itself) to 16Ti (gp3)");
  }
  return gib;
}

std::string parse_lifetime(std::string_view text, std::string_view flag) {
  if (to_lower(text) == "never") {
    return "Never";
  }
  const std::string name(flag);
  const std::string_view number = text.substr(0, text.empty() ? 0 : text.size() - 1);
  constexpr std::size_t k_most_digits = 5;
  if (text.ends_with('d') && !number.empty() && number.size() <= k_most_digits && consists_of(number, k_digits)) {
    constexpr std::int64_t k_hours_per_day = 24;
    throw usage_error(name + ": " + in_quotes(text) + ": days are no unit here",
                      "did you mean " + std::to_string(std::stoll(std::string(number)) * k_hours_per_day) + "h?");
  }
  const auto duration = parse_duration(text);
  if (!duration) {
    throw usage_error(name + ": " + in_quotes(text) + " is not a duration, such as 10m, 1h30m or Never");
  }
  if (*duration < std::chrono::seconds(1)) {
    throw usage_error(name + ": " + in_quotes(text) + " is below one second");
  }
  return format_hms(*duration);
}

std::string parse_kubernetes_version(std::string_view text) {
  const std::string_view number = text.starts_with('v') ? text.substr(1) : text;
  const std::string_view minor = number.starts_with("1.") ? number.substr(2) : std::string_view();
  if (minor.empty() || minor.size() > 2 || minor.front() == '0' || !consists_of(minor, k_digits)) {
    throw usage_error("--kubernetes-version: " + in_quotes(text) + " is not a minor version, such as 1.34");
  }
  return std::string(number);
}

AmiChoice parse_ami(std::string_view text) {
  if (text.starts_with("ami-")) {
    const std::string_view digits = text.substr(std::string_view("ami-").size());
    if ((digits.size() != 8 && digits.size() != 17) || !consists_of(digits, k_hex)) {
      throw usage_error("--ami: " + in_quotes(text) + " is not an image's id: ami- and 8 or 17 hexadecimal digits");
    }
    return {AmiChoice::Kind::id, std::string(text), std::nullopt};
  }
  if (text.starts_with("ssm:")) {
    return parse_ssm(text);
  }
  if (const auto at = text.find('@'); at != std::string_view::npos) {
    return parse_alias(text, at);
  }
  throw usage_error("--ami: " + in_quotes(text) + " is none of: FAMILY@VERSION, ami-…, ssm:PATH");
}

}  // namespace kgpu::pool
