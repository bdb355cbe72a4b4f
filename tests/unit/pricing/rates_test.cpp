#include "kgpu/pricing/rates.hpp"

#include "doctest/doctest.h"

#include <string>
#include <vector>

namespace kgpu::pricing {
namespace {

using catalog::Capacity;
using catalog::Rate;

Money money(std::string_view text) {
  return Money::parse(text).value();
}

Rate per_node(std::string_view selector, std::string_view region, std::optional<Capacity> capacity,
              std::string_view price) {
  Rate rate;
  rate.selector = selector;
  rate.region = region;
  rate.capacity = capacity;
  rate.usd_per_node_hour = money(price);
  return rate;
}

Rate per_device(std::string_view selector, std::string_view price) {
  Rate rate;
  rate.selector = selector;
  rate.usd_per_device_hour = money(price);
  return rate;
}

const std::vector<k8s::Label> k_labels = {
    {"node.kubernetes.io/instance-type", "g6.xlarge"}, {"kubernetes.io/arch", "amd64"}, {"rack", "b7"}};

RateSubject g6() {
  return {.instance_type = "g6.xlarge",
          .region = "us-east-1",
          .capacity = Capacity::on_demand,
          .devices = Decimal::whole(1),
          .labels = k_labels};
}

TEST_CASE("which row of rates.csv counts (ledger.md 12)") {
  struct Case {
    std::string name;
    std::vector<Rate> rates;
    std::optional<std::size_t> expected;
  };
  const Case cases[] = {
      {"no rows", {}, std::nullopt},
      {"an empty selector matches all", {per_node("", "", {}, "1")}, 0},
      {"a star matches all", {per_node("*", "*", {}, "1")}, 0},
      {"a type, in any case", {per_node("G6.XLARGE", "", {}, "1")}, 0},
      {"another type", {per_node("g6.2xlarge", "", {}, "1")}, std::nullopt},
      {"a label", {per_node("rack=b7", "", {}, "1")}, 0},
      {"a label of another value", {per_node("rack=b8", "", {}, "1")}, std::nullopt},
      {"label values compare with case", {per_node("rack=B7", "", {}, "1")}, std::nullopt},
      {"every pair has to hold", {per_node("rack=b7,kubernetes.io/arch=arm64", "", {}, "1")}, std::nullopt},
      {"spaces around a comma", {per_node("rack=b7, kubernetes.io/arch=amd64", "", {}, "1")}, 0},
      {"a selector that is half type, half label", {per_node("g6.xlarge,rack=b7", "", {}, "1")}, std::nullopt},
      {"another region", {per_node("", "eu-west-1", {}, "1")}, std::nullopt},
      {"another capacity", {per_node("", "", Capacity::spot, "1")}, std::nullopt},
      {"a type beats a row for all", {per_node("", "", {}, "1"), per_node("g6.xlarge", "", {}, "2")}, 1},
      {"most pairs win over a region and a capacity",
       {per_node("rack=b7", "us-east-1", Capacity::on_demand, "1"),
        per_node("rack=b7,kubernetes.io/arch=amd64", "", {}, "2")},
       1},
      {"then a row with a region", {per_node("", "", Capacity::on_demand, "1"), per_node("", "us-east-1", {}, "2")}, 1},
      {"then a row with a capacity", {per_node("", "", {}, "1"), per_node("", "", Capacity::on_demand, "2")}, 1},
      {"then the first", {per_node("rack=b7", "", {}, "1"), per_node("g6.xlarge", "", {}, "2")}, 0},
      {"a row without a price is no row", {Rate{}, per_node("", "", {}, "1")}, 1},
  };
  for (const Case& c : cases) {
    CAPTURE(c.name);
    const Rate* found = find_rate(c.rates, g6());
    const Rate* expected = c.expected ? &c.rates[*c.expected] : nullptr;
    CHECK(found == expected);
  }
}

TEST_CASE("a row with a capacity does not match a machine whose capacity is unknown") {
  const std::vector<Rate> rates = {per_node("", "", Capacity::on_demand, "1")};
  RateSubject subject = g6();
  subject.capacity.reset();
  CHECK(find_rate(rates, subject) == nullptr);
}

TEST_CASE("a rate per device is times the physical count, and never prices a machine without devices") {
  struct Case {
    std::string name;
    std::string devices;
    std::string expected;
  };
  // By hand: 2.5 x 8 = 20; an eighth of a card at 2.5 is 0.3125; 0.3333 of one is 0.83325.
  const Case cases[] = {
      {"eight", "8", "20"}, {"an eighth of one", "0.125", "0.3125"}, {"a third", "0.3333", "0.83325"}};
  const std::vector<Rate> rates = {per_device("", "2.5")};
  for (const Case& c : cases) {
    CAPTURE(c.name);
    RateSubject subject = g6();
    subject.devices = Decimal::parse(c.devices).value();
    const Rate* found = find_rate(rates, subject);
    REQUIRE(found != nullptr);
    CHECK(usd_per_hour(*found, subject.devices) == money(c.expected));
  }
  RateSubject cpu = g6();
  cpu.devices = Decimal();
  CHECK(find_rate(rates, cpu) == nullptr);
  CHECK(usd_per_hour(per_node("", "", {}, "7"), Decimal::whole(8)) == money("7"));
}

}  // namespace
}  // namespace kgpu::pricing
