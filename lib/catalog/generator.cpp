// Compiles the catalogue: kgpu_catalog_generator DATA_DIR OUTPUT.
//
// Reads the files of data/, refuses what is wrong with file, line and column, and writes their rows as constants,
// so that the program has nothing to parse when it starts.
#include "column.hpp"
#include "csv.hpp"
#include "files.hpp"
#include "read_data.hpp"

#include "kgpu/base/error.hpp"

#include <fmt/format.h>

#include <filesystem>
#include <fstream>
#include <iostream>
#include <iterator>

namespace kgpu::catalog {
namespace {

std::vector<NamedText> read_files(const std::filesystem::path& directory) {
  std::vector<NamedText> texts;
  for (const File& file : files()) {
    std::ifstream stream(directory / file.name, std::ios::binary);
    if (stream) {
      texts.push_back({std::string(file.name), std::string(std::istreambuf_iterator<char>(stream), {})});
    }
  }
  return texts;
}

template <class Row>
void write_table(std::ostream& out, const Sheet<Row>& sheet, std::string_view type, std::string_view name) {
  if (sheet.empty()) {
    return;
  }
  out << fmt::format("constexpr {} k_{}[] = {{\n", type, name);
  for (const Entry<Row>& entry : sheet) {
    std::string fields;
    for (const Column<Row>& column : columns<Row>()) {
      fields += (fields.empty() ? "" : ", ") + column.literal(entry.row);
    }
    out << "    {" << fields << "},\n";
  }
  out << "};\n\n";
}

void write_figure_files(std::ostream& out, const std::filesystem::path& directory) {
  out << "constexpr FigureFile k_figure_files[] = {\n";
  for (const std::string_view name : figure_files()) {
    std::ifstream stream(directory / name, std::ios::binary);
    const std::string text(std::istreambuf_iterator<char>(stream), {});
    out << fmt::format("    {{\"{}\", {}}},\n", name, parse_csv(text, name).rows.size());
  }
  out << "};\n\n";
}

void write_source(std::ostream& out, const Draft& draft, const std::filesystem::path& directory) {
  out << "// Made from data/ by kgpu_catalog_generator (lib/catalog/generator.cpp); the build makes it again.\n"
         "#include \"kgpu/catalog/catalog.hpp\"\n\n"
         "namespace kgpu::catalog {\nnamespace {\n\nusing namespace std::string_view_literals;\n\n";
  std::string members;
  const auto table = [&]<class Row>(const Sheet<Row>& sheet, std::string_view type, std::string_view name) {
    write_table(out, sheet, type, name);
    members += fmt::format("    .{} = {},\n", name, sheet.empty() ? "{}" : fmt::format("k_{}", name));
  };
  table(draft.instance_types, "InstanceType", "instance_types");
  table(draft.prices, "PriceRow", "prices");
  table(draft.capacity_block_prices, "CapacityBlockPrice", "capacity_block_prices");
  table(draft.accelerators, "Accelerator", "accelerators");
  table(draft.accelerator_aliases, "AcceleratorAlias", "accelerator_aliases");
  table(draft.accelerators_of_types, "AcceleratorOfTypes", "accelerators_of_types");
  table(draft.mig_profiles, "MigProfile", "mig_profiles");
  table(draft.mig_usable_memory, "MigUsableMemory", "mig_usable_memory");
  table(draft.models, "Model", "models");
  table(draft.model_aliases, "ModelAlias", "model_aliases");
  table(draft.karpenter_labels, "KarpenterLabels", "karpenter_labels");
  table(draft.ami_releases, "AmiRelease", "ami_releases");
  table(draft.accelerator_uses, "AcceleratorUse", "accelerator_uses");
  table(draft.driver_minimums, "DriverMinimum", "driver_minimums");
  table(draft.provenance, "Provenance", "provenance");
  table(draft.rates, "Rate", "rates");
  write_figure_files(out, directory);
  members += "    .figure_files = k_figure_files,\n";
  out << "constexpr Tables k_tables = {\n"
      << members << "};\n\n}  // namespace\n\n"
      << "const Catalog& Catalog::built_in() {\n"
         "  static const Catalog catalog(k_tables, nullptr);\n"
         "  return catalog;\n}\n\n}  // namespace kgpu::catalog\n";
}

int run(const std::filesystem::path& directory, const std::filesystem::path& output) {
  const auto draft = read_data("data", read_files(directory));
  std::ofstream out(output, std::ios::binary);
  write_source(out, *draft, directory);
  out.close();
  if (!out) {
    std::cerr << "error: cannot write " << output << "\n";
    return 1;
  }
  return 0;
}

}  // namespace
}  // namespace kgpu::catalog

int main(int argc, char** argv) {
  if (argc != 3) {
    std::cerr << "usage: kgpu_catalog_generator DATA_DIR OUTPUT\n";
    return 2;
  }
  try {
    return kgpu::catalog::run(argv[1], argv[2]);
  } catch (const std::exception& error) {
    std::cerr << "error: " << error.what() << "\n";
    return 1;
  }
}
