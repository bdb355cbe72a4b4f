/// One file of a `--catalog` directory: the first line of the input is its name, the rest its text.
///
/// What must hold: the file is laid over or refused with an Error{data} of one line; what was laid over can be
/// written out, and laying that over again changes nothing.
#include "kgpu/base/error.hpp"
#include "kgpu/base/text.hpp"
#include "kgpu/catalog/catalog.hpp"

#include <cstdint>
#include <cstdlib>
#include <iostream>
#include <string_view>

namespace {

using kgpu::catalog::Catalog;
using kgpu::catalog::NamedText;

/// A few rows of the tables that nothing else names: copying all a thousand times a second is not what is tested.
Catalog small_catalog() {
  auto tables = Catalog::built_in().tables();
  tables.prices = tables.prices.first(40);
  tables.capacity_block_prices = tables.capacity_block_prices.first(10);
  tables.karpenter_labels = tables.karpenter_labels.first(10);
  tables.mig_profiles = tables.mig_profiles.first(10);
  return {tables, nullptr};
}

void fail(std::string_view what, std::string_view detail) {
  std::cerr << what << ": " << detail << "\n";
  std::abort();
}

void check_laid(const Catalog& catalog) {
  const auto written = kgpu::catalog::export_files(catalog);
  const auto again = kgpu::catalog::export_files(kgpu::catalog::overlay(catalog, "again", written));
  if (again.size() != written.size()) {
    fail("laid over again", "another number of files");
  }
  for (std::size_t i = 0; i < written.size(); ++i) {
    if (again[i].name != written[i].name || again[i].text != written[i].text) {
      fail("laid over again", written[i].text + "\n---\n" + again[i].text);
    }
  }
}

void check_refusal(const kgpu::Error& error) {
  const std::string_view message = error.what();
  if (error.kind() != kgpu::ErrorKind::data || !message.starts_with("dir/")) {
    fail("refused otherwise", message);
  }
  if (message.find('\n') != std::string_view::npos || !kgpu::is_valid_utf8(message)) {
    fail("not one line", message);
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const Catalog base = small_catalog();
  const std::string_view input(reinterpret_cast<const char*>(data), size);
  const auto end = input.find('\n');
  if (end == std::string_view::npos) {
    return 0;
  }
  const NamedText file = {std::string(input.substr(0, end)), std::string(input.substr(end + 1))};
  std::optional<Catalog> laid;
  try {
    laid = kgpu::catalog::overlay(base, "dir", {&file, 1});
  } catch (const kgpu::Error& error) {
    check_refusal(error);
    return 0;
  }
  check_laid(*laid);
  return 0;
}
