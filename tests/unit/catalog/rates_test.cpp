#include "data_files.hpp"

#include "kgpu/catalog/catalog.hpp"

#include <doctest/doctest.h>

/// rates.csv: on-prem and negotiated rates.
namespace kgpu::catalog {
namespace {

constexpr std::string_view k_header = "selector,region,capacity,usd_per_node_hour,usd_per_device_hour,as_of,source\n";

Catalog with_rates(std::string_view rows) {
  return overlay(Catalog::built_in(), "mine",
                 std::vector<NamedText>{{"rates.csv", std::string(k_header) + std::string(rows)}});
}

TEST_CASE("rates: selectors, prices, blanks") {
  const Catalog catalog = with_rates(
      "\"site=berlin,example.com/rack=r1\",,,,1.25,2026-01-01,depreciation plan\n"
      "g6.xlarge,us-east-1,on-demand,0.5,,,\n"
      "*,*,,0,,,\n");
  const auto rates = catalog.tables().rates;
  REQUIRE(rates.size() == 3);
  CHECK(rates[0].selector == "site=berlin,example.com/rack=r1");
  CHECK(rates[0].usd_per_device_hour == Money::parse("1.25"));
  CHECK_FALSE(rates[0].usd_per_node_hour.has_value());
  CHECK_FALSE(rates[0].capacity.has_value());
  CHECK(rates[0].as_of == Date{2026, 1, 1});
  CHECK(rates[1].capacity == Capacity::on_demand);
  CHECK(rates[1].region == "us-east-1");
  CHECK(rates[2].usd_per_node_hour == Money{});
}

TEST_CASE("rates: written out again") {
  const Catalog catalog = with_rates("\"a=b,c=d\",,spot,1.5,,2026-01-01,us\n");
  for (const NamedText& file : export_files(catalog)) {
    if (file.name == "rates.csv") {
      CHECK(file.text == std::string(k_header) + "\"a=b,c=d\",,spot,1.5,,2026-01-01,us\n");
      return;
    }
  }
  FAIL("no rates.csv");
}

TEST_CASE("rates: refusals") {
  struct Case {
    std::string_view row;
    std::string_view message;
  };
  const Case cases[] = {
      {"g6.xlarge,,,1,1,,\n",
       "mine/rates.csv:2: usd_per_device_hour: a rate has exactly one price, per node or per device"},
      {"g6.xlarge,,,,,,\n",
       "mine/rates.csv:2: usd_per_node_hour: a rate has exactly one price, per node or per device"},
      {"g6.xlarge,,,-1,,,\n", "mine/rates.csv:2: usd_per_node_hour: '-1' is not a number of at most nine decimals"},
      {"g6.xlarge,,free,1,,,\n", "mine/rates.csv:2: capacity: 'free' is not one of on-demand, spot, reserved"},
      {"a=b=c,,,1,,,\n", "mine/rates.csv:2: selector: 'a=b=c' is not label=value"},
      {"\"a=b,c\",,,1,,,\n", "mine/rates.csv:2: selector: 'c' is not label=value"},
      {"\"a=b, c=d\",,,1,,,\n", "mine/rates.csv:2: selector: ' c=d' is not label=value"},
      {"g6 xlarge,,,1,,,\n", "mine/rates.csv:2: selector: 'g6 xlarge' is neither label=value,… nor an instance type"},
      {"-,,,1,,,\n", "mine/rates.csv:2: selector: '-' cannot remove a key"},
      {"x,,,1,,,\nx,,,2,,,\n", "mine/rates.csv:3: selector: the row of line 2 again"},
      {"x,,,1,,2026-13-01,\n", "mine/rates.csv:2: as_of: '2026-13-01' is not a day such as 2026-07-20"},
  };
  for (const Case& c : cases) {
    CAPTURE(c.row);
    CHECK(testing::refusal([&] { (void)with_rates(c.row); }) == c.message);
  }
}

}  // namespace
}  // namespace kgpu::catalog
