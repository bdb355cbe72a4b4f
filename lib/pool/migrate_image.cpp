#include "migrate_parts.hpp"

#include "kgpu/base/error.hpp"
#include "kgpu/base/text.hpp"

#include <algorithm>
#include <array>

namespace kgpu::pool {
namespace {

using output::Json;

constexpr const char* k_place = "/spec/amiSelectorTerms";

/// The families that v1 finds images of by itself, and their alias.
constexpr std::array<std::pair<std::string_view, std::string_view>, 5> k_aliases = {{
    {"AL2", "al2"},
    {"AL2023", "al2023"},
    {"Bottlerocket", "bottlerocket"},
    {"Windows2019", "windows2019"},
    {"Windows2022", "windows2022"},
}};

Json one_term(const char* key, const std::string& value) {
  return Json::array().push(Json::object().set(key, value));
}

std::string version_of(const catalog::AmiRelease& release) {
  return (release.version.starts_with('v') ? "" : "v") + std::string(release.version);
}

MigratedImage asked_image(const AmiChoice& ami, const std::string& family, Draft& draft) {
  draft.remarks.above(k_place, "--ami: the class named no image");
  if (ami.kind == AmiChoice::Kind::alias) {
    return {.family = "", .terms = one_term("alias", ami.text)};
  }
  const char* key = ami.kind == AmiChoice::Kind::id ? "id" : "ssmParameter";
  return {.family = family == "Ubuntu" ? "AL2" : family,
          .terms = one_term(key, ami.text),
          .was_ubuntu = family == "Ubuntu"};
}

/// The release data/ pins: v1alpha5 replaced no node for a newer image, unless drift was switched on.
MigratedImage pinned(const std::string& alias, const catalog::Catalog& catalog, Draft& draft) {
  const catalog::AmiRelease* release = catalog.ami_release(alias);
  if (release == nullptr) {
    throw data_error("ami_releases.csv has no release of " + alias);
  }
  draft.remarks.above(k_place, "pinned to the release of " + release->released.to_string() + " (Kubernetes " +
                                   std::string(release->kubernetes) +
                                   "): with @latest each release replaces every node, which was off in v1alpha5");
  return {.family = "", .terms = one_term("alias", alias + "@" + version_of(*release))};
}

MigratedImage latest(const std::string& alias, Draft& draft) {
  draft.remarks.above(
      k_place, "the newest release, as before: each one replaces every node; --ami " + alias + "@VERSION pins it");
  return {.family = "", .terms = one_term("alias", alias + "@latest")};
}

/// AL2's images end at Kubernetes 1.32. A class with a script of its own stays: the script was written for AL2.
MigratedImage after_al2(const std::string& field, bool has_user_data, const catalog::Catalog& catalog, Draft& draft) {
  const std::string reason = "AL2 has no images beyond Kubernetes 1.32";
  if (has_user_data) {
    draft.lose(field, reason + ", and userData was written for it: change both, or name an image with --ami", "/spec");
    return {.family = "", .terms = one_term("alias", "al2@latest")};
  }
  draft.note(field, "AL2 became AL2023: " + reason + "; --ami al2@latest keeps it");
  draft.remarks.above(k_place, "was AL2: it has no images beyond Kubernetes 1.32");
  return draft.object().generation == Generation::alpha ? pinned("al2023", catalog, draft) : latest("al2023", draft);
}

MigratedImage own_image(const std::string& family, const std::string& field, bool has_user_data,
                        const catalog::Catalog& catalog, Draft& draft) {
  if (family == "AL2") {
    return after_al2(field, has_user_data, catalog, draft);
  }
  const auto* const found = std::ranges::find(k_aliases, family, &std::pair<std::string_view, std::string_view>::first);
  if (found == k_aliases.end()) {
    draft.lose(field, "v1 finds no images of " + family + " by itself: name one in amiSelectorTerms, or with --ami",
               "/spec");
    return {.family = family == "Ubuntu" ? "AL2" : family, .terms = Json(), .was_ubuntu = family == "Ubuntu"};
  }
  const std::string alias(found->second);
  const bool is_windows = alias.starts_with("windows");
  if (draft.object().generation == Generation::alpha && !is_windows) {
    return pinned(alias, catalog, draft);
  }
  if (is_windows) {  // the CRD takes no other version
    return {.family = "", .terms = one_term("alias", alias + "@latest")};
  }
  return latest(alias, draft);
}

Json beta_terms(Fields& spec, Draft& draft) {
  auto terms = Json::array();
  std::size_t index = 0;
  for (const Json* element : spec.take_list("amiSelectorTerms")) {
    Fields term(draft.object(), element, spec.path_of("amiSelectorTerms") + "[" + std::to_string(index++) + "]");
    auto kept = Json::object();
    for (const char* key : {"id", "name", "owner", "tags"}) {
      if (const Json* value = term.take(key)) {
        kept.set(key, *value);
      }
    }
    draft.lose_left(term, "/spec");
    terms.push(std::move(kept));
  }
  return terms;
}

/// v1 and Karpenter 1: what a class that boots by its own script must do itself.
void check_custom(const std::string& family, const std::string& field, const std::string& user_data, Draft& draft) {
  constexpr std::string_view k_taint = "karpenter.sh/unregistered";
  if (family == "Custom" && user_data.find(k_taint) == std::string::npos) {
    draft.lose(field,
               "with amiFamily Custom the node must register with the taint " + std::string(k_taint) +
                   ":NoExecute, or Karpenter never takes it in",
               "/spec");
  }
}

}  // namespace

AmiChoice parse_migration_ami(std::string_view text) {
  constexpr std::array<std::string_view, 4> k_more = {"al2@", "windows2019@", "windows2022@", "windows2025@"};
  for (const std::string_view family : k_more) {
    const std::string_view version = text.substr(std::min(family.size(), text.size()));
    if (text.starts_with(family) && !version.empty() && (family == "al2@" || version == "latest")) {
      return {AmiChoice::Kind::alias, std::string(text), std::nullopt};
    }
  }
  return parse_ami(text);
}

MigratedImage migrated_image(Fields& spec, const MigrationOptions& options, const catalog::Catalog& catalog,
                             Draft& draft) {
  const bool alpha = draft.object().generation == Generation::alpha;
  const auto written = spec.take_text("amiFamily");
  const std::string family = written.value_or("AL2");  // v1alpha1's default; v1beta1 required it
  const auto user_data = spec.take_text("userData");
  Json terms = alpha ? image_selector_terms(spec, draft) : beta_terms(spec, draft);
  check_custom(family, spec.path_of("userData"), user_data.value_or(""), draft);
  if (std::get<Json::Array>(terms.value()).empty()) {
    if (spec.has("launchTemplate") && !options.ami) {
      return {};  // the template had the image
    }
    return options.ami ? asked_image(*options.ami, family, draft)
                       : own_image(family, spec.path_of("amiFamily"), user_data.has_value(), catalog, draft);
  }
  if (!written) {
    draft.remarks.beside("/spec/amiFamily", "v1alpha1's default, now written out");
  }
  if (family == "Ubuntu") {
    draft.remarks.beside("/spec/amiFamily", "was Ubuntu, which v1 does not know: its boot script is AL2's");
    return {.family = "AL2", .terms = std::move(terms), .was_ubuntu = true};
  }
  return {.family = family, .terms = std::move(terms)};
}

}  // namespace kgpu::pool
