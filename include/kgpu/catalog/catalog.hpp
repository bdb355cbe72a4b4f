#pragma once

#include "kgpu/catalog/tables.hpp"

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace kgpu::catalog {

/// A file of `data/` that another module compiles in: the catalogue knows how many rows it has, and its provenance.
struct FigureFile {
  std::string_view name;
  std::size_t rows = 0;
};

/// The tables as views: over the compiled-in arrays, or over what an overlay owns.
struct Tables {
  std::span<const InstanceType> instance_types;
  std::span<const PriceRow> prices;
  std::span<const CapacityBlockPrice> capacity_block_prices;
  std::span<const Accelerator> accelerators;
  std::span<const AcceleratorAlias> accelerator_aliases;
  std::span<const AcceleratorOfTypes> accelerators_of_types;
  std::span<const MigProfile> mig_profiles;
  std::span<const MigUsableMemory> mig_usable_memory;
  std::span<const Model> models;
  std::span<const ModelAlias> model_aliases;
  std::span<const KarpenterLabels> karpenter_labels;
  std::span<const AmiRelease> ami_releases;
  std::span<const AcceleratorUse> accelerator_uses;
  std::span<const DriverMinimum> driver_minimums;
  std::span<const Provenance> provenance;
  std::span<const Rate> rates;  ///< empty in the built-in catalogue
  std::span<const FigureFile> figure_files;
};

/// Everything the tool knows offline. Cheap to copy; immutable.
class Catalog {
 public:
  /// The catalogue compiled into the program. Needs no parsing: the tables are constants.
  static const Catalog& built_in();

  Catalog(Tables tables, std::shared_ptr<const void> owner) : tables_(tables), owner_(std::move(owner)) {}

  [[nodiscard]] const Tables& tables() const { return tables_; }

  /// Exact name; case counts, as it does for the clouds.
  [[nodiscard]] const InstanceType* find_instance_type(std::string_view name) const;
  /// Rows of one type, by region.
  [[nodiscard]] std::span<const PriceRow> prices_of(const InstanceType& type) const;
  [[nodiscard]] const PriceRow* find_price(const InstanceType& type, std::string_view region) const;
  [[nodiscard]] const CapacityBlockPrice* find_capacity_block(std::string_view type, std::string_view region) const;
  [[nodiscard]] const Provenance& provenance(std::uint16_t index) const { return tables_.provenance[index]; }

  /// The regions that have any price for the provider, sorted.
  [[nodiscard]] std::vector<std::string_view> regions(Provider provider) const;
  /// Which provider has this region; empty when the catalogue knows none.
  [[nodiscard]] std::optional<Provider> provider_of_region(std::string_view region) const;

  /// Canonical name, alias or catalogue word, case ignored. `a100` names A100-40 and A100-80: all are returned, in
  /// table order; empty when nothing has that name.
  [[nodiscard]] std::vector<const Accelerator*> find_accelerators(std::string_view name) const;
  /// The row of the device a type carries: catalogue word and memory decide. Null for CPU types and unknown devices.
  [[nodiscard]] const Accelerator* accelerator_of(const InstanceType& type) const;
  [[nodiscard]] const KarpenterLabels* karpenter_labels(std::string_view instance_type) const;
  [[nodiscard]] const AmiRelease* ami_release(std::string_view family) const;
  /// The USE column for a type: `light inference`, `training`, …; empty on CPU types without a rule.
  [[nodiscard]] std::string_view use_of(const InstanceType& type) const;
  [[nodiscard]] const DriverMinimum* driver_minimum(std::string_view architecture) const;
  /// The card's own row where it has one, else its architecture's.
  [[nodiscard]] const DriverMinimum* driver_minimum(const Accelerator& accelerator) const;

 private:
  Tables tables_;
  std::shared_ptr<const void> owner_;
};

/// One file of an overlay or of an export: its name below the directory, and its text.
struct NamedText {
  std::string name;  ///< `aws_prices.csv`
  std::string text;
};

/// `base` with `texts` (files of directory `directory`, for messages) laid over it cell by cell: a blank cell keeps the
/// value,
/// `-` removes it, a new key adds a row (CONTRACTS §3, pools.md 33). Throws Error{data}: `DIR/FILE:LINE: COLUMN: …`.
[[nodiscard]] Catalog overlay(const Catalog& base, std::string_view directory, std::span<const NamedText> texts);

/// The catalogue as CSV files that `overlay` reads back without changing anything, sorted by name.
[[nodiscard]] std::vector<NamedText> export_files(const Catalog& catalog);

}  // namespace kgpu::catalog
