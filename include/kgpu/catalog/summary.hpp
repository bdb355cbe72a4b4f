#pragma once

#include "kgpu/catalog/catalog.hpp"
#include "kgpu/output/json.hpp"
#include "kgpu/output/table.hpp"

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

/// What `catalog show` says: which figures the program carries, of which day, from where (pools.md 31).
namespace kgpu::catalog {

/// Where figures of a file come from.
struct SourceSummary {
  std::string_view source;
  std::optional<Date> as_of;              ///< empty for an overlay's figures without a day
  bool overlaid = false;                  ///< from `--catalog`
  std::vector<std::string_view> columns;  ///< sorted; empty when it speaks of the whole rows
  std::optional<std::size_t> cells;       ///< how many figures of price files are from it; empty where that is not kept
};

struct FileSummary {
  std::string_view file;
  std::size_t rows = 0;
  std::vector<SourceSummary> sources;  ///< the newest first, then by text

  [[nodiscard]] std::optional<Date> oldest() const;
  [[nodiscard]] std::optional<Date> newest() const;
};

/// Every file that has rows, by name. A source of prices counts only while a price is from it: one whose prices an
/// overlay replaced is gone. The texts are the catalogue's: it must outlive the result.
[[nodiscard]] std::vector<FileSummary> summarize(const Catalog& catalog);

/// One row a file.
[[nodiscard]] output::Table catalog_table(const std::vector<FileSummary>& files);

/// One row a source of a file.
[[nodiscard]] output::Table sources_table(const std::vector<FileSummary>& files);

/// `kind: Catalog`; docs/json/catalog.schema.json.
[[nodiscard]] output::Json catalog_json(const std::vector<FileSummary>& files);

}  // namespace kgpu::catalog
