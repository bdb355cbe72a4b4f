#pragma once

#include "old_object.hpp"

#include "kgpu/catalog/catalog.hpp"
#include "kgpu/document/annotated_yaml.hpp"
#include "kgpu/output/json.hpp"
#include "kgpu/pool/migrate.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

/// The parts a migrated object is put together from; each reads its fields of the old one.
namespace kgpu::pool {

/// Name, labels and annotations; without what the server or Karpenter writes.
[[nodiscard]] output::Json migrated_metadata(Fields& whole, Draft& draft);

/// Labels and annotations that a pool gives its nodes; null when there are none.
[[nodiscard]] output::Json node_metadata(Fields& fields, Draft& draft);

/// Karpenter's own domains: what v1 lets a pool require or set as a label; empty when it may, else the reason.
[[nodiscard]] std::string refused_label(std::string_view key);

/// `requirements`, with those that v1alpha5 added where nothing of the kind was written.
[[nodiscard]] output::Json migrated_requirements(Fields& fields, Draft& draft);

/// `taints`, `startupTaints`; null when there are none.
[[nodiscard]] output::Json migrated_taints(Fields& fields, std::string_view key, Draft& draft);

/// When nodes go, and how old they become.
struct Lifetime {
  output::Json disruption;
  std::string expire_after;
};
[[nodiscard]] Lifetime migrated_lifetime(Fields& spec, Draft& draft);

/// What the kubelet is told, as v1's class has it; null when nothing was said.
[[nodiscard]] output::Json migrated_kubelet(Fields kubelet, Draft& draft);

/// v1alpha1 selectors as terms: ids one by one, tags together, a comma between values as terms of their own.
[[nodiscard]] output::Json selector_terms(Fields& spec, std::string_view key, Draft& draft);
[[nodiscard]] output::Json image_selector_terms(Fields& spec, Draft& draft);

/// The image of a class, and the disks that came with its family.
struct MigratedImage {
  std::string family;  ///< empty with an alias, which says it
  output::Json terms;  ///< null when v1 cannot find one by itself
  bool was_ubuntu = false;
};
[[nodiscard]] MigratedImage migrated_image(Fields& spec, const MigrationOptions& options,
                                           const catalog::Catalog& catalog, Draft& draft);

[[nodiscard]] output::Json migrated_disks(Fields& spec, bool was_ubuntu, Draft& draft);
[[nodiscard]] output::Json migrated_metadata_options(Fields& spec, Draft& draft);

/// The whole objects. `class_name` is the class a pool is to name; empty when it named none.
[[nodiscard]] MigratedObject migrated_pool(const std::string& class_name, Draft& draft);

/// What the pools of a class say of it.
struct ClassUse {
  std::string name;        ///< of the class in v1
  output::Json kubelet;    ///< null when its pools say nothing
  std::string kubelet_of;  ///< `provisioner/gpu`
};
/// `spec` is the class's own, at `spec_path`, or a Provisioner's inline `provider`.
[[nodiscard]] MigratedObject migrated_class(const output::Json* spec, const std::string& spec_path, const ClassUse& use,
                                            const MigrationOptions& options, const catalog::Catalog& catalog,
                                            Draft& draft);

}  // namespace kgpu::pool
