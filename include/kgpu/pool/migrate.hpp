#pragma once

#include "kgpu/catalog/catalog.hpp"
#include "kgpu/document/annotated_yaml.hpp"
#include "kgpu/document/document.hpp"
#include "kgpu/document/live_object.hpp"
#include "kgpu/document/manifests.hpp"
#include "kgpu/pool/options.hpp"

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace kgpu::pool {

/// What old manifests may leave to settings that are gone.
struct MigrationOptions {
  std::optional<AmiChoice> ami;  ///< for classes that name no image of their own
  std::string role;              ///< for classes that name neither role nor instance profile; or the next, not both
  std::string instance_profile;
  /// Where a Provisioner and a NodePool of v1beta1 have one name, or two classes, take the newer and say so; else they
  /// are refused. For objects of one cluster, where both may stand.
  bool newer_wins = false;
};

/// `--ami` here: what parse_ami takes, and the aliases of families that old classes have (`al2@latest`,
/// `windows2022@latest`). Throws Error{usage}.
[[nodiscard]] AmiChoice parse_migration_ami(std::string_view text);

/// Something the user should know about one object.
struct Finding {
  std::string where;   ///< `gpu.yaml:2`
  std::string object;  ///< `provisioner/gpu`
  std::string field;   ///< `spec.launchTemplate`; empty when it is the object as a whole
  std::string text;
  /// The new manifest does not do what the old one did, or the server refuses it until something is added.
  bool is_loss = false;
};

/// A v1 object and the comments its lines have.
struct MigratedObject {
  document::ObjectReference reference;
  output::Json value;
  document::Remarks remarks;
};

/// An old object that v1 has no kind for: it stays until somebody deletes it.
struct Retired {
  document::ObjectReference object;
  std::optional<document::Tracker> tracker;  ///< who would write it again
};

/// What became of a set of manifests.
struct Migration {
  std::vector<MigratedObject> objects;  ///< in the order of the input
  std::vector<Finding> findings;        ///< in the order of the input
  std::vector<std::string> left_alone;  ///< `deployment/web (gpu.yaml:40)`: neither old nor Karpenter's
  std::vector<Retired> retired;         ///< in the order to delete them: a class after the pools that name it
};

/// The kinds that are migrated: `apiVersion` and `kind`, the oldest first.
[[nodiscard]] std::vector<document::ObjectReference> old_kinds();

/// karpenter.sh/v1alpha5 Provisioner with karpenter.k8s.aws/v1alpha1 AWSNodeTemplate, and v1beta1 NodePool with
/// EC2NodeClass, as v1 NodePool with EC2NodeClass: what the old API supplied where nothing was written is written out,
/// what has no equivalent is a finding and a comment (manifests.md §2.5). Everything else is left alone.
/// Throws Error{data} with file and line for a field that is not of its type, and for two objects that would become
/// one.
[[nodiscard]] Migration plan_migration(std::span<const document::Manifest> manifests, const MigrationOptions& options,
                                       const catalog::Catalog& catalog);

[[nodiscard]] std::vector<document::Document> render_migration(const Migration& migration);

/// `gpu.yaml:2: provisioner/gpu: spec.launchTemplate: …`
[[nodiscard]] std::string to_line(const Finding& finding);

}  // namespace kgpu::pool
