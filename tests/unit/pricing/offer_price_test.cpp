#include "kgpu/pricing/offer_price.hpp"

#include "doctest/doctest.h"

#include "kgpu/pricing/rates.hpp"

#include <algorithm>
#include <array>
#include <string>
#include <vector>

namespace kgpu::pricing {
namespace {

using catalog::Capacity;
using catalog::InstanceType;
using catalog::PriceRow;
using catalog::Provider;
using catalog::SourcedMoney;

Money money(std::string_view text) {
  return Money::parse(text).value();
}

Decimal decimal(std::string_view text) {
  return Decimal::parse(text).value();
}

enum : std::uint16_t { k_list, k_advisor, k_blocks, k_overlaid, k_overlaid_undated };

const std::array<catalog::Provenance, 5> k_provenance = {{
    {"aws_prices.csv", "on_demand_usd_per_hour", "*", "*", "list", Date{2026, 7, 20}, false},
    {"aws_prices.csv", "spot_savings_percent", "*", "*", "advisor", Date{2025, 6, 28}, false},
    {"aws_capacity_block_prices.csv", "*", "*", "*", "blocks", Date{2026, 7, 22}, false},
    {"aws_prices.csv", "on_demand_usd_per_hour", "*", "*", "ours", Date{2026, 9, 1}, true},
    {"aws_prices.csv", "on_demand_usd_per_hour", "*", "*", "overlay aws_prices.csv", std::nullopt, true},
}};

InstanceType type_named(std::string_view name, Decimal devices, Provider provider = Provider::aws) {
  InstanceType type;
  type.provider = provider;
  type.name = name;
  type.accelerator_count = devices;
  type.accelerator_model = devices == Decimal() ? "" : "l4";
  return type;
}

PriceRow row_of(std::string_view type, std::string_view region) {
  PriceRow row;
  row.instance_type = type;
  row.region = region;
  return row;
}

/// Sorted as the files are. The figures are round, so that every expected value below can be done in the head.
struct Fixture {
  std::vector<InstanceType> types = {type_named("cpu.large", Decimal()), type_named("gpu.large", Decimal::whole(4))};
  std::vector<PriceRow> prices;
  std::vector<catalog::CapacityBlockPrice> blocks;
  std::vector<catalog::Rate> rates;

  Fixture() {
    PriceRow cpu = row_of("cpu.large", "us-east-1");
    cpu.on_demand = SourcedMoney{money("0.4"), k_list};
    PriceRow abroad = row_of("gpu.large", "eu-west-1");
    abroad.on_demand = SourcedMoney{money("10"), k_list};
    abroad.spot_savings_percent = decimal("62.5");
    abroad.spot_savings_provenance = k_advisor;
    abroad.spot_interruption = catalog::InterruptionBand::from_5_to_10;
    PriceRow home = row_of("gpu.large", "us-east-1");
    home.on_demand = SourcedMoney{money("8"), k_list};
    home.spot = SourcedMoney{money("3.2"), k_list};
    home.spot_savings_percent = decimal("60");
    home.spot_savings_provenance = k_list;
    prices = {cpu, abroad, home};
    blocks = {{"gpu.large", "us-east-1", SourcedMoney{money("6"), k_blocks}, money("1.5")}};
  }

  [[nodiscard]] catalog::Catalog catalog() const {
    catalog::Tables tables;
    tables.instance_types = types;
    tables.prices = prices;
    tables.capacity_block_prices = blocks;
    tables.provenance = k_provenance;
    tables.rates = rates;
    return {tables, nullptr};
  }
  [[nodiscard]] OfferPrice price(std::string_view region, Capacity capacity, const PriceRules& rules = {}) const {
    return price_offer(catalog(), types[1], region, capacity, rules);
  }
};

PriceRules discount(std::string_view percent) {
  PriceRules rules;
  rules.discount_percent = decimal(percent);
  return rules;
}

TEST_CASE("each capacity has its price, its day and its source") {
  const Fixture fixture;
  const OfferPrice on_demand = fixture.price("us-east-1", Capacity::on_demand);
  CHECK(on_demand.basis == Basis::published);
  CHECK(on_demand.usd_per_hour == money("8"));
  CHECK(on_demand.as_of == Date{2026, 7, 20});
  CHECK(on_demand.source == "list");
  CHECK(!on_demand.interruption);

  const OfferPrice spot = fixture.price("us-east-1", Capacity::spot);
  CHECK(spot.capacity == Capacity::spot);
  CHECK(spot.basis == Basis::published);
  CHECK(spot.usd_per_hour == money("3.2"));

  const OfferPrice block = fixture.price("us-east-1", Capacity::reserved);
  CHECK(block.basis == Basis::capacity_block);
  CHECK(block.usd_per_hour == money("6"));
  CHECK(block.as_of == Date{2026, 7, 22});
}

TEST_CASE("a spot price that nobody published is estimated from the saving, as of the older day (ledger.md 15)") {
  const Fixture fixture;
  const OfferPrice spot = fixture.price("eu-west-1", Capacity::spot);
  CHECK(spot.basis == Basis::estimated);
  CHECK(spot.usd_per_hour == money("3.75"));  // 10 x (100 - 62.5) / 100
  CHECK(spot.as_of == Date{2025, 6, 28});
  CHECK(spot.source == "on-demand: list; saving: advisor");
  CHECK(spot.interruption == catalog::InterruptionBand::from_5_to_10);
}

TEST_CASE("the real figures of a type without a spot price: p2.xlarge in us-east-1") {
  Fixture fixture;
  fixture.prices[2].spot.reset();
  fixture.prices[2].on_demand = SourcedMoney{money("0.9"), k_list};
  fixture.prices[2].spot_savings_percent = decimal("65");
  CHECK(fixture.price("us-east-1", Capacity::spot).usd_per_hour == money("0.315"));
}

TEST_CASE("what is not known is unpriced, never zero and never another capacity's price") {
  Fixture fixture;
  fixture.prices[1].spot_savings_percent.reset();
  const OfferPrice cases[] = {
      fixture.price("eu-west-1", Capacity::spot),
      fixture.price("eu-west-1", Capacity::reserved),
      fixture.price("ap-south-1", Capacity::on_demand),
      fixture.price("ap-south-1", Capacity::spot),
  };
  for (const OfferPrice& price : cases) {
    CHECK(price.basis == Basis::unpriced);
    CHECK(!price.usd_per_hour);
    CHECK(!price.as_of);
    CHECK(price.source.empty());
  }
  for (const std::string_view nonsense : {"-5", "101"}) {
    CAPTURE(nonsense);
    fixture.prices[1].spot_savings_percent = decimal(nonsense);
    CHECK(fixture.price("eu-west-1", Capacity::spot).basis == Basis::unpriced);
  }
}

TEST_CASE("--discount lowers on-demand prices of the catalogue and of an overlay, nothing else") {
  Fixture fixture;
  CHECK(fixture.price("us-east-1", Capacity::on_demand, discount("30")).usd_per_hour == money("5.6"));
  CHECK(fixture.price("us-east-1", Capacity::on_demand, discount("12.5")).usd_per_hour == money("7"));
  CHECK(fixture.price("us-east-1", Capacity::on_demand, discount("100")).usd_per_hour == money("0"));
  CHECK(fixture.price("us-east-1", Capacity::spot, discount("30")).usd_per_hour == money("3.2"));
  CHECK(fixture.price("eu-west-1", Capacity::spot, discount("30")).usd_per_hour == money("3.75"));
  CHECK(fixture.price("us-east-1", Capacity::reserved, discount("30")).usd_per_hour == money("6"));

  fixture.prices[2].on_demand = SourcedMoney{money("4"), k_overlaid};
  const OfferPrice overlaid = fixture.price("us-east-1", Capacity::on_demand, discount("25"));
  CHECK(overlaid.basis == Basis::overlay);
  CHECK(overlaid.usd_per_hour == money("3"));
  CHECK(overlaid.source == "ours");

  catalog::Rate rate;
  rate.usd_per_node_hour = money("5");
  fixture.rates = {rate};
  CHECK(fixture.price("us-east-1", Capacity::on_demand, discount("30")).usd_per_hour == money("5"));
}

TEST_CASE("an estimate of an overlaid price of no known day has no day") {
  Fixture fixture;
  fixture.prices[1].on_demand = SourcedMoney{money("20"), k_overlaid_undated};
  const OfferPrice spot = fixture.price("eu-west-1", Capacity::spot);
  CHECK(spot.basis == Basis::estimated);
  CHECK(spot.usd_per_hour == money("7.5"));
  CHECK(!spot.as_of);
}

TEST_CASE("a rate comes first, for every capacity it speaks of") {
  Fixture fixture;
  catalog::Rate rate;
  rate.selector = "karpenter.sh/capacity-type=spot,topology.kubernetes.io/region=us-east-1";
  rate.usd_per_device_hour = money("0.5");
  rate.as_of = Date{2026, 1, 1};
  rate.source = "contract 12";
  fixture.rates = {rate};
  const OfferPrice spot = fixture.price("us-east-1", Capacity::spot);
  CHECK(spot.basis == Basis::rate);
  CHECK(spot.usd_per_hour == money("2"));  // four devices
  CHECK(spot.as_of == Date{2026, 1, 1});
  CHECK(spot.source == "contract 12");
  CHECK(fixture.price("us-east-1", Capacity::on_demand).basis == Basis::published);
  CHECK(fixture.price("eu-west-1", Capacity::spot).basis == Basis::estimated);
}

TEST_CASE("--max-price-age: a price of exactly that age counts, one a day older is unpriced") {
  const Fixture fixture;
  PriceRules rules;
  rules.max_age_days = 10;
  struct Case {
    std::string today;
    Basis expected;
  };
  // The list is of 2026-07-20.
  const Case cases[] = {
      {"2026-07-30", Basis::published}, {"2026-07-31", Basis::unpriced}, {"2026-07-19", Basis::published}};
  for (const Case& c : cases) {
    CAPTURE(c.today);
    rules.today = Date::parse(c.today);
    const OfferPrice price = fixture.price("us-east-1", Capacity::on_demand, rules);
    CHECK(price.basis == c.expected);
    CHECK(price.usd_per_hour.has_value() == (c.expected != Basis::unpriced));
  }
}

TEST_CASE("no unknown day is too old") {
  Fixture fixture;
  fixture.prices[2].on_demand = SourcedMoney{money("4"), k_overlaid_undated};
  PriceRules rules;
  rules.max_age_days = 0;
  rules.today = Date{2030, 1, 1};
  CHECK(fixture.price("us-east-1", Capacity::on_demand, rules).usd_per_hour == money("4"));
}

TEST_CASE("what is known of an offer") {
  const Fixture fixture;
  const auto has = [](const std::vector<k8s::Label>& labels, const k8s::Label& label) {
    return std::ranges::find(labels, label) != labels.end();
  };
  const auto labels = labels_of_offer(fixture.catalog(), fixture.types[1], "us-east-1", Capacity::reserved);
  CHECK(has(labels, {"node.kubernetes.io/instance-type", "gpu.large"}));
  CHECK(has(labels, {"topology.kubernetes.io/region", "us-east-1"}));
  CHECK(has(labels, {"kubernetes.io/arch", "amd64"}));
  CHECK(has(labels, {"karpenter.sh/capacity-type", "reserved"}));

  InstanceType n1 = type_named("n1-standard-8+nvidia-tesla-t4x1", Decimal::whole(1), Provider::gcp);
  n1.node_label_value = "nvidia-tesla-t4";
  const auto google = labels_of_offer(fixture.catalog(), n1, "us-central1", Capacity::spot);
  CHECK(has(google, {"node.kubernetes.io/instance-type", "n1-standard-8"}));
  CHECK(has(google, {"cloud.google.com/gke-accelerator", "nvidia-tesla-t4"}));
}

TEST_CASE("the words of price_basis") {
  CHECK(to_string(Basis::published) == "published");
  CHECK(to_string(Basis::estimated) == "estimated");
  CHECK(to_string(Basis::rate) == "rate");
  CHECK(to_string(Basis::overlay) == "overlay");
  CHECK(to_string(Basis::capacity_block) == "capacity-block");
  CHECK(to_string(Basis::unpriced) == "unpriced");
}

}  // namespace
}  // namespace kgpu::pricing
