#include "kgpu/catalog/type_sources.hpp"

#include "kgpu/catalog/glob.hpp"

#include <algorithm>
#include <string>

namespace kgpu::catalog {

std::vector<const Provenance*> type_sources(const Catalog& catalog, const InstanceType& type) {
  const std::string file = std::string(to_string(type.provider)) + "_instances.csv";
  std::vector<const Provenance*> sources;
  for (const Provenance& row : catalog.tables().provenance) {
    if (row.file != file || !glob_matches(row.types, type.name)) {
      continue;
    }
    const auto same_column =
        std::ranges::find_if(sources, [&](const Provenance* known) { return known->column == row.column; });
    if (same_column == sources.end()) {
      sources.push_back(&row);
    } else if (row.types.size() > (*same_column)->types.size()) {
      *same_column = &row;  // of two globs that match, the longer one says more
    }
  }
  return sources;
}

}  // namespace kgpu::catalog
