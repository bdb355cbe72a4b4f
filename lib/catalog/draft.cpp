#include "draft.hpp"

#include "kgpu/base/error.hpp"

#include <fmt/format.h>

namespace kgpu::catalog {
namespace {

/// The rows of a finished catalogue, and whatever their texts point to.
struct Owned {
  std::vector<InstanceType> instance_types;
  std::vector<PriceRow> prices;
  std::vector<CapacityBlockPrice> capacity_block_prices;
  std::vector<Accelerator> accelerators;
  std::vector<AcceleratorAlias> accelerator_aliases;
  std::vector<AcceleratorOfTypes> accelerators_of_types;
  std::vector<MigProfile> mig_profiles;
  std::vector<MigUsableMemory> mig_usable_memory;
  std::vector<Model> models;
  std::vector<ModelAlias> model_aliases;
  std::vector<KarpenterLabels> karpenter_labels;
  std::vector<AmiRelease> ami_releases;
  std::vector<AcceleratorUse> accelerator_uses;
  std::vector<DriverMinimum> driver_minimums;
  std::vector<Provenance> provenance;
  std::vector<Rate> rates;
  std::unique_ptr<const Draft> draft;
};

/// Names each table of a draft, of a catalogue and of an owner together, once.
template <class A, class B, class Each>
void for_each_table(A& a, B& b, Each each) {
  each(a.instance_types, b.instance_types);
  each(a.prices, b.prices);
  each(a.capacity_block_prices, b.capacity_block_prices);
  each(a.accelerators, b.accelerators);
  each(a.accelerator_aliases, b.accelerator_aliases);
  each(a.accelerators_of_types, b.accelerators_of_types);
  each(a.mig_profiles, b.mig_profiles);
  each(a.mig_usable_memory, b.mig_usable_memory);
  each(a.models, b.models);
  each(a.model_aliases, b.model_aliases);
  each(a.karpenter_labels, b.karpenter_labels);
  each(a.ami_releases, b.ami_releases);
  each(a.accelerator_uses, b.accelerator_uses);
  each(a.driver_minimums, b.driver_minimums);
  each(a.provenance, b.provenance);
  each(a.rates, b.rates);
}

}  // namespace

std::unique_ptr<Draft> draft_of(const Catalog& catalog) {
  auto draft = std::make_unique<Draft>();
  for_each_table(catalog.tables(), *draft, [](const auto& rows, auto& sheet) {
    sheet.reserve(rows.size());
    for (const auto& row : rows) {
      sheet.push_back({row, {}});
    }
  });
  draft->figure_files = catalog.tables().figure_files;
  draft->base_owner = std::make_shared<Catalog>(catalog);
  return draft;
}

Catalog finish(std::unique_ptr<Draft> draft) {
  auto owned = std::make_shared<Owned>();
  for_each_table(*draft, *owned, [](const auto& sheet, auto& rows) {
    rows.reserve(sheet.size());
    for (const auto& entry : sheet) {
      rows.push_back(entry.row);
    }
  });
  Tables tables;
  tables.figure_files = draft->figure_files;
  owned->draft = std::move(draft);
  for_each_table(*owned, tables, [](const auto& rows, auto& view) { view = rows; });
  return {tables, owned};
}

void fail_at(const Draft& draft, const Origin& origin, std::string_view column, const std::string& what) {
  throw data_error(fmt::format("{}/{}:{}: {}: {}", draft.directory, origin.file, origin.line, column, what));
}

}  // namespace kgpu::catalog
