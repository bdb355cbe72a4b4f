#include "fact_sheet.hpp"

#include "kgpu/base/text.hpp"

#include <algorithm>

namespace kgpu::instance {
namespace {

constexpr std::size_t k_indent = 2;

}  // namespace

void FactSheet::add(std::string key, std::string value) {
  if (!value.empty()) {
    lines_.push_back({depth_, std::move(key), std::move(value)});
  }
}

void FactSheet::begin_section(std::string key) {
  lines_.push_back({depth_, std::move(key), ""});
  ++depth_;
}

void FactSheet::add_block(const std::string& lines) {
  for (const std::string& line : split(lines, '\n')) {
    if (!line.empty()) {
      lines_.push_back({depth_, "", line});
    }
  }
}

std::string FactSheet::text() const {
  std::size_t width = 0;
  for (const Line& line : lines_) {
    if (!line.value.empty() && !line.key.empty()) {
      width = std::max(width, line.depth * k_indent + line.key.size() + 1);
    }
  }
  std::string text;
  for (const Line& line : lines_) {
    std::string row(line.depth * k_indent, ' ');
    if (!line.key.empty()) {
      row += line.key + ":";
      row += line.value.empty() ? "" : std::string(width + 2 - row.size(), ' ');
    }
    // Values come from data files: none may move the cursor or begin a line.
    text += row + printable(line.value, line.value.size()) + "\n";
  }
  return text;
}

}  // namespace kgpu::instance
