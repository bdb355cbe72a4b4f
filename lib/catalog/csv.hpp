#pragma once

#include <string>
#include <string_view>
#include <vector>

/// Comma-separated values as RFC 4180 has them: cells in quotes may hold commas, quotes (doubled) and line breaks.
namespace kgpu::catalog {

struct CsvRow {
  std::size_t line = 0;  ///< where the row begins, from 1
  std::vector<std::string> cells;
};

struct Csv {
  std::vector<std::string> header;
  std::vector<CsvRow> rows;  ///< each with as many cells as the header
};

/// Ends of line may be LF or CRLF; a byte order mark and blank lines are passed over.
/// Throws Error{data} `NAME:LINE: …` for bytes that are not UTF-8, control characters, a stray or open quote, no
/// header, or a row with another number of cells than the header.
[[nodiscard]] Csv parse_csv(std::string_view text, std::string_view name);

}  // namespace kgpu::catalog
