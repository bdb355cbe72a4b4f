#include "kgpu/instance/view_list.hpp"

#include "doctest/doctest.h"
#include "offers.hpp"

namespace kgpu::instance {
namespace {

using catalog::Capacity;
using testing::built_in;
using testing::type;

std::vector<std::string> headers(const output::Table& table, bool wide) {
  std::vector<std::string> result;
  for (const output::Column& column : table.columns) {
    if (wide || !column.wide) {
      result.push_back(column.header);
    }
  }
  return result;
}

Offer offer_of(const char* name, const char* region, const std::vector<Capacity>& capacities = {}) {
  return make_offer(built_in(), type(name), region, capacities, {});
}

TEST_CASE("columns and their order are those of pools.md 29") {
  const auto table = list_table({}, {});
  CHECK(headers(table, false) == std::vector<std::string>{"TYPE", "PROVIDER", "VCPU", "MEMORY", "GPU", "COUNT",
                                                          "GPU-MEMORY", "ON-DEMAND", "SPOT", "REGION", "AS OF", "USE"});
  CHECK(headers(table, true).size() == 17);
  CHECK(headers(table, true)[12] == "ARCH");
  CHECK(headers(table, true)[16] == "INTERRUPTION");
}

TEST_CASE("price columns are those of the capacities asked for, in one order") {
  const auto table = list_table({}, {Capacity::reserved, Capacity::on_demand, Capacity::reserved});
  const auto columns = headers(table, false);
  CHECK(columns[7] == "ON-DEMAND");
  CHECK(columns[8] == "RESERVED");
  CHECK(columns[9] == "REGION");
}

TEST_CASE("a row, figure by figure") {
  // aws_instances.csv and aws_prices.csv: g6.xlarge, 4 vCPU, 16384 MiB, 1 x 22888 MiB, 250 GB NVMe, 2.5 Gbit/s; in
  // us-east-1 0.8048 (2026-07-20) and spot 0.5375 (2026-08-10), band >20%.
  const auto row = list_table({offer_of("g6.xlarge", "us-east-1")}, {}).rows.front();
  CHECK(row == std::vector<std::string>{"g6.xlarge", "aws", "4", "16Gi", "L4", "1", "22.4Gi", "$0.8048", "$0.5375",
                                        "us-east-1", "2026-07-20", "inference", "amd64", "0", "250GB", "2.5Gbps",
                                        ">20%"});
}

TEST_CASE("an estimate is marked, the day is the older one, the unknown is blank") {
  // g4dn.xlarge in eu-west-1: 0.587 of 2026-01-21, saving 57 percent of 2025-06-28: 0.587 x 0.43 = 0.25241.
  const auto estimated = list_table({offer_of("g4dn.xlarge", "eu-west-1")}, {}).rows.front();
  CHECK(estimated[7] == "$0.5870");
  CHECK(estimated[8].starts_with("~$0."));
  CHECK(estimated[10] == "2025-06-28");
  const auto unpriced = list_table({offer_of("Standard_ND128isr_GB300_v6", "eastus")}, {}).rows.front();
  CHECK(unpriced[7].empty());
  CHECK(unpriced[8].empty());
  CHECK(unpriced[10].empty());
  const auto cpu = list_table({offer_of("c7g.xlarge", "us-east-1")}, {}).rows.front();
  CHECK(cpu[4].empty());
  CHECK(cpu[5].empty());
  CHECK(cpu[6].empty());
}

TEST_CASE("CSV has plain numbers with their units in the header") {
  const auto table = list_csv({offer_of("g6f.large", "us-east-1")}, {Capacity::on_demand});
  REQUIRE(table.rows.size() == 1);
  const auto cell = [&](const char* header) {
    for (std::size_t i = 0; i < table.columns.size(); ++i) {
      if (table.columns[i].header == header) {
        return table.rows[0][i];
      }
    }
    return std::string("no such column");
  };
  CHECK(cell("accelerator_count") == "0.125");
  CHECK(cell("accelerator_memory_mib") == "2861");
  CHECK(cell("on_demand_usd_per_hour") == "0.202");
  CHECK(cell("on_demand_price_basis") == "published");
  CHECK(cell("spot_usd_per_hour") == "no such column");
}

TEST_CASE("JSON leaves out what is not known") {
  const std::string text = to_json(list_json(
      {offer_of("Standard_ND128isr_GB300_v6", "eastus"), offer_of("c7g.xlarge", "us-east-1", {Capacity::on_demand})}));
  CHECK(text.find("\"price_basis\": \"unpriced\"") != std::string::npos);
  CHECK(text.find("\"usd_per_hour\": 0,") == std::string::npos);
  CHECK(text.find("null") == std::string::npos);
  CHECK(text.find("\"\"") == std::string::npos);
  CHECK(text.find("\"capacity\": \"spot\"") == std::string::npos);
}

}  // namespace
}  // namespace kgpu::instance
