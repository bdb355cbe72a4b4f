#include "migrate_entries.hpp"
#include "migrate_others.hpp"
#include "migrate_parts.hpp"

#include "kgpu/base/error.hpp"
#include "kgpu/base/text.hpp"
#include "kgpu/document/live_object.hpp"
#include "kgpu/pool/migrate.hpp"

#include <algorithm>
#include <map>
#include <set>

namespace kgpu::pool {
namespace {

using document::Manifest;
using output::Json;

/// A pool, the class it names and what it says of the kubelet.
struct PoolUse {
  Draft draft;
  std::string class_name;  ///< of the old manifest; empty when none is named
  Json kubelet;
  const Json* provider = nullptr;  ///< v1alpha5's inline class
};

PoolUse read_use(const OldObject& object) {
  PoolUse use{.draft = Draft(object), .class_name = {}, .kubelet = {}, .provider = nullptr};
  Fields whole(object, object.json, "");
  Fields spec = whole.take_fields("spec");
  if (object.generation == Generation::alpha) {
    use.kubelet = migrated_kubelet(spec.take_fields("kubeletConfiguration"), use.draft);
    use.class_name = spec.take_fields("providerRef").take_text("name").value_or("");
    use.provider = spec.take("provider");
    if (use.provider != nullptr && !use.class_name.empty()) {
      throw wrong(object, "spec.provider", "excludes spec.providerRef");
    }
  } else {
    Fields nodes = spec.take_fields("template").take_fields("spec");
    use.kubelet = migrated_kubelet(nodes.take_fields("kubelet"), use.draft);
    use.class_name = nodes.take_fields("nodeClassRef").take_text("name").value_or("");
  }
  return use;
}

/// Members in the order of their names, so that two that say the same compare equal.
std::string canonical(const Json& value) {
  const auto* object = std::get_if<Json::Object>(&value.value());
  if (object == nullptr) {
    return output::to_json(value);
  }
  std::map<std::string, std::string> members;
  for (const auto& [key, member] : *object) {
    members[key] = canonical(member);
  }
  std::string text;
  for (const auto& [key, member] : members) {
    text += key + "=" + member;
  }
  return text;
}

class Planner {
 public:
  Planner(std::span<const Manifest> manifests, const MigrationOptions& options, const catalog::Catalog& catalog)
      : options_(options), catalog_(catalog), entries_(read_entries(manifests)) {}

  Migration plan() {
    result_.findings = settle_doubles(entries_, options_.newer_wins);
    for (const Entry& entry : entries_) {
      if (entry.role == Role::node_class) {
        classes_.insert(entry.object.name);
        names_.insert(entry.object.name);
      }
    }
    read_pools();
    for (const Entry& entry : entries_) {
      if (entry.role != Role::other) {
        note_tracker(entry.object);
      }
      switch (entry.role) {
        case Role::pool:
          add_pool(entry);
          break;
        case Role::node_class:
          add_classes(entry.object, entry.object.json->find("spec"), "spec", uses_[entry.object.name]);
          break;
        case Role::superseded:
          break;
        case Role::other:
          leave_alone(*entry.manifest);
          break;
      }
    }
    result_.retired = retired_of(entries_);
    return std::move(result_);
  }

 private:
  /// GitOps tools write back what they keep.
  void note_tracker(const OldObject& object) {
    if (const auto tracker = document::tracker_of(*object.json)) {
      Draft draft(object);
      draft.note("", "kept by " + tracker->tool + " (" + tracker->where +
                         "): put the result where that takes it from, and take the old manifest out there");
      take_findings(draft);
    }
  }

  /// Which classes v1 needs: kubelet settings moved to the class, so pools that differ in them cannot share one.
  void read_pools() {
    for (const Entry& entry : entries_) {
      if (entry.role == Role::pool) {
        names_.insert(pools_.emplace(&entry, read_use(entry.object)).first->second.class_name);
      }
    }
    for (const Entry& entry : entries_) {
      if (entry.role == Role::pool) {
        choose_class(entry, pools_.at(&entry));
      }
    }
  }

  void choose_class(const Entry& entry, PoolUse& use) {
    const std::string& name = use.class_name;
    if (use.provider != nullptr) {
      chosen_[&entry] = unused_name(entry.object.name, "-provider");
      return;
    }
    if (name.empty() || !is_read(name)) {
      chosen_[&entry] = name;
      if (!name.empty() && !is_null(use.kubelet)) {
        lose_kubelet(entry, use);
      }
      return;
    }
    std::vector<ClassUse>& uses = uses_[name];
    const auto same = std::ranges::find_if(
        uses, [&](const ClassUse& one) { return canonical(one.kubelet) == canonical(use.kubelet); });
    if (same != uses.end()) {
      chosen_[&entry] = same->name;
      return;
    }
    // A pool that says nothing keeps the plain name, wherever it stands; else the first one that says something.
    const bool plain_is_free = uses.empty() && (is_null(use.kubelet) || !has_plain_pool(name));
    const std::string own =
        plain_is_free || is_null(use.kubelet) ? name : unused_name(name + "-" + entry.object.name, "-kubelet");
    uses.push_back({own, use.kubelet, entry.object.title});
    chosen_[&entry] = own;
    if (own != name) {
      use.draft.note(kubelet_path(entry.object),
                     "a pool's kubelet settings are its class's in v1, and other pools of " + name +
                         " have others: " + own + " is a copy of the class with these");
    }
  }

  [[nodiscard]] bool is_read(const std::string& class_name) const { return classes_.contains(class_name); }

  [[nodiscard]] bool has_plain_pool(const std::string& class_name) const {
    return std::ranges::any_of(
        pools_, [&](const auto& pool) { return pool.second.class_name == class_name && is_null(pool.second.kubelet); });
  }

  static std::string kubelet_path(const OldObject& object) {
    return object.generation == Generation::alpha ? "spec.kubeletConfiguration" : "spec.template.spec.kubelet";
  }

  static void lose_kubelet(const Entry& entry, PoolUse& use) {
    use.draft.lose(kubelet_path(entry.object),
                   "belongs in spec.kubelet of the class " + use.class_name +
                       ", which is not migrated here: " + one_line(use.kubelet),
                   "/spec/template/spec");
  }

  /// JSON on one line, for a comment.
  static std::string one_line(const Json& value) {
    std::string text;
    for (const std::string& line : split(output::to_json(value), '\n')) {
      text += (text.ends_with(',') ? " " : "") + std::string(trim(line));
    }
    return text;
  }

  std::string unused_name(const std::string& wanted, const std::string& suffix) {
    std::string name = wanted;
    while (!names_.insert(name).second) {
      name += suffix;
    }
    return name;
  }

  void add_pool(const Entry& entry) {
    PoolUse& use = pools_.at(&entry);
    const std::string& class_name = chosen_.at(&entry);
    result_.objects.push_back(migrated_pool(class_name, use.draft));
    take_findings(use.draft);
    if (use.provider != nullptr) {
      add_classes(entry.object, use.provider, "spec.provider", {{class_name, use.kubelet, entry.object.title}});
    }
  }

  void add_classes(const OldObject& object, const Json* spec, const std::string& path, std::vector<ClassUse> uses) {
    if (uses.empty()) {
      uses.push_back({object.name, Json(), ""});
    }
    for (std::size_t i = 0; i < uses.size(); ++i) {
      Draft draft(object);
      result_.objects.push_back(migrated_class(spec, path, uses[i], options_, catalog_, draft));
      if (i == 0) {
        take_findings(draft);
      }
    }
  }

  void leave_alone(const Manifest& manifest) {
    result_.left_alone.push_back(title_of(manifest.object) + " (" + manifest.where + ")");
    for (Finding& finding : old_names_in(manifest)) {
      result_.findings.push_back(std::move(finding));
    }
  }

  void take_findings(Draft& draft) {
    for (Finding& finding : draft.findings) {
      result_.findings.push_back(std::move(finding));
    }
  }

  const MigrationOptions& options_;
  const catalog::Catalog& catalog_;
  std::vector<Entry> entries_;
  std::set<std::string> classes_;  ///< that are read here
  std::set<std::string> names_;    ///< of classes, taken
  std::map<const Entry*, PoolUse> pools_;
  std::map<const Entry*, std::string> chosen_;
  std::map<std::string, std::vector<ClassUse>> uses_;
  Migration result_;
};

}  // namespace

Migration plan_migration(std::span<const Manifest> manifests, const MigrationOptions& options,
                         const catalog::Catalog& catalog) {
  return Planner(manifests, options, catalog).plan();
}

std::vector<document::Document> render_migration(const Migration& migration) {
  std::vector<document::Document> documents;
  for (const MigratedObject& object : migration.objects) {
    documents.push_back({document::annotated_yaml(object.value, object.remarks), object.reference});
  }
  return documents;
}

std::string to_line(const Finding& finding) {
  return printable(finding.where, 400) + ": " + finding.object + ": " +
         (finding.field.empty() ? "" : printable(finding.field, 160) + ": ") + printable(finding.text, 600);
}

}  // namespace kgpu::pool
