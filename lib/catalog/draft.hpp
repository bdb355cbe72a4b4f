#pragma once

#include "cell.hpp"

#include "kgpu/catalog/catalog.hpp"

#include <memory>
#include <vector>

namespace kgpu::catalog {

/// Where a row was written, and which of its columns (bits, by place in its column table) were.
struct Origin {
  std::string_view file;  ///< empty for a row of the catalogue that is overlaid
  std::size_t line = 0;
  std::uint64_t given = 0;    ///< not left blank
  std::uint64_t changed = 0;  ///< other than before
};

template <class Row>
struct Entry {
  Row row;
  Origin origin;
};

template <class Row>
using Sheet = std::vector<Entry<Row>>;

/// The catalogue while it is read or overlaid: every row knows where it comes from.
struct Draft {
  Sheet<InstanceType> instance_types;
  Sheet<PriceRow> prices;
  Sheet<CapacityBlockPrice> capacity_block_prices;
  Sheet<Accelerator> accelerators;
  Sheet<AcceleratorAlias> accelerator_aliases;
  Sheet<AcceleratorOfTypes> accelerators_of_types;
  Sheet<MigProfile> mig_profiles;
  Sheet<MigUsableMemory> mig_usable_memory;
  Sheet<Model> models;
  Sheet<ModelAlias> model_aliases;
  Sheet<KarpenterLabels> karpenter_labels;
  Sheet<AmiRelease> ami_releases;
  Sheet<AcceleratorUse> accelerator_uses;
  Sheet<DriverMinimum> driver_minimums;
  Sheet<Provenance> provenance;
  Sheet<Rate> rates;

  /// What an overlay's provenance.csv makes of `provenance`, which itself stays: its rows speak of the cells that are
  /// not overlaid.
  Sheet<Provenance> overlay_provenance;

  TextArena texts;
  std::string directory;  ///< for messages
  std::span<const FigureFile> figure_files;
  std::shared_ptr<const void> base_owner{};  ///< keeps the texts of the overlaid catalogue
};

/// A draft that holds the rows of `catalog`.
[[nodiscard]] std::unique_ptr<Draft> draft_of(const Catalog& catalog);

/// The finished catalogue; it owns the rows and the texts of the draft.
[[nodiscard]] Catalog finish(std::unique_ptr<Draft> draft);

/// `DIR/FILE:LINE: COLUMN: WHAT`, as Error{data}.
[[noreturn]] void fail_at(const Draft& draft, const Origin& origin, std::string_view column, const std::string& what);

}  // namespace kgpu::catalog
