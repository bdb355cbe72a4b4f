#include "kgpu/output/csv.hpp"

namespace kgpu::output {
namespace {

std::string field(const std::string& cell) {
  if (cell.find_first_of(",\"\r\n") == std::string::npos) {
    return cell;
  }
  std::string quoted = "\"";
  for (const char c : cell) {
    quoted += c == '"' ? std::string("\"\"") : std::string(1, c);
  }
  return quoted + '"';
}

}  // namespace

std::string csv_line(std::span<const std::string> cells) {
  std::string line;
  for (std::size_t i = 0; i < cells.size(); ++i) {
    line += (i == 0 ? "" : ",") + field(cells[i]);
  }
  return line + '\n';
}

}  // namespace kgpu::output
