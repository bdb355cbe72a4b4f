// Turns the figures of data/ that a module reads into C++ constants, at build time:
//
//   kgpu_sizing_generator DATA_DIR OUTPUT.hpp MODULE
#include "../catalog/csv.hpp"

#include "kgpu/base/error.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cstdio>
#include <exception>
#include <fstream>
#include <optional>
#include <span>
#include <sstream>
#include <string>
#include <string_view>

namespace {

/// One file: its rows become `constexpr Row k_name[]`. A column's letter: `s` text, `n` number, `b` yes or no.
struct TableFile {
  std::string_view file;
  std::string_view row;
  std::string_view name;
  std::string_view columns;
};

constexpr TableFile k_sizing_tables[] = {
    {"precisions.csv", "Precision", "k_precisions", "snnnsss"},
    {"model_families.csv", "FamilyRow", "k_families", "sbbbbsnbnbbss"},
    {"model_shapes.csv", "ShapeRow", "k_shape_rows", "snnnnbnnnnnnnnnnnnbbnnnnnnnnnnnnbs"},
    {"quantised_files.csv", "QuantisedFileRow", "k_quantised_files", "sssnsss"},
    {"engine_memory.csv", "EngineRow", "k_engine_rows", "sssnsnnbsnnsns"},
    {"accelerator_efficiency.csv", "EfficiencyRow", "k_efficiencies", "snns"},
    {"measured_memory.csv", "MeasuredRow", "k_measured_rows", "sssssssnnnnnnnnss"},
    {"measured_speed.csv", "SpeedRow", "k_speed_rows", "sssssssnnnnnnnsss"},
};

constexpr TableFile k_recommend_tables[] = {
    {"engine_support.csv", "SupportRow", "k_support", "sssnsss"},
    {"not_sold.csv", "NotSoldRow", "k_not_sold", "sssss"},
    {"cpu_bandwidth.csv", "CpuRow", "k_cpus", "snns"},
    {"neuron_support.csv", "NeuronRow", "k_neuron", "ssss"},
    {"multi_node_types.csv", "MultiNodeRow", "k_multi_node", "sss"},
};

constexpr TableFile k_inventory_tables[] = {
    {"node_labels.csv", "NodeLabelRow", "k_node_labels", "sssss"},
    {"startup_taints.csv", "StartupTaintRow", "k_startup_taints", "ss"},
    {"device_names.csv", "DeviceNameRow", "k_device_names", "sss"},
};

/// The figures of one module.
struct Module {
  std::string_view name;
  std::span<const TableFile> tables;
  std::string_view factors;
};

constexpr Module k_modules[] = {
    {"catalog", {}, "catalog_factors.csv"},
    {"sizing", k_sizing_tables, "sizing_factors.csv"},
    {"recommend", k_recommend_tables, "recommend_factors.csv"},
    {"inventory", k_inventory_tables, "inventory_factors.csv"},
};

[[noreturn]] void fail(std::string_view file, std::size_t line, const std::string& what) {
  throw kgpu::data_error(fmt::format("{}:{}: {}", file, line, what));
}

std::string read_file(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  if (!in) {
    throw kgpu::Error(kgpu::ErrorKind::io, "cannot read " + path);
  }
  std::ostringstream text;
  text << in.rdbuf();
  return text.str();
}

std::string text_literal(std::string_view text) {
  std::string literal = "\"";
  for (const char c : text) {
    literal += c == '"' || c == '\\' ? std::string("\\") + c : std::string(1, c);
  }
  return literal + "\"";
}

bool is_number(std::string_view text) {
  double value = 0;
  const auto [end, fault] = std::from_chars(text.data(), text.data() + text.size(), value);
  return fault == std::errc() && end == text.data() + text.size();
}

std::string literal(char kind, const std::string& cell, std::string_view file, std::size_t line) {
  if (kind == 's') {
    return text_literal(cell);
  }
  if (cell.empty()) {
    return "std::nullopt";
  }
  if (kind == 'b') {
    if (cell != "yes" && cell != "no") {
      fail(file, line, "'" + cell + "' is not yes or no");
    }
    return cell == "yes" ? "true" : "false";
  }
  if (!is_number(cell)) {
    fail(file, line, "'" + cell + "' is not a number");
  }
  return cell;
}

std::string table(const std::string& data, const TableFile& spec) {
  const auto csv = kgpu::catalog::parse_csv(read_file(data + "/" + std::string(spec.file)), spec.file);
  if (csv.header.size() != spec.columns.size()) {
    fail(spec.file, 1, fmt::format("has {} columns, not {}", csv.header.size(), spec.columns.size()));
  }
  std::string out = fmt::format("inline constexpr {} {}[] = {{\n", spec.row, spec.name);
  for (const auto& row : csv.rows) {
    out += "    {";
    for (std::size_t i = 0; i < row.cells.size(); ++i) {
      out += (i == 0 ? "" : ", ") + literal(spec.columns[i], row.cells[i], spec.file, row.line);
    }
    out += "},\n";
  }
  return out + "};\n\n";
}

/// `*_factors.csv`: each name is a constant of its own, so that a misspelt one does not compile.
std::string factors(const std::string& data, std::string_view file) {
  const auto csv = kgpu::catalog::parse_csv(read_file(data + "/" + std::string(file)), file);
  // They are called as their rows are.
  std::string out = "namespace factor {\n// NOLINTBEGIN(readability-identifier-naming)\n";
  for (const auto& row : csv.rows) {
    if (row.cells.size() != 4 || !is_number(row.cells[1]) || row.cells[3].empty()) {
      fail(file, row.line, "needs a name, a number, a unit and a source");
    }
    out += fmt::format("inline constexpr Figure {0}{{{1}, \"{0}\", {2}, \"{3}\", {4}}};\n", row.cells[0], row.cells[1],
                       text_literal(row.cells[2]), file, text_literal(row.cells[3]));
  }
  return out + "// NOLINTEND(readability-identifier-naming)\n}  // namespace factor\n";
}

int run(const std::string& data, const std::string& output, std::string_view name) {
  const auto* module = std::ranges::find(k_modules, name, &Module::name);
  if (module == std::end(k_modules)) {
    return 2;
  }
  std::string text =
      "// Made by kgpu_sizing_generator from data/; do not edit.\n#pragma once\n\n#include "
      "\"kgpu/base/derivation.hpp\"\n\n";
  text += module->tables.empty() ? "" : "#include \"tables.hpp\"\n\n";
  text += fmt::format("namespace kgpu::{} {{\n\n", name);
  for (const TableFile& spec : module->tables) {
    text += table(data, spec);
  }
  text += factors(data, module->factors) + fmt::format("\n}}  // namespace kgpu::{}\n", name);
  std::ofstream out(output, std::ios::binary);
  out << text;
  return out.good() ? 0 : 1;
}

}  // namespace

int main(int argc, char** argv) {
  try {
    return argc == 4 ? run(argv[1], argv[2], argv[3]) : 2;
  } catch (const std::exception& fault) {
    std::fputs((std::string("error: ") + fault.what() + "\n").c_str(), stderr);
    return 1;
  }
}
