#include "vector_row.hpp"

#include "../../lib/catalog/csv.hpp"

#include <charconv>
#include <fstream>
#include <regex>
#include <sstream>

namespace kgpu::judge {

const std::string& VectorRow::text(std::string_view column) const {
  static const std::string k_empty;
  const auto cell = cells.find(column);
  return cell == cells.end() ? k_empty : cell->second;
}

std::optional<double> VectorRow::number(std::string_view column) const {
  const std::string& cell = text(column);
  double value = 0;
  const auto [end, fault] = std::from_chars(cell.data(), cell.data() + cell.size(), value);
  return !cell.empty() && fault == std::errc() && end == cell.data() + cell.size() ? std::optional(value)
                                                                                   : std::nullopt;
}

std::optional<double> VectorRow::noted(const std::string& pattern) const {
  std::smatch match;
  const std::string& notes = text("notes");
  return std::regex_search(notes, match, std::regex(pattern)) ? std::optional(std::stod(match[1].str())) : std::nullopt;
}

bool VectorRow::notes(std::string_view words) const {
  return text("notes").find(words) != std::string::npos;
}

std::vector<VectorRow> read_vectors(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  std::ostringstream text;
  text << in.rdbuf();
  const auto csv = catalog::parse_csv(text.str(), path);
  std::vector<VectorRow> rows;
  for (const auto& row : csv.rows) {
    VectorRow vector;
    for (std::size_t i = 0; i < csv.header.size(); ++i) {
      vector.cells[csv.header[i]] = row.cells[i];
    }
    rows.push_back(std::move(vector));
  }
  return rows;
}

}  // namespace kgpu::judge
