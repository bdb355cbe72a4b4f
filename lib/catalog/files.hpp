#pragma once

#include "draft.hpp"

#include <span>

/// The files of the catalogue: data/ at build time, an overlay, an export.
namespace kgpu::catalog {

enum class Reading {
  whole,    ///< data/: the header has every column in order, every row is new and the rows are sorted
  overlay,  ///< some columns, keys among them; rows change or join those that are there
};

struct File {
  std::string_view name;
  std::vector<std::string_view> (*columns)();
  void (*lay)(Draft& draft, const NamedText& file, Reading reading);
  /// The file's text; empty when it has no rows.
  std::string (*write)(const Tables& tables);
  /// How many of the tables' rows are this file's.
  std::size_t (*count)(const Tables& tables);
};

/// In the order they are to be laid: a file comes after those it names rows of.
[[nodiscard]] std::span<const File> files();

/// Files of data/ that other modules compile in. Overlays and exports leave them out.
[[nodiscard]] std::span<const std::string_view> figure_files();

}  // namespace kgpu::catalog
