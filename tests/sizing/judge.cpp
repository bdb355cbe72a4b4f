// Scores the formulas on published measurements:
//
//   sizing_judge [--all] sizing_vectors.csv
//
// Exit 0: nine in ten cells are met, every miss is a known one, and nothing is said to fit that was measured not to.
// 1 otherwise. 77 when the file is not there: the test is skipped by name.
#include "score.hpp"

#include "kgpu/base/error.hpp"
#include "kgpu/catalog/catalog.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <map>

namespace kgpu::judge {
namespace {

constexpr int k_skipped = 77;

double percentile(std::vector<double> values, double share) {
  if (values.empty()) {
    return 0;
  }
  std::ranges::sort(values);
  return values[std::min(values.size() - 1, static_cast<std::size_t>(share * static_cast<double>(values.size())))];
}

void print_cell(const Cell& cell, const char* mark) {
  if (cell.told.empty()) {
    fmt::print("  {} {} {}: measured {:.6g}, computed {:.6g} ({:.1f} %)", mark, cell.id, cell.quantity, cell.measured,
               cell.computed, 100 * cell.error);
  } else {
    fmt::print("  {} {} {}: {}", mark, cell.id, cell.quantity, cell.told);
  }
  const std::string_view cause = known_cause(cell.id);
  fmt::print("{}{}\n", cell.is_within || cause.empty() ? "" : ": ", cell.is_within ? "" : cause);
}

void print_table(const std::vector<Cell>& cells) {
  std::map<std::string, std::vector<const Cell*>> by_quantity;
  for (const Cell& cell : cells) {
    by_quantity[cell.quantity].push_back(&cell);
  }
  fmt::print("{:<32}{:>5}{:>8}{:>10}{:>10}\n", "QUANTITY", "N", "WITHIN", "MEDIAN", "P90");
  for (const auto& [quantity, group] : by_quantity) {
    std::vector<double> errors;
    std::size_t within = 0;
    for (const Cell* cell : group) {
      errors.push_back(cell->error);
      within += cell->is_within ? 1 : 0;
    }
    fmt::print("{:<32}{:>5}{:>8}{:>8.1f} %{:>8.1f} %\n", quantity, group.size(), within, 100 * percentile(errors, 0.5),
               100 * percentile(errors, 0.9));
  }
}

int judge(const std::string& path, bool all) {
  std::vector<Cell> cells;
  fmt::print("not scored:\n");
  for (const VectorRow& row : read_vectors(path)) {
    const Setup setup = set_up(catalog::Catalog::built_in(), row);
    if (!setup.unscored.empty()) {
      fmt::print("  {} {}\n", row.id(), setup.unscored);
      continue;
    }
    const auto scored = score(setup, row);
    if (scored.empty()) {
      fmt::print("  {} {}: the row does not say enough of its workload\n", row.id(), row.text("model"));
    }
    cells.insert(cells.end(), scored.begin(), scored.end());
  }
  fmt::print("\n");
  print_table(cells);
  std::size_t within = 0;
  std::size_t unexplained = 0;
  bool false_yes = false;
  fmt::print("\n{}:\n", all ? "all cells" : "misses");
  for (const Cell& cell : cells) {
    within += cell.is_within ? 1 : 0;
    const bool surprising = !cell.is_within && known_cause(cell.id).empty();
    unexplained += surprising ? 1 : 0;
    false_yes = false_yes || (!cell.is_within && cell.told.ends_with("said yes"));
    if (all || !cell.is_within) {
      print_cell(cell, cell.is_within ? "   " : surprising ? "NEW" : "   ");
    }
  }
  const double share = static_cast<double>(within) / static_cast<double>(std::max<std::size_t>(cells.size(), 1));
  fmt::print("\n{} of {} cells met ({:.1f} %), {} misses without a known cause, {}\n", within, cells.size(),
             100 * share, unexplained, false_yes ? "a false yes" : "no false yes");
  constexpr double k_wanted = 0.9;
  return share >= k_wanted && unexplained == 0 && !false_yes ? 0 : 1;
}

}  // namespace
}  // namespace kgpu::judge

int main(int argc, char** argv) {
  const bool all = argc > 1 && std::string_view(argv[1]) == "--all";
  const char* path = argc > (all ? 2 : 1) ? argv[all ? 2 : 1] : nullptr;
  if (path == nullptr || !std::filesystem::exists(path)) {
    fmt::print("sizing vectors: skipped, {} is not there\n", path == nullptr ? "the file" : path);
    return kgpu::judge::k_skipped;
  }
  try {
    return kgpu::judge::judge(path, all);
  } catch (const std::exception& error) {
    fmt::print(stderr, "error: {}\n", error.what());
    return 1;
  }
}
