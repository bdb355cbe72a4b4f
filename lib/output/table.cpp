#include "kgpu/output/table.hpp"

#include "terminal_width.hpp"

#include "kgpu/base/error.hpp"
#include "kgpu/base/text.hpp"
#include "kgpu/output/csv.hpp"

#include <algorithm>

namespace kgpu::output {
namespace {

constexpr std::size_t k_gap = 3;

/// What the terminal is given for a cell: a name out of a file must not move the cursor or begin a line.
std::string shown(const std::string& cell) {
  return cell.empty() ? "-" : printable(cell, cell.size());
}

void check_shape(const Table& table) {
  for (const auto& row : table.rows) {
    if (row.size() != table.columns.size()) {
      throw Error(ErrorKind::internal, "a table row has another number of cells than there are columns");
    }
  }
}

}  // namespace

std::string to_text(const Table& table, const TableOptions& options) {
  check_shape(table);
  std::vector<std::size_t> columns;
  for (std::size_t i = 0; i < table.columns.size(); ++i) {
    if (options.wide || !table.columns[i].wide) {
      columns.push_back(i);
    }
  }

  std::vector<std::vector<std::string>> lines;
  lines.reserve(table.rows.size() + 1);
  if (options.headers) {
    auto& line = lines.emplace_back();
    for (const std::size_t i : columns) {
      line.push_back(table.columns[i].header);
    }
  }
  for (const auto& row : table.rows) {
    auto& line = lines.emplace_back();
    for (const std::size_t i : columns) {
      line.push_back(shown(row[i]));
    }
  }

  std::vector<std::size_t> widths(columns.size(), 0);
  for (const auto& line : lines) {
    for (std::size_t i = 0; i < line.size(); ++i) {
      widths[i] = std::max(widths[i], terminal_width(line[i]));
    }
  }

  std::string text;
  for (const auto& line : lines) {
    for (std::size_t i = 0; i < line.size(); ++i) {
      const std::size_t padding = widths[i] - terminal_width(line[i]);
      const bool right = table.columns[columns[i]].align == Align::right;
      text.append(i == 0 ? 0 : k_gap, ' ');
      text.append(right ? padding : 0, ' ');
      text += line[i];
      text.append(right ? 0 : padding, ' ');
    }
    text.erase(text.find_last_not_of(' ') + 1);
    text += '\n';
  }
  return text;
}

std::string to_csv(const Table& table, const TableOptions& options) {
  check_shape(table);
  std::string text;
  if (options.headers) {
    std::vector<std::string> headers;
    std::ranges::transform(table.columns, std::back_inserter(headers), &Column::header);
    text += csv_line(headers);
  }
  for (const auto& row : table.rows) {
    text += csv_line(row);
  }
  return text;
}

}  // namespace kgpu::output
