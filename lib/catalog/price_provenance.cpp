#include "price_provenance.hpp"

#include "column.hpp"

#include "kgpu/base/error.hpp"
#include "kgpu/catalog/glob.hpp"

#include <algorithm>
#include <limits>
#include <tuple>

namespace kgpu::catalog {
namespace {

struct CellPlace {
  std::string_view file;
  std::string_view column;
  std::string_view region;
  std::string_view type;
};

bool covers(const Provenance& row, const CellPlace& cell) {
  return row.file == cell.file && (row.column == "*" || row.column == cell.column) &&
         (row.region == "*" || row.region == cell.region) && glob_matches(row.types, cell.type);
}

/// Greater is more specific: the region counts first, then the types, then the column.
auto rank(const Provenance& row) {
  const auto fixed = row.types.size() - static_cast<std::size_t>(std::ranges::count(row.types, '*'));
  return std::tuple(row.region != "*", !is_glob(row.types), fixed, row.column != "*");
}

struct Found {
  std::optional<std::size_t> index;
  bool ambiguous = false;
};

template <class RowOf>
Found most_specific(std::size_t count, RowOf row_of, const CellPlace& cell) {
  Found found;
  for (std::size_t i = 0; i < count; ++i) {
    const Provenance& row = row_of(i);
    if (!covers(row, cell)) {
      continue;
    }
    if (!found.index || rank(row) > rank(row_of(*found.index))) {
      found = {.index = i, .ambiguous = false};
    } else if (rank(row) == rank(row_of(*found.index))) {
      found.ambiguous = true;
    }
  }
  return found;
}

template <class Row>
std::size_t place_of(std::string_view column) {
  const auto all = columns<Row>();
  return static_cast<std::size_t>(std::ranges::find(all, column, &Column<Row>::name) - all.begin());
}

constexpr std::string_view k_on_demand = "on_demand_usd_per_hour";
constexpr std::string_view k_spot = "spot_usd_per_hour";
constexpr std::string_view k_savings = "spot_savings_percent";
constexpr std::string_view k_block = "capacity_block_usd_per_hour";

/// Calls `each(entry, column, provenance)` for every cell that holds a price and was written in a file.
template <class Each>
void for_each_price(Draft& draft, Each each) {
  for (Entry<PriceRow>& entry : draft.prices) {
    if (entry.origin.line == 0) {
      continue;
    }
    PriceRow& row = entry.row;
    if (row.on_demand) {
      each(entry, k_on_demand, row.on_demand->provenance);
    }
    if (row.spot) {
      each(entry, k_spot, row.spot->provenance);
    }
    if (row.spot_savings_percent) {
      each(entry, k_savings, row.spot_savings_provenance);
    }
  }
  for (Entry<CapacityBlockPrice>& entry : draft.capacity_block_prices) {
    if (entry.origin.line != 0) {
      each(entry, k_block, entry.row.per_instance.provenance);
    }
  }
}

template <class Row>
CellPlace cell_place(const Entry<Row>& entry, std::string_view column) {
  return {.file = entry.origin.file, .column = column, .region = entry.row.region, .type = entry.row.instance_type};
}

std::uint16_t add_row(Draft& draft, const Provenance& row) {
  if (draft.provenance.size() > std::numeric_limits<std::uint16_t>::max()) {
    throw data_error(draft.directory + "/provenance.csv: more rows than can be kept");
  }
  draft.provenance.push_back({row, {}});
  return static_cast<std::uint16_t>(draft.provenance.size() - 1);
}

/// The row for figures of an overlay's file that no provenance speaks of; one per file.
std::uint16_t unsourced_row(Draft& draft, std::string_view file) {
  const auto found = std::ranges::find_if(draft.provenance, [&](const Entry<Provenance>& entry) {
    return entry.row.overlaid && !entry.row.as_of && entry.row.file == file;
  });
  if (found != draft.provenance.end()) {
    return static_cast<std::uint16_t>(found - draft.provenance.begin());
  }
  return add_row(draft, {.file = file,
                         .column = "*",
                         .region = "*",
                         .types = "*",
                         .source = draft.texts.keep("overlay " + std::string(file)),
                         .as_of = std::nullopt,
                         .overlaid = true});
}

}  // namespace

void resolve_provenance(Draft& draft) {
  if (draft.provenance.size() > std::numeric_limits<std::uint16_t>::max()) {
    throw data_error(draft.directory + "/provenance.csv: more rows than can be kept");
  }
  const auto row_of = [&](std::size_t i) -> const Provenance& { return draft.provenance[i].row; };
  for_each_price(draft, [&](const auto& entry, std::string_view column, std::uint16_t& provenance) {
    const Found found = most_specific(draft.provenance.size(), row_of, cell_place(entry, column));
    if (!found.index) {
      fail_at(draft, entry.origin, column, "no row of provenance.csv covers this price");
    }
    if (found.ambiguous) {
      fail_at(draft, entry.origin, column,
              "two rows of provenance.csv fit this price equally well, one in line " +
                  std::to_string(draft.provenance[*found.index].origin.line));
    }
    provenance = static_cast<std::uint16_t>(*found.index);
  });
}

void resolve_overlay_provenance(Draft& draft) {
  std::vector<std::uint16_t> added;
  for (const Entry<Provenance>& entry : draft.overlay_provenance) {
    if (entry.origin.line != 0 && entry.origin.changed != 0) {
      Provenance row = entry.row;
      row.overlaid = true;
      added.push_back(add_row(draft, row));
    }
  }
  const auto row_of = [&](std::size_t i) -> const Provenance& { return draft.provenance[added[i]].row; };
  for_each_price(draft, [&](const auto& entry, std::string_view column, std::uint16_t& provenance) {
    using Row = std::remove_cvref_t<decltype(entry.row)>;
    const std::uint64_t bit = std::uint64_t{1} << place_of<Row>(column);
    if ((entry.origin.given & bit) == 0) {
      return;
    }
    const Found found = most_specific(added.size(), row_of, cell_place(entry, column));
    if (found.index) {
      provenance = added[*found.index];
    } else if ((entry.origin.changed & bit) != 0) {
      provenance = unsourced_row(draft, entry.origin.file);
    }
  });
}

}  // namespace kgpu::catalog
