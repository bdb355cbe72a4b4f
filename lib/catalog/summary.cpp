#include "kgpu/catalog/summary.hpp"

#include "files.hpp"

#include <algorithm>
#include <array>
#include <compare>
#include <functional>
#include <map>
#include <set>
#include <tuple>

namespace kgpu::catalog {
namespace {

constexpr std::array<std::string_view, 4> k_price_columns = {"on_demand_usd_per_hour", "spot_usd_per_hour",
                                                             "spot_savings_percent", "capacity_block_usd_per_hour"};

/// A source is one by its words, its day, and whether an overlay brought it.
using SourceKey = std::tuple<std::string_view, std::optional<Date>, bool>;

struct SourceFacts {
  std::set<std::string_view> columns;
  bool whole_rows = false;
  std::optional<std::size_t> cells;
};

using FileSources = std::map<std::string_view, std::map<SourceKey, SourceFacts>>;

std::string_view price_file(Provider provider) {
  switch (provider) {
    case Provider::aws:
      return "aws_prices.csv";
    case Provider::gcp:
      return "gcp_prices.csv";
    case Provider::azure:
      break;
  }
  return "azure_prices.csv";
}

SourceFacts& facts_of(FileSources& sources, std::string_view file, const Provenance& row) {
  return sources[file][{row.source, row.as_of, row.overlaid}];
}

/// Provenance is kept price by price, so that what is shown is what the prices rest on.
void add_prices(FileSources& sources, const Catalog& catalog) {
  const auto count = [&](std::string_view file, std::string_view column, std::uint16_t provenance) {
    SourceFacts& facts = facts_of(sources, file, catalog.provenance(provenance));
    facts.columns.insert(column);
    facts.cells = facts.cells.value_or(0) + 1;
  };
  for (const PriceRow& row : catalog.tables().prices) {
    const std::string_view file = price_file(row.provider);
    if (row.on_demand) {
      count(file, k_price_columns[0], row.on_demand->provenance);
    }
    if (row.spot) {
      count(file, k_price_columns[1], row.spot->provenance);
    }
    if (row.spot_savings_percent) {
      count(file, k_price_columns[2], row.spot_savings_provenance);
    }
  }
  for (const CapacityBlockPrice& row : catalog.tables().capacity_block_prices) {
    count("aws_capacity_block_prices.csv", k_price_columns[3], row.per_instance.provenance);
  }
}

bool holds_prices(std::string_view file) {
  return file.ends_with("_prices.csv");
}

void add_other_columns(FileSources& sources, const Catalog& catalog) {
  for (const Provenance& row : catalog.tables().provenance) {
    const bool whole_rows = row.column == "*";
    if (holds_prices(row.file) &&
        (whole_rows || std::ranges::find(k_price_columns, row.column) != k_price_columns.end())) {
      continue;
    }
    SourceFacts& facts = facts_of(sources, row.file, row);
    facts.whole_rows = facts.whole_rows || whole_rows;
    if (!whole_rows) {
      facts.columns.insert(row.column);
    }
  }
}

void add_rates(FileSources& sources, const Catalog& catalog) {
  for (const Rate& rate : catalog.tables().rates) {
    SourceFacts& facts = sources["rates.csv"][{rate.source, rate.as_of, true}];
    facts.whole_rows = true;
    facts.cells = facts.cells.value_or(0) + 1;
  }
}

std::vector<SourceSummary> listed(const std::map<SourceKey, SourceFacts>& sources) {
  std::vector<SourceSummary> list;
  for (const auto& [key, facts] : sources) {
    SourceSummary summary;
    std::tie(summary.source, summary.as_of, summary.overlaid) = key;
    summary.cells = facts.cells;
    if (!facts.whole_rows) {
      summary.columns.assign(facts.columns.begin(), facts.columns.end());
    }
    list.push_back(std::move(summary));
  }
  std::ranges::stable_sort(list, std::greater<>(), &SourceSummary::as_of);
  return list;
}

}  // namespace

std::optional<Date> FileSummary::oldest() const {
  std::optional<Date> day;
  for (const SourceSummary& source : sources) {
    if (source.as_of && (!day || *source.as_of < *day)) {
      day = source.as_of;
    }
  }
  return day;
}

std::optional<Date> FileSummary::newest() const {
  std::optional<Date> day;
  for (const SourceSummary& source : sources) {
    day = std::max(day, source.as_of);
  }
  return day;
}

std::vector<FileSummary> summarize(const Catalog& catalog) {
  FileSources sources;
  add_prices(sources, catalog);
  add_other_columns(sources, catalog);
  add_rates(sources, catalog);
  std::vector<FileSummary> summaries;
  for (const File& file : files()) {
    const std::size_t rows = file.count(catalog.tables());
    if (rows > 0) {
      summaries.push_back({.file = file.name, .rows = rows, .sources = listed(sources[file.name])});
    }
  }
  for (const FigureFile& file : catalog.tables().figure_files) {
    summaries.push_back({.file = file.name, .rows = file.rows, .sources = listed(sources[file.name])});
  }
  std::ranges::sort(summaries, {}, &FileSummary::file);
  return summaries;
}

}  // namespace kgpu::catalog
