#include "files.hpp"

#include "lay.hpp"

#include "kgpu/output/csv.hpp"

namespace kgpu::catalog {
namespace {

/// A file name as a template argument.
template <std::size_t n>
struct Name {
  char text[n]{};
  consteval Name(const char (&literal)[n]) { std::copy_n(literal, n, text); }  // NOLINT(google-explicit-constructor)
  [[nodiscard]] constexpr std::string_view view() const { return {text, n - 1}; }
};

template <class Row>
std::string write_rows(std::span<const Row> rows, std::optional<Provider> provider) {
  std::string text;
  for (const Row& row : rows) {
    if constexpr (OfProvider<Row>) {
      if (row.provider != *provider) {
        continue;
      }
    }
    std::vector<std::string> cells;
    for (const Column<Row>& column : columns<Row>()) {
      if (column.role != Role::derived) {
        cells.push_back(column.write(row));
      }
    }
    text += output::csv_line(cells);
  }
  const auto header = header_of<Row>();
  return text.empty() ? text : output::csv_line(std::vector<std::string>(header.begin(), header.end())) + text;
}

template <class Row>
std::size_t count_rows(std::span<const Row> rows, Provider provider) {
  if constexpr (OfProvider<Row>) {
    return static_cast<std::size_t>(std::ranges::count(rows, provider, &Row::provider));
  } else {
    return rows.size();
  }
}

template <class Row>
Row row_of_sheet(Sheet<Row> Draft::*sheet);

template <Name name, auto sheet, auto view, Provider provider = Provider{}>
constexpr File file() {
  return {
      .name = name.view(),
      .columns = header_of<decltype(row_of_sheet(sheet))>,
      .lay =
          [](Draft& draft, const NamedText& text, Reading reading) {
            Layer(draft, draft.*sheet, name.view(), std::optional(provider), reading).lay(text.text);
          },
      .write = [](const Tables& tables) { return write_rows(tables.*view, provider); },
      .count = [](const Tables& tables) { return count_rows(tables.*view, provider); },
  };
}

void lay_provenance(Draft& draft, const NamedText& text, Reading reading) {
  Sheet<Provenance>& sheet = reading == Reading::whole ? draft.provenance : draft.overlay_provenance;
  if (reading == Reading::overlay) {
    sheet = draft.provenance;
  }
  Layer(draft, sheet, "provenance.csv", std::nullopt, reading).lay(text.text);
}

/// The rows that an overlay could read back: one of each key, the last, each with a day.
std::vector<Provenance> written_provenance(const Tables& tables) {
  std::vector<Provenance> rows;
  for (const Provenance& row : tables.provenance) {
    if (!row.as_of) {
      continue;
    }
    const auto same = std::ranges::find(rows, key_of(row), key_of<Provenance>);
    if (same == rows.end()) {
      rows.push_back(row);
    } else {
      *same = row;
    }
  }
  return rows;
}

std::string write_provenance(const Tables& tables) {
  const auto rows = written_provenance(tables);
  return write_rows(std::span<const Provenance>(rows), std::nullopt);
}

std::size_t count_provenance(const Tables& tables) {
  return written_provenance(tables).size();
}

constexpr File provenance_file() {
  File file = catalog::file<"provenance.csv", &Draft::provenance, &Tables::provenance>();
  file.lay = lay_provenance;
  file.write = write_provenance;
  file.count = count_provenance;
  return file;
}

constexpr File k_files[] = {
    file<"gpus.csv", &Draft::accelerators, &Tables::accelerators>(),
    file<"accelerator_aliases.csv", &Draft::accelerator_aliases, &Tables::accelerator_aliases>(),
    file<"accelerator_of_types.csv", &Draft::accelerators_of_types, &Tables::accelerators_of_types>(),
    file<"accelerator_use.csv", &Draft::accelerator_uses, &Tables::accelerator_uses>(),
    file<"driver_minimum.csv", &Draft::driver_minimums, &Tables::driver_minimums>(),
    file<"mig_profiles.csv", &Draft::mig_profiles, &Tables::mig_profiles>(),
    file<"mig_usable_memory.csv", &Draft::mig_usable_memory, &Tables::mig_usable_memory>(),
    file<"models.csv", &Draft::models, &Tables::models>(),
    file<"model_aliases.csv", &Draft::model_aliases, &Tables::model_aliases>(),
    file<"aws_instances.csv", &Draft::instance_types, &Tables::instance_types, Provider::aws>(),
    file<"gcp_instances.csv", &Draft::instance_types, &Tables::instance_types, Provider::gcp>(),
    file<"azure_instances.csv", &Draft::instance_types, &Tables::instance_types, Provider::azure>(),
    file<"karpenter_aws_accelerator_labels.csv", &Draft::karpenter_labels, &Tables::karpenter_labels>(),
    file<"ami_releases.csv", &Draft::ami_releases, &Tables::ami_releases>(),
    provenance_file(),
    file<"aws_prices.csv", &Draft::prices, &Tables::prices, Provider::aws>(),
    file<"gcp_prices.csv", &Draft::prices, &Tables::prices, Provider::gcp>(),
    file<"azure_prices.csv", &Draft::prices, &Tables::prices, Provider::azure>(),
    file<"aws_capacity_block_prices.csv", &Draft::capacity_block_prices, &Tables::capacity_block_prices>(),
    file<"rates.csv", &Draft::rates, &Tables::rates>(),
};

constexpr std::string_view k_figure_files[] = {
    "accelerator_efficiency.csv", "catalog_factors.csv",   "cpu_bandwidth.csv",     "device_names.csv",
    "engine_memory.csv",          "engine_support.csv",    "inventory_factors.csv", "measured_memory.csv",
    "measured_speed.csv",         "model_families.csv",    "model_shapes.csv",      "multi_node_types.csv",
    "neuron_support.csv",         "node_labels.csv",       "not_sold.csv",          "precisions.csv",
    "quantised_files.csv",        "recommend_factors.csv", "sizing_factors.csv",    "startup_taints.csv",
};

}  // namespace

std::span<const File> files() {
  return k_files;
}

std::span<const std::string_view> figure_files() {
  return k_figure_files;
}

}  // namespace kgpu::catalog
