#include "migrate_entries.hpp"

#include "migrate_others.hpp"

#include "kgpu/base/error.hpp"
#include "kgpu/document/json_text.hpp"
#include "kgpu/document/live_object.hpp"

#include <map>
#include <string>
#include <string_view>
#include <utility>

namespace kgpu::pool {
namespace {

using document::Manifest;
using document::text_at;

struct OldKind {
  std::string_view api_version;
  std::string_view kind;
  Role role;
  Generation generation;
};

constexpr OldKind k_old_kinds[] = {
    {"karpenter.sh/v1alpha5", "Provisioner", Role::pool, Generation::alpha},
    {"karpenter.k8s.aws/v1alpha1", "AWSNodeTemplate", Role::node_class, Generation::alpha},
    {"karpenter.sh/v1beta1", "NodePool", Role::pool, Generation::beta},
    {"karpenter.k8s.aws/v1beta1", "EC2NodeClass", Role::node_class, Generation::beta},
};

Entry entry_of(const Manifest& manifest) {
  Entry entry;
  entry.manifest = &manifest;
  const std::string version = text_at(manifest.object, {"apiVersion"});
  const std::string kind = text_at(manifest.object, {"kind"});
  for (const OldKind& row : k_old_kinds) {
    if (row.api_version != version || row.kind != kind) {
      continue;
    }
    entry.role = row.role;
    entry.object = {.json = &manifest.object,
                    .generation = row.generation,
                    .where = manifest.where,
                    .title = title_of(manifest.object),
                    .name = text_at(manifest.object, {"metadata", "name"}),
                    .api = version.substr(version.find('/') + 1)};
    if (entry.object.name.empty()) {
      throw data_error(manifest.where + ": a " + kind + " without metadata.name");
    }
  }
  return entry;
}

Finding superseded_by(const OldObject& newer, const OldObject& older) {
  return {older.where, older.title, "",
          "left out: " + newer.title + " of " + newer.api +
              " has its name and is what was migrated; what this one says otherwise is not in the result",
          true};
}

}  // namespace

std::vector<document::ObjectReference> old_kinds() {
  std::vector<document::ObjectReference> kinds;
  for (const OldKind& row : k_old_kinds) {
    kinds.push_back({std::string(row.api_version), std::string(row.kind), "", ""});
  }
  return kinds;
}

std::vector<Entry> read_entries(std::span<const Manifest> manifests) {
  std::vector<Entry> entries;
  for (const Manifest& manifest : manifests) {
    entries.push_back(entry_of(manifest));
  }
  return entries;
}

std::vector<Finding> settle_doubles(std::vector<Entry>& entries, bool newer_wins) {
  std::vector<Finding> findings;
  std::map<std::pair<Role, std::string>, Entry*> seen;
  for (Entry& entry : entries) {
    if (entry.role == Role::other) {
      continue;
    }
    const auto [first, is_new] = seen.try_emplace({entry.role, entry.object.name}, &entry);
    if (is_new) {
      continue;
    }
    Entry& other = *first->second;
    if (!newer_wins || entry.object.generation == other.object.generation) {
      throw data_error(entry.object.where + ": " + entry.object.title + " and " + other.object.title + " (" +
                           other.object.where + ") would be one object in v1",
                       "leave one of them out");
    }
    const bool is_newer = entry.object.generation == Generation::beta;
    Entry& older = is_newer ? other : entry;
    Entry& newer = is_newer ? entry : other;
    findings.push_back(superseded_by(newer.object, older.object));
    older.role = Role::superseded;
    first->second = &newer;
  }
  return findings;
}

std::vector<Retired> retired_of(std::span<const Entry> entries) {
  std::vector<Retired> retired;
  for (const std::string_view kind : {"Provisioner", "AWSNodeTemplate"}) {
    for (const Entry& entry : entries) {
      if (entry.role != Role::other && text_at(*entry.object.json, {"kind"}) == kind) {
        const document::LiveObject object = document::live_object_of(*entry.object.json);
        retired.push_back({object.object, object.tracker});
      }
    }
  }
  return retired;
}

}  // namespace kgpu::pool
