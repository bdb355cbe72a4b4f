#include "kgpu/pricing/node_price.hpp"

#include "doctest/doctest.h"

#include <algorithm>
#include <array>
#include <string>
#include <vector>

namespace kgpu::pricing {
namespace {

using catalog::Capacity;
using catalog::InstanceType;
using catalog::Provider;
using catalog::SourcedMoney;
using snapshot::List;
using snapshot::NodeOverlay;
using snapshot::Pair;
using snapshot::Requirement;

Money money(std::string_view text) {
  return Money::parse(text).value();
}

enum : std::uint16_t { k_list, k_blocks };
const std::array<catalog::Provenance, 2> k_provenance = {{
    {"aws_prices.csv", "*", "*", "*", "list", Date{2026, 7, 20}, false},
    {"aws_capacity_block_prices.csv", "*", "*", "*", "blocks", Date{2026, 7, 22}, false},
}};

/// One type, `gpu.large` with 4 cards: 8 on-demand and 3.2 spot in us-east-1, a Capacity Block at 6 there; 10 on-demand
/// and a saving of 60 % in eu-west-1; nothing in ap-south-1. Round figures: every value below is done in the head.
struct Fixture {
  InstanceType type;
  std::vector<catalog::PriceRow> prices;
  std::vector<catalog::CapacityBlockPrice> blocks;
  std::vector<catalog::Rate> rates;
  std::vector<Pair> labels = {{"karpenter.sh/nodepool", "l4"}, {"rack", "b7"}};
  std::vector<NodeOverlay> overlays;

  Fixture() {
    type.provider = Provider::aws;
    type.name = "gpu.large";
    type.accelerator_count = Decimal::whole(4);
    type.accelerator_model = "l4";
    catalog::PriceRow abroad;
    abroad.instance_type = "gpu.large";
    abroad.region = "eu-west-1";
    abroad.on_demand = SourcedMoney{money("10"), k_list};
    abroad.spot_savings_percent = Decimal::whole(60);
    abroad.spot_savings_provenance = k_list;
    catalog::PriceRow home;
    home.instance_type = "gpu.large";
    home.region = "us-east-1";
    home.on_demand = SourcedMoney{money("8"), k_list};
    home.spot = SourcedMoney{money("3.2"), k_list};
    prices = {abroad, home};
    blocks = {{"gpu.large", "us-east-1", SourcedMoney{money("6"), k_blocks}, money("1.5")}};
  }

  [[nodiscard]] NodeSubject subject(std::optional<Capacity> capacity, std::string_view region = "us-east-1") const {
    return {.type = &type,
            .type_name = "gpu.large",
            .region = region,
            .capacity = capacity,
            .devices = Decimal::whole(4),
            .labels = {labels.data(), labels.size()}};
  }
  [[nodiscard]] OfferPrice price(const NodeSubject& subject, const PriceRules& rules = {}) const {
    catalog::Tables tables;
    tables.instance_types = {&type, 1};
    tables.prices = prices;
    tables.capacity_block_prices = blocks;
    tables.provenance = k_provenance;
    tables.rates = rates;
    return price_node({tables, nullptr}, subject, overlays, rules);
  }
};

NodeOverlay overlay(std::string_view name, std::string_view price, std::string_view adjustment = {},
                    std::int64_t weight = 0) {
  NodeOverlay overlay;
  overlay.object.name = name;
  overlay.price = price;
  overlay.price_adjustment = adjustment;
  overlay.weight = weight;
  return overlay;
}

PriceRules discount(std::int64_t percent) {
  PriceRules rules;
  rules.discount_percent = Decimal::whole(percent);
  return rules;
}

std::string text(const OfferPrice& price) {
  return (price.usd_per_hour ? price.usd_per_hour->to_string() : "-") + " " + std::string(to_string(price.basis)) +
         " as " + std::string(to_string(price.capacity));
}

}  // namespace

TEST_CASE("what a node was bought as decides its price (ledger.md 13 to 15)") {
  const Fixture fixture;
  NodeSubject block = fixture.subject(Capacity::reserved);
  block.capacity_block = true;
  NodeSubject block_abroad = fixture.subject(Capacity::reserved, "eu-west-1");
  block_abroad.capacity_block = true;
  NodeSubject no_type = fixture.subject(Capacity::on_demand);
  no_type.type = nullptr;
  struct Case {
    const char* name;
    NodeSubject subject;
    const char* expected;
  };
  const Case cases[] = {
      {"on-demand", fixture.subject(Capacity::on_demand), "8 published as on-demand"},
      {"no label tells: as on-demand", fixture.subject({}), "8 published as on-demand"},
      {"spot", fixture.subject(Capacity::spot), "3.2 published as spot"},
      {"spot that nobody published: 10 x (100 - 60) / 100", fixture.subject(Capacity::spot, "eu-west-1"),
       "4 estimated as spot"},
      {"reserved is billed as on-demand, used or not", fixture.subject(Capacity::reserved), "8 published as on-demand"},
      {"a Capacity Block has its own file", block, "6 capacity-block as reserved"},
      {"a Capacity Block without a row is unpriced, never on-demand", block_abroad, "- unpriced as reserved"},
      {"a region without prices", fixture.subject(Capacity::on_demand, "ap-south-1"), "- unpriced as on-demand"},
      {"spot without price and saving is never on-demand", fixture.subject(Capacity::spot, "ap-south-1"),
       "- unpriced as spot"},
      {"no region", fixture.subject(Capacity::on_demand, ""), "- unpriced as on-demand"},
      {"no type", no_type, "- unpriced as on-demand"},
  };
  for (const Case& c : cases) {
    CAPTURE(c.name);
    CHECK(text(fixture.price(c.subject)) == c.expected);
  }
  CHECK(text(fixture.price(fixture.subject(Capacity::on_demand), discount(25))) == "6 published as on-demand");
  CHECK(text(fixture.price(fixture.subject(Capacity::spot), discount(25))) == "3.2 published as spot");
  CHECK(text(fixture.price(block, discount(25))) == "6 capacity-block as reserved");
}

TEST_CASE("NodeOverlays go before the catalogue, on Karpenter's nodes (ledger.md 11)") {
  struct Case {
    const char* name;
    std::vector<NodeOverlay> overlays;
    const char* expected;
    const char* source = "";
  };
  const Case cases[] = {
      {"a price", {overlay("a", "5")}, "5 overlay as on-demand", "NodeOverlay a"},
      {"the highest weight", {overlay("a", "5"), overlay("b", "6", "", 10)}, "6 overlay as on-demand", "NodeOverlay b"},
      {"ties by name", {overlay("b", "6", "", 1), overlay("a", "5", "", 1)}, "5 overlay as on-demand", "NodeOverlay a"},
      {"an adjustment of the catalogue's price in percent: 8 x 0.9",
       {overlay("a", "", "-10%")},
       "7.2 overlay as on-demand"},
      {"an adjustment in dollars: 8 + 0.5", {overlay("a", "", "+0.5")}, "8.5 overlay as on-demand"},
      {"never below nothing: 8 - 9", {overlay("a", "", "-9")}, "0 overlay as on-demand"},
      {"an adjustment that is no number is none", {overlay("a", "", "cheap")}, "8 published as on-demand", "list"},
      {"a price that is no number is none", {overlay("a", "cheap")}, "8 published as on-demand", "list"},
      {"an overlay of capacity alone says nothing of prices", {overlay("a", "")}, "8 published as on-demand", "list"},
  };
  for (const Case& c : cases) {
    CAPTURE(c.name);
    Fixture fixture;
    fixture.overlays = c.overlays;
    const OfferPrice price = fixture.price(fixture.subject(Capacity::on_demand));
    CHECK(text(price) == c.expected);
    CHECK((*c.source == '\0' || price.source == c.source));
  }
  Fixture fixture;
  fixture.overlays = {overlay("a", "5"), overlay("b", "", "-10%")};
  SUBCASE("not on nodes of other pools") {
    fixture.labels = {{"eks.amazonaws.com/nodegroup", "l4"}};
    CHECK(text(fixture.price(fixture.subject(Capacity::on_demand))) == "8 published as on-demand");
  }
  SUBCASE("--discount lowers catalogue prices only: neither a fixed price nor an adjusted one") {
    CHECK(text(fixture.price(fixture.subject(Capacity::on_demand), discount(50))) == "5 overlay as on-demand");
    fixture.overlays = {overlay("b", "", "-10%")};
    CHECK(text(fixture.price(fixture.subject(Capacity::on_demand), discount(50))) == "7.2 overlay as on-demand");
  }
  SUBCASE("an adjustment of what has no price is none; a fixed price is one") {
    CHECK(text(fixture.price(fixture.subject(Capacity::on_demand, "ap-south-1"))) == "5 overlay as on-demand");
    fixture.overlays = {overlay("b", "", "-10%")};
    CHECK(text(fixture.price(fixture.subject(Capacity::on_demand, "ap-south-1"))) == "- unpriced as on-demand");
  }
}

TEST_CASE("an overlay counts where all its requirements hold, as Karpenter reads them (ledger.md 11)") {
  struct Case {
    const char* operation;
    const char* key;
    std::vector<std::string_view> values;
    bool holds;
  };
  // The node has karpenter.sh/nodepool=l4, cards=4, rack=b7.
  const Case cases[] = {
      {"In", "rack", {"b6", "b7"}, true},  {"In", "rack", {"b6"}, false},    {"In", "row", {"b6"}, false},
      {"NotIn", "rack", {"b6"}, true},     {"NotIn", "rack", {"b7"}, false}, {"NotIn", "row", {"b7"}, true},
      {"Exists", "rack", {}, true},        {"Exists", "row", {}, false},     {"DoesNotExist", "row", {}, true},
      {"DoesNotExist", "rack", {}, false}, {"Gt", "cards", {"3"}, true},     {"Gt", "cards", {"4"}, false},
      {"Gte", "cards", {"4"}, true},       {"Lt", "cards", {"5"}, true},     {"Lt", "cards", {"4"}, false},
      {"Lte", "cards", {"4"}, true},       {"Gt", "rack", {"3"}, false},     {"Gt", "cards", {}, false},
      {"Near", "cards", {"4"}, false},
  };
  for (const Case& c : cases) {
    CAPTURE(c.operation);
    CAPTURE(c.key);
    Fixture fixture;
    fixture.labels = {{"cards", "4"}, {"karpenter.sh/nodepool", "l4"}, {"rack", "b7"}};
    const std::array<Requirement, 2> requirements = {
        {{"rack", "Exists", {}}, {c.key, c.operation, {c.values.data(), c.values.size()}}}};
    fixture.overlays = {overlay("a", "5")};
    fixture.overlays[0].requirements = {requirements.data(), requirements.size()};
    const std::string got = text(fixture.price(fixture.subject(Capacity::on_demand)));
    CHECK(got == (c.holds ? "5 overlay as on-demand" : "8 published as on-demand"));
  }
}

TEST_CASE("rates go before everything, per node or per physical device (ledger.md 11, 12)") {
  Fixture fixture;
  fixture.overlays = {overlay("a", "5")};
  catalog::Rate rate;
  rate.selector = "rack=b7";
  rate.source = "contract";
  SUBCASE("per node") {
    rate.usd_per_node_hour = money("2.5");
    fixture.rates = {rate};
    CHECK(text(fixture.price(fixture.subject(Capacity::on_demand), discount(50))) == "2.5 rate as on-demand");
    CHECK(fixture.price(fixture.subject({})).source == "contract");
  }
  SUBCASE("per device: 4 x 0.6, and needs neither type nor region") {
    rate.usd_per_device_hour = money("0.6");
    fixture.rates = {rate};
    NodeSubject subject = fixture.subject({}, "");
    subject.type = nullptr;
    CHECK(text(fixture.price(subject)) == "2.4 rate as on-demand");
  }
  SUBCASE("a rate for on-demand is not for nodes of unknown capacity type") {
    rate.usd_per_node_hour = money("2.5");
    rate.capacity = Capacity::on_demand;
    fixture.rates = {rate};
    CHECK(text(fixture.price(fixture.subject(Capacity::on_demand))) == "2.5 rate as on-demand");
    CHECK(text(fixture.price(fixture.subject({}))) == "5 overlay as on-demand");
  }
  SUBCASE("another label's rate is none") {
    rate.selector = "rack=b8";
    rate.usd_per_node_hour = money("2.5");
    fixture.rates = {rate};
    CHECK(text(fixture.price(fixture.subject({}))) == "5 overlay as on-demand");
  }
}

TEST_CASE("--max-price-age: older prices are no prices, of rates too") {
  Fixture fixture;
  PriceRules rules;
  rules.today = Date{2026, 8, 20};
  rules.max_age_days = 31;
  CHECK(text(fixture.price(fixture.subject(Capacity::on_demand), rules)) == "8 published as on-demand");
  rules.max_age_days = 30;
  CHECK(text(fixture.price(fixture.subject(Capacity::on_demand), rules)) == "- unpriced as on-demand");
  catalog::Rate rate;
  rate.usd_per_node_hour = money("2.5");
  rate.as_of = Date{2026, 7, 20};
  fixture.rates = {rate};
  CHECK(text(fixture.price(fixture.subject(Capacity::on_demand), rules)) == "- unpriced as on-demand");
}

}  // namespace kgpu::pricing
