#pragma once

#include "csv.hpp"
#include "files.hpp"

#include "kgpu/base/error.hpp"

#include <fstream>
#include <iterator>
#include <string>
#include <string_view>
#include <vector>

/// The files of data/ as the tests see them: by themselves, not through the catalogue.
namespace kgpu::catalog::testing {

inline std::string read_text(const std::string& name) {
  std::ifstream stream(KGPU_DATA_DIR "/" + name, std::ios::binary);
  return {std::istreambuf_iterator<char>(stream), {}};
}

inline std::vector<NamedText> data_texts() {
  std::vector<NamedText> texts;
  for (const File& file : files()) {
    if (file.name != "rates.csv") {
      texts.push_back({std::string(file.name), read_text(std::string(file.name))});
    }
  }
  return texts;
}

inline Csv read_csv(const std::string& name) {
  return parse_csv(read_text(name), name);
}

/// The cell of a row by the column's name.
inline std::string_view cell(const Csv& csv, const CsvRow& row, std::string_view column) {
  for (std::size_t i = 0; i < csv.header.size(); ++i) {
    if (csv.header[i] == column) {
      return row.cells[i];
    }
  }
  throw data_error("no column " + std::string(column));
}

/// The sentence a call is refused with; empty when it is not.
template <class Call>
std::string refusal(Call call) {
  try {
    call();
  } catch (const Error& error) {
    return error.what();
  }
  return {};
}

}  // namespace kgpu::catalog::testing
