#pragma once

#include "old_object.hpp"

#include "kgpu/document/manifests.hpp"
#include "kgpu/pool/migrate.hpp"

#include <cstdint>
#include <span>
#include <vector>

namespace kgpu::pool {

/// What a manifest is to the migration.
enum class Role : std::uint8_t {
  pool,
  node_class,
  superseded,  ///< a newer object of its name is read too
  other,       ///< neither old nor Karpenter's
};

struct Entry {
  const document::Manifest* manifest = nullptr;
  Role role = Role::other;
  OldObject object;  ///< not of `other`
};

/// The manifests in their order. Throws Error{data} for an old object without a name.
[[nodiscard]] std::vector<Entry> read_entries(std::span<const document::Manifest> manifests);

/// A Provisioner and a NodePool of one name, or one object in two files, would become the same: with `newer_wins` the
/// older one is superseded, which is a finding. Throws Error{data} else, and for two of one generation.
[[nodiscard]] std::vector<Finding> settle_doubles(std::vector<Entry>& entries, bool newer_wins);

/// Those whose kind is gone in v1, in the order to delete them.
[[nodiscard]] std::vector<Retired> retired_of(std::span<const Entry> entries);

}  // namespace kgpu::pool
