#include "checks.hpp"
#include "files.hpp"
#include "price_provenance.hpp"

#include "kgpu/base/error.hpp"
#include "kgpu/base/text.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace kgpu::catalog {
namespace {

std::vector<std::string> file_names() {
  std::vector<std::string> names;
  for (const File& file : files()) {
    names.emplace_back(file.name);
  }
  std::ranges::sort(names);
  return names;
}

void check_file_names(const Draft& draft, std::span<const NamedText> texts) {
  for (const NamedText& text : texts) {
    if (std::ranges::find(files(), text.name, &File::name) == files().end()) {
      const bool is_figures = std::ranges::find(figure_files(), text.name) != figure_files().end();
      throw data_error(fmt::format(
          "{}/{}: {}: {}", draft.directory, printable(text.name),
          is_figures ? "an overlay cannot change the figures of the formulas, only" : "unknown file, one of",
          join(file_names(), ", ")));
    }
    if (std::ranges::count(texts, text.name, &NamedText::name) > 1) {
      throw data_error(fmt::format("{}/{}: the file is there twice", draft.directory, text.name));
    }
  }
}

}  // namespace

Catalog overlay(const Catalog& base, std::string_view directory, std::span<const NamedText> texts) {
  auto draft = draft_of(base);
  while (directory.size() > 1 && directory.ends_with('/')) {
    directory.remove_suffix(1);
  }
  draft->directory = directory;
  check_file_names(*draft, texts);
  for (const File& file : files()) {
    const auto text = std::ranges::find(texts, file.name, &NamedText::name);
    if (text != texts.end()) {
      file.lay(*draft, *text, Reading::overlay);
    }
  }
  check_rows(*draft);
  // A row whose prices were all removed says nothing.
  std::erase_if(draft->prices, [](const Entry<PriceRow>& entry) {
    return !entry.row.on_demand && !entry.row.spot && !entry.row.spot_savings_percent;
  });
  resolve_overlay_provenance(*draft);
  return finish(std::move(draft));
}

std::vector<NamedText> export_files(const Catalog& catalog) {
  std::vector<NamedText> texts;
  for (const File& file : files()) {
    std::string text = file.write(catalog.tables());
    if (!text.empty()) {
      texts.push_back({std::string(file.name), std::move(text)});
    }
  }
  std::ranges::sort(texts, {}, &NamedText::name);
  return texts;
}

}  // namespace kgpu::catalog
