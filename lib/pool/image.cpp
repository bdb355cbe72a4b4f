#include "image.hpp"

#include "kgpu/base/error.hpp"
#include "kgpu/base/text.hpp"

#include <algorithm>
#include <charconv>

namespace kgpu::pool {
namespace {

using catalog::AmiRelease;
using catalog::Architecture;
using catalog::Catalog;
using catalog::InstanceType;

int leading_number(std::string_view text) {
  int number = 0;
  std::from_chars(text.data(), text.data() + text.size(), number);
  return number;
}

/// `1.34` -> 34; 0 for anything else.
int minor_of(std::string_view version) {
  return version.starts_with("1.") ? leading_number(version.substr(2)) : 0;
}

std::string without_v(std::string_view version) {
  return std::string(version.starts_with('v') ? version.substr(1) : version);
}

const AmiRelease& release_of(AmiFamily family, const Catalog& catalog) {
  const AmiRelease* release = catalog.ami_release(to_string(family));
  if (release == nullptr) {
    throw data_error("ami_releases.csv has no release of " + std::string(to_string(family)));
  }
  return *release;
}

/// `1.30-1.36` has the version asked for.
void check_kubernetes_version(const PoolOptions& options, const AmiRelease& release) {
  const auto ends = split(release.kubernetes, '-');
  const int asked = minor_of(options.kubernetes_version);
  if (options.kubernetes_version.empty() || ends.size() != 2 ||
      (asked >= minor_of(ends.front()) && asked <= minor_of(ends.back()))) {
    return;
  }
  throw usage_error("--kubernetes-version " + options.kubernetes_version + ": the release " +
                        std::string(release.family) + " " + std::string(release.version) + " has images for " +
                        std::string(release.kubernetes),
                    "name another image with --ami");
}

bool has_one_architecture(const Selection& selection) {
  return std::ranges::all_of(selection.types, [&](const InstanceType* type) {
    return type->architecture == selection.types.front()->architecture;
  });
}

/// AWS's word in image names and SSM paths.
std::string aws_architecture(const Selection& selection) {
  return selection.types.front()->architecture == Architecture::arm64 ? "arm64" : "x86_64";
}

/// Where AWS lists the images that Karpenter would take (it reads the same paths: pkg/providers/amifamily).
std::string ssm_folder(AmiFamily family, const Selection& selection, const std::string& kubernetes) {
  const bool nvidia = selection.vendor == Vendor::nvidia;
  if (family == AmiFamily::bottlerocket) {
    return "/aws/service/bottlerocket/aws-k8s-" + kubernetes + (nvidia ? "-nvidia/" : "/") +
           aws_architecture(selection);
  }
  const char* variant = nvidia ? "nvidia" : selection.vendor == Vendor::neuron ? "neuron" : "standard";
  return "/aws/service/eks/optimized-ami/" + kubernetes + "/amazon-linux-2023/" + aws_architecture(selection) + "/" +
         variant;
}

std::string newer_ones(AmiFamily family, const Selection& selection, const PoolOptions& options) {
  const std::string kubernetes = options.kubernetes_version.empty() ? "1.XX" : options.kubernetes_version;
  return "newer ones: aws ssm get-parameters-by-path --recursive --query 'Parameters[].Name' --path " +
         ssm_folder(family, selection, kubernetes);
}

/// The image without a driver, for AMD: Karpenter gives every host with a GPU the NVIDIA image of an alias.
Image standard_image(const PoolOptions& options, const Selection& selection, const AmiRelease& release,
                     AmiFamily family) {
  const std::string& kubernetes = options.kubernetes_version;
  const std::string version = without_v(release.version);
  const std::string name = family == AmiFamily::bottlerocket ? version
                                                             : "amazon-eks-node-al2023-" + aws_architecture(selection) +
                                                                   "-standard-" + kubernetes + "-v" + version;
  const std::string path = ssm_folder(family, selection, kubernetes) + "/" + name + "/image_id";
  return {.family = family,
          .ami = {AmiChoice::Kind::ssm_parameter, path, std::nullopt},
          .write_family = true,
          .notes = {"the standard image, release of " + release.released.to_string() +
                        ": an alias would bring hosts with an AMD GPU the NVIDIA image",
                    "the driver comes from the AMD GPU Operator", newer_ones(family, selection, options)}};
}

Image chosen_image(const PoolOptions& options, const Selection& selection, std::vector<std::string>& warnings) {
  const AmiChoice& ami = *options.ami;
  const AmiFamily family = family_of(options);
  if (ami.kind == AmiChoice::Kind::alias) {
    if (selection.vendor == Vendor::amd) {
      throw usage_error(
          "--ami " + words_of(ami) + ": on Karpenter an alias brings hosts with an AMD GPU the NVIDIA image",
          "--ami ami-…|ssm:PATH, or --kubernetes-version 1.34 for the standard image of that version");
    }
    if (ami.text.ends_with("@latest")) {
      warnings.push_back("--ami " + words_of(ami) + ": each release of the image replaces every node of the pool");
      return {.family = family,
              .ami = ami,
              .write_family = false,
              .notes = {"@latest: each release of the image replaces every node of the pool"}};
    }
    return {.family = family, .ami = ami, .write_family = false, .notes = {"pinned, as asked"}};
  }
  if (ami.kind == AmiChoice::Kind::id && !has_one_architecture(selection)) {
    throw usage_error("--ami " + words_of(ami) + " is an image of one architecture, and these types have two",
                      "an alias such as al2023@v20260714 stands for both");
  }
  Image image{.family = family,
              .ami = ami,
              .write_family = true,
              .notes = {"as asked: it must hold the drivers these types need"}};
  if (ami.kind == AmiChoice::Kind::ssm_parameter) {
    image.notes.emplace_back("when the parameter changes, Karpenter replaces every node of the pool");
  }
  return image;
}

}  // namespace

AmiFamily family_of(const PoolOptions& options) {
  const auto of_alias = options.ami ? options.ami->family : std::nullopt;
  if (of_alias && options.ami_family && *of_alias != *options.ami_family) {
    throw usage_error("--ami " + words_of(*options.ami) + " and --ami-family " +
                          std::string(to_string(*options.ami_family)) + " name different families",
                      "leave --ami-family out: the alias says it");
  }
  return of_alias ? *of_alias : options.ami_family.value_or(AmiFamily::al2023);
}

std::string words_of(const AmiChoice& ami) {
  return printable((ami.kind == AmiChoice::Kind::ssm_parameter ? "ssm:" : "") + ami.text);
}

void warn_of_drivers(const Selection& selection, const Catalog& catalog, AmiFamily family, std::string_view if_too_old,
                     std::vector<std::string>& warnings) {
  if (selection.vendor != Vendor::nvidia) {
    return;
  }
  const AmiRelease& release = release_of(family, catalog);
  const int driver = leading_number(release.nvidia_driver);
  std::vector<const catalog::Accelerator*> seen;
  for (const InstanceType* type : selection.types) {
    const catalog::Accelerator* card = catalog.accelerator_of(*type);
    if (card == nullptr || std::ranges::find(seen, card) != seen.end()) {
      continue;
    }
    seen.push_back(card);
    const auto* needs = catalog.driver_minimum(*card);
    const int first = needs == nullptr ? 0 : leading_number(needs->driver_branch);
    const int last = needs == nullptr ? 0 : leading_number(needs->last_branch);
    const std::string name(card->name);
    const std::string image = "the image " + std::string(release.family) + " " + std::string(release.version) +
                              " has driver " + std::string(release.nvidia_driver);
    if (first > driver) {
      warnings.push_back(name + " needs driver branch " + std::to_string(first) + ", " + image + ": " +
                         std::string(if_too_old));
    } else if (last != 0 && last < driver) {
      warnings.push_back("the last driver branch for " + name + " is " + std::to_string(last) + ", " + image +
                         ": without an image of your own (--ami) the GPU is not seen");
    } else if (last == driver) {
      warnings.push_back("the last driver branch for " + name + " is " + std::to_string(last) + ": " + image +
                         ", newer ones will not see the GPU");
    }
  }
}

Image image_of(const PoolOptions& options, const Selection& selection, const Catalog& catalog,
               std::vector<std::string>& warnings) {
  if (options.ami) {
    return chosen_image(options, selection, warnings);
  }
  const AmiFamily family = family_of(options);
  const AmiRelease& release = release_of(family, catalog);
  check_kubernetes_version(options, release);
  if (selection.vendor == Vendor::amd) {
    if (options.kubernetes_version.empty()) {
      throw usage_error("on Karpenter an alias would bring " + std::string(selection.types.front()->name) +
                            " the NVIDIA image, and its GPU is AMD's",
                        "--kubernetes-version 1.34 for the standard image of that version, or --ami ami-…|ssm:PATH");
    }
    return standard_image(options, selection, release, family);
  }
  warn_of_drivers(selection, catalog, family, "name a newer one with --ami", warnings);
  const std::string alias = std::string(to_string(family)) + "@v" + without_v(release.version);
  return {.family = family,
          .ami = {AmiChoice::Kind::alias, alias, family},
          .write_family = false,
          .notes = {"pinned to the release of " + release.released.to_string() +
                        ": with @latest each release would replace every node",
                    newer_ones(family, selection, options)}};
}

}  // namespace kgpu::pool
