#include "kgpu/catalog/summary.hpp"

#include "data_files.hpp"
#include "doctest/doctest.h"

#include <algorithm>
#include <string>
#include <vector>

namespace kgpu::catalog {
namespace {

const FileSummary* find_file(const std::vector<FileSummary>& files, std::string_view name) {
  const auto found = std::ranges::find(files, name, &FileSummary::file);
  return found == files.end() ? nullptr : &*found;
}

std::size_t cells_from(const FileSummary& file, std::string_view source_part, std::string_view column) {
  std::size_t cells = 0;
  for (const SourceSummary& source : file.sources) {
    if (source.source.find(source_part) == 0 && std::ranges::find(source.columns, column) != source.columns.end()) {
      cells += source.cells.value_or(0);
    }
  }
  return cells;
}

// Counted with python's csv module in data/aws_prices.csv and data/aws_capacity_block_prices.csv.
TEST_CASE("every source of a price file, and how many of its figures are from it") {
  const auto files = summarize(Catalog::built_in());
  const FileSummary* aws = find_file(files, "aws_prices.csv");
  REQUIRE(aws != nullptr);
  CHECK(aws->rows == 1056);
  CHECK(aws->oldest() == Date{2025, 6, 28});
  CHECK(aws->newest() == Date{2026, 8, 10});
  CHECK(cells_from(*aws, "aws/karpenter-provider-aws", "on_demand_usd_per_hour") == 133);
  CHECK(cells_from(*aws, "tsaol/aws-gpu", "on_demand_usd_per_hour") == 909);
  CHECK(cells_from(*aws, "alexei-led/spotinfo spot-price-data", "spot_usd_per_hour") == 168);
  CHECK(cells_from(*aws, "alexei-led/spotinfo spot-advisor", "spot_savings_percent") == 736);
  CHECK(cells_from(*aws, "on-demand against spot", "spot_savings_percent") == 83 + 71);
  const FileSummary* blocks = find_file(files, "aws_capacity_block_prices.csv");
  REQUIRE(blocks != nullptr);
  CHECK(cells_from(*blocks, "koyakimu", "capacity_block_usd_per_hour") == 66);
}

TEST_CASE("the files are those that an export writes and those of other modules, sorted, with as many rows") {
  const auto files = summarize(Catalog::built_in());
  const auto texts = export_files(Catalog::built_in());
  CHECK(std::ranges::is_sorted(files, {}, &FileSummary::file));
  CHECK(files.size() == texts.size() + Catalog::built_in().tables().figure_files.size());
  for (const NamedText& text : texts) {
    CAPTURE(text.name);
    const FileSummary* file = find_file(files, text.name);
    REQUIRE(file != nullptr);
    // No cell of data/ holds a line break.
    CHECK(file->rows + 1 == static_cast<std::size_t>(std::ranges::count(text.text, '\n')));
  }
  for (const FigureFile& figures : Catalog::built_in().tables().figure_files) {
    CAPTURE(figures.name);
    const FileSummary* file = find_file(files, figures.name);
    REQUIRE(file != nullptr);
    CHECK(file->rows == testing::read_csv(std::string(figures.name)).rows.size());
    CHECK(file->sources.size() == 1);
  }
}

TEST_CASE("an overlay's figures show as such, and a source without figures left is gone") {
  const NamedText prices = {"aws_capacity_block_prices.csv",
                            "instance_type,region,capacity_block_usd_per_hour\n"
                            "trn2.48xlarge,us-east-2,30\n"};
  const NamedText rates = {"rates.csv",
                           "selector,region,capacity,usd_per_node_hour,usd_per_device_hour,as_of,source\n"
                           "g6.xlarge,,on-demand,0.5,,2026-09-01,contract 12\n"
                           "g6.2xlarge,,on-demand,0.7,,2026-09-01,contract 12\n"};
  const std::vector<NamedText> overlaid = {prices, rates};
  const Catalog catalog = overlay(Catalog::built_in(), "ours", overlaid);
  const auto files = summarize(catalog);

  const FileSummary* own = find_file(files, "rates.csv");
  REQUIRE(own != nullptr);
  CHECK(own->rows == 2);
  REQUIRE(own->sources.size() == 1);
  CHECK(own->sources[0].source == "contract 12");
  CHECK(own->sources[0].overlaid);
  CHECK(own->sources[0].cells == 2);
  CHECK(own->newest() == Date{2026, 9, 1});

  const FileSummary* blocks = find_file(files, "aws_capacity_block_prices.csv");
  REQUIRE(blocks != nullptr);
  CHECK(cells_from(*blocks, "koyakimu", "capacity_block_usd_per_hour") == 65);
  CHECK(cells_from(*blocks, "overlay aws_capacity_block_prices.csv", "capacity_block_usd_per_hour") == 1);
  CHECK(blocks->newest() == Date{2026, 7, 22});
}

}  // namespace
}  // namespace kgpu::catalog
