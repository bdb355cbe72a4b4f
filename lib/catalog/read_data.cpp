#include "read_data.hpp"

#include "checks.hpp"
#include "files.hpp"
#include "price_provenance.hpp"

#include "kgpu/base/error.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace kgpu::catalog {
namespace {

void check_has_provenance(const Draft& draft, std::string_view file) {
  const bool named = std::ranges::any_of(draft.provenance, [&](const auto& entry) { return entry.row.file == file; });
  if (!named) {
    throw data_error(fmt::format("{}/provenance.csv: no row for {}", draft.directory, file));
  }
}

}  // namespace

std::unique_ptr<Draft> read_data(std::string_view directory, std::span<const NamedText> texts) {
  auto draft = std::make_unique<Draft>();
  draft->directory = directory;
  for (const File& file : files()) {
    const auto text = std::ranges::find(texts, file.name, &NamedText::name);
    if (text != texts.end()) {
      file.lay(*draft, *text, Reading::whole);
    } else if (file.name != "rates.csv") {
      throw data_error(fmt::format("{}/{}: the file is missing", directory, file.name));
    }
  }
  check_rows(*draft);
  check_data(*draft);
  resolve_provenance(*draft);
  for (const File& file : files()) {
    if (file.name != "rates.csv" && file.name != "provenance.csv") {
      check_has_provenance(*draft, file.name);
    }
  }
  for (const std::string_view file : figure_files()) {
    check_has_provenance(*draft, file);
  }
  return draft;
}

}  // namespace kgpu::catalog
