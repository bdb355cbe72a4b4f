#pragma once

#include "column.hpp"
#include "csv.hpp"
#include "files.hpp"

#include "kgpu/base/text.hpp"

#include <algorithm>
#include <string>
#include <unordered_map>

/// Lays a CSV text over a sheet, row by row and cell by cell, as the sheet's columns say.
namespace kgpu::catalog {

/// Which columns of the row's table the cells of a file belong to, by place of the cell.
[[nodiscard]] std::vector<std::size_t> match_header(std::span<const std::string> header,
                                                    std::span<const std::string_view> columns,
                                                    std::span<const std::string_view> keys, Reading reading,
                                                    const std::string& name);

/// Order of the rows that are looked up by bisection: instance types and prices. The others stay as they are written.
bool row_less(const InstanceType& a, const InstanceType& b);
bool row_less(const PriceRow& a, const PriceRow& b);
bool row_less(const CapacityBlockPrice& a, const CapacityBlockPrice& b);

template <class Row>
concept Sorted = requires(const Row& row) {
  { row_less(row, row) } -> std::same_as<bool>;
};

template <class Row>
concept OfProvider = requires(const Row& row) {
  { row.provider } -> std::convertible_to<Provider>;
};

/// A row's key cells, joined by a character that no cell holds.
template <class Row>
std::string key_of(const Row& row) {
  std::string key;
  for (const Column<Row>& column : columns<Row>()) {
    if (column.is_key()) {
      key += column.write(row) + '\x1f';
    }
  }
  return key;
}

template <class Row>
class Layer {
 public:
  Layer(Draft& draft, Sheet<Row>& sheet, std::string_view file_name, std::optional<Provider> provider, Reading reading)
      : draft_(draft), sheet_(sheet), file_name_(file_name), provider_(provider), reading_(reading) {}

  void lay(std::string_view text) {
    const std::string name = draft_.directory + "/" + std::string(file_name_);
    const Csv csv = parse_csv(text, name);
    std::vector<std::string_view> keys;
    std::vector<std::size_t> in_file;
    for (std::size_t i = 0; i < columns<Row>().size(); ++i) {
      if (columns<Row>()[i].role != Role::derived) {
        in_file.push_back(i);
      }
      if (columns<Row>()[i].is_key()) {
        keys.push_back(columns<Row>()[i].name);
      }
    }
    places_ = match_header(csv.header, header_of<Row>(), keys, reading_, name);
    for (std::size_t& place : places_) {
      place = in_file[place];
    }
    remember_keys();
    for (const CsvRow& row : csv.rows) {
      lay_row(row);
    }
    if constexpr (Sorted<Row>) {
      const auto less = [](const auto& a, const auto& b) { return row_less(a.row, b.row); };
      if (!std::ranges::is_sorted(sheet_, less)) {
        std::ranges::stable_sort(sheet_, less);
      }
    }
  }

 private:
  void remember_keys() {
    for (std::size_t i = 0; i < sheet_.size(); ++i) {
      if constexpr (OfProvider<Row>) {
        if (sheet_[i].row.provider != *provider_) {
          continue;
        }
      }
      by_key_.emplace(key_of(sheet_[i].row), i);
    }
  }

  void lay_row(const CsvRow& cells) {
    Row fresh{};
    if constexpr (OfProvider<Row>) {
      fresh.provider = *provider_;
    }
    const Origin origin{.file = file_name_, .line = cells.line, .given = 0, .changed = 0};
    for_each_cell(cells, [&](const Column<Row>& column, std::size_t, const std::string& cell) {
      if (column.is_key()) {
        read(fresh, column, cell, origin);
      }
    });
    const auto [known, is_new] = by_key_.emplace(key_of(fresh), sheet_.size());
    if (is_new) {
      check_order(fresh, origin);
      sheet_.push_back({fresh, origin});
    } else if (sheet_[known->second].origin.line != 0) {
      fail_at(draft_, origin, first_key().name,
              "the row of line " + std::to_string(sheet_[known->second].origin.line) + " again");
    }
    Entry<Row>& entry = sheet_[known->second];
    entry.origin = origin;
    fill(entry, cells, is_new);
  }

  void fill(Entry<Row>& entry, const CsvRow& cells, bool is_new) {
    for_each_cell(cells, [&](const Column<Row>& column, std::size_t place, const std::string& cell) {
      if (column.is_key() || cell.empty()) {
        return;
      }
      const std::uint64_t bit = std::uint64_t{1} << place;
      entry.origin.given |= bit;
      const std::string before = is_new ? std::string() : column.write(entry.row);
      if (!is_new && cell == before) {
        return;
      }
      read(entry.row, column, cell, entry.origin);
      entry.origin.changed |= is_new || column.write(entry.row) != before ? bit : 0;
    });
    if (!is_new) {
      return;
    }
    for (std::size_t i = 0; i < columns<Row>().size(); ++i) {
      const bool given = (entry.origin.given >> i & 1U) != 0;
      if (columns<Row>()[i].role == Role::required && !given) {
        fail_at(draft_, entry.origin, columns<Row>()[i].name, "a new row needs a value here");
      }
    }
  }

  void read(Row& row, const Column<Row>& column, const std::string& cell, const Origin& origin) {
    const bool removed = cell == "-";
    if (removed && reading_ == Reading::whole) {
      fail_at(draft_, origin, column.name, "'-' has a meaning in overlays only");
    }
    if (removed && column.is_key()) {
      fail_at(draft_, origin, column.name, "'-' cannot remove a key");
    }
    if (removed && (column.role == Role::required || column.role == Role::of_file)) {
      fail_at(draft_, origin, column.name, "'-' cannot remove what every row has");
    }
    if (cell.empty() && column.role == Role::key) {
      fail_at(draft_, origin, column.name, "blank in a key");
    }
    const CellFault fault = column.read(row, removed ? std::string_view() : cell, draft_.texts);
    if (!fault.empty()) {
      fail_at(draft_, origin, column.name, fault);
    }
    if constexpr (OfProvider<Row>) {
      if (row.provider != *provider_) {
        fail_at(draft_, origin, column.name, in_quotes(cell) + " in the file of " + std::string(to_string(*provider_)));
      }
    }
  }

  void check_order(const Row& row, const Origin& origin) {
    if constexpr (Sorted<Row>) {
      if (reading_ == Reading::whole && !sheet_.empty() && row_less(row, sheet_.back().row)) {
        fail_at(draft_, origin, first_key().name, "out of order: the row belongs above the one before it");
      }
    }
  }

  template <class Each>
  void for_each_cell(const CsvRow& cells, Each each) {
    for (std::size_t i = 0; i < places_.size(); ++i) {
      each(columns<Row>()[places_[i]], places_[i], cells.cells[i]);
    }
  }

  static const Column<Row>& first_key() {
    return *std::ranges::find_if(columns<Row>(), [](const Column<Row>& column) { return column.is_key(); });
  }

  Draft& draft_;
  Sheet<Row>& sheet_;
  std::string_view file_name_;
  std::optional<Provider> provider_;
  Reading reading_;
  std::vector<std::size_t> places_;
  std::unordered_map<std::string, std::size_t> by_key_;
};

}  // namespace kgpu::catalog
