#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace kgpu::output {

enum class Align : std::uint8_t { left, right };

struct Column {
  std::string header;  ///< upper case, as kubectl's: `ON-DEMAND`
  Align align = Align::left;
  bool wide = false;  ///< shown with `-o wide` and in CSV only
};

/// Rows for people: every row has as many cells as there are columns; an empty cell is printed as `-`.
struct Table {
  std::vector<Column> columns;
  std::vector<std::vector<std::string>> rows;
};

struct TableOptions {
  bool wide = false;
  bool headers = true;
};

/// Columns three spaces apart, no trailing spaces. Widths count characters as a terminal shows them.
[[nodiscard]] std::string to_text(const Table& table, const TableOptions& options);

/// RFC 4180, all columns, LF line ends; an unknown cell is empty.
[[nodiscard]] std::string to_csv(const Table& table, const TableOptions& options);

}  // namespace kgpu::output
