#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

/// Rows of published measurements, `sizing_vectors.csv`.
namespace kgpu::judge {

struct VectorRow {
  std::map<std::string, std::string, std::less<>> cells;

  [[nodiscard]] const std::string& text(std::string_view column) const;
  [[nodiscard]] std::optional<double> number(std::string_view column) const;
  [[nodiscard]] const std::string& id() const { return text("id"); }
  /// The first group of `pattern` found in the notes, as a number.
  [[nodiscard]] std::optional<double> noted(const std::string& pattern) const;
  [[nodiscard]] bool notes(std::string_view words) const;
};

[[nodiscard]] std::vector<VectorRow> read_vectors(const std::string& path);

}  // namespace kgpu::judge
