#include "doctest/doctest.h"
#include "offers.hpp"

#include "kgpu/base/error.hpp"
#include "kgpu/base/text.hpp"

#include <functional>

namespace kgpu::instance {
namespace {

using catalog::Capacity;
using testing::built_in;
using testing::default_regions;
using testing::list;
using testing::names;

TEST_CASE("without a filter: every type, once") {
  const Selection all = list({});
  CHECK(all.offers.size() == built_in().tables().instance_types.size());
  CHECK(all.notes.empty());
}

TEST_CASE("order: provider, accelerator, on-demand price with the unknown last, type") {
  const auto offers = list({}).offers;
  const auto name = [](const Offer& offer) {
    return offer.accelerator != nullptr ? offer.accelerator->name : offer.type->accelerator_model;
  };
  for (std::size_t i = 1; i < offers.size(); ++i) {
    const Offer& a = offers[i - 1];
    const Offer& b = offers[i];
    CAPTURE(std::string(a.type->name));
    CAPTURE(std::string(b.type->name));
    REQUIRE(to_string(a.type->provider) <= to_string(b.type->provider));
    if (a.type->provider != b.type->provider || a.accelerator != b.accelerator) {
      continue;
    }
    REQUIRE(name(a) == name(b));
    const auto* first = a.priced(Capacity::on_demand);
    const auto* second = b.priced(Capacity::on_demand);
    REQUIRE((first != nullptr || second == nullptr));
    if (first != nullptr && second != nullptr) {
      REQUIRE(*first->usd_per_hour <= *second->usd_per_hour);
      REQUIRE((*first->usd_per_hour < *second->usd_per_hour || natural_less(a.type->name, b.type->name)));
    }
  }
}

TEST_CASE("each filter keeps exactly what holds against it") {
  struct Case {
    const char* name;
    Filter filter;
    std::function<bool(const catalog::InstanceType&)> holds;
  };
  // The second column says the same again, by the columns of the files.
  const Case cases[] = {
      {"provider",
       {.providers = {catalog::Provider::gcp}},
       [](const auto& t) { return t.provider == catalog::Provider::gcp; }},
      {"accelerator by catalogue word",
       {.accelerators = {"a100"}},
       [](const auto& t) { return t.accelerator_model == "a100"; }},
      {"accelerator by canonical name, case ignored",
       {.accelerators = {"a100-80"}},
       [](const auto& t) {
         return t.accelerator_model == "a100" && t.accelerator_memory_mib_each == 81920 &&
                !t.name.starts_with("Standard_NC");  // those carry the PCIe card
       }},
      {"two accelerators",
       {.accelerators = {"L4", "a10g"}},
       [](const auto& t) { return t.accelerator_model == "l4" || t.accelerator_model == "a10g"; }},
      {"count",
       {.accelerator_counts = {Decimal::whole(4), *Decimal::parse("0.125")}},
       [](const auto& t) {
         return t.accelerator_count == Decimal::whole(4) || t.accelerator_count == *Decimal::parse("0.125");
       }},
      {"architecture",
       {.architecture = catalog::Architecture::arm64},
       [](const auto& t) { return t.architecture == catalog::Architecture::arm64; }},
      {"vcpus", {.min_vcpus = 96}, [](const auto& t) { return t.vcpus >= 96; }},
      {"memory",
       {.min_memory = MemoryFloor{std::int64_t{512} << 30, "512Gi"}},
       [](const auto& t) { return t.memory_mib >= 512 * 1024; }},
      {"EFA", {.features = {Feature::efa}}, [](const auto& t) { return t.efa_interfaces.value_or(0) > 0; }},
  };
  for (const Case& c : cases) {
    CAPTURE(c.name);
    const auto listed = names(list(c.filter).offers);
    std::size_t expected = 0;
    for (const catalog::InstanceType& type : built_in().tables().instance_types) {
      const bool is_listed = std::ranges::find(listed, type.name) != listed.end();
      CAPTURE(std::string(type.name));
      CHECK(is_listed == c.holds(type));
      expected += c.holds(type) ? 1U : 0U;
    }
    CHECK(expected > 0);
    CHECK(listed.size() == expected);
  }
}

TEST_CASE("--max-price is at the cheapest of the capacities shown") {
  // g6.xlarge in us-east-1: 0.8048 on demand, 0.5375 spot (aws_prices.csv).
  const auto has_g6 = [](Filter filter, const char* price, std::vector<Capacity> capacities) {
    filter.max_price = Money::parse(price);
    filter.capacities = std::move(capacities);
    const auto listed = names(list(filter).offers);
    return std::ranges::find(listed, "g6.xlarge") != listed.end();
  };
  CHECK(has_g6({}, "0.5375", {}));
  CHECK_FALSE(has_g6({}, "0.5374", {}));
  CHECK(has_g6({}, "0.8048", {Capacity::on_demand}));
  CHECK_FALSE(has_g6({}, "0.8047", {Capacity::on_demand}));
  CHECK(has_g6({}, "0.5375", {Capacity::spot, Capacity::on_demand}));
  CHECK_FALSE(has_g6({}, "100", {Capacity::reserved}));
}

TEST_CASE("--capacity keeps types and prices of that capacity") {
  const auto offers = list({.capacities = {Capacity::reserved}}).offers;
  // Types of aws_capacity_block_prices.csv with a row for us-east-1.
  CHECK(names(offers) == std::vector<std::string>{"p4d.24xlarge", "p4de.24xlarge", "p6-b200.48xlarge",
                                                  "p6-b300.48xlarge", "p5.4xlarge", "p5.48xlarge", "p5en.48xlarge",
                                                  "trn1.32xlarge"});
  for (const Offer& offer : offers) {
    REQUIRE(offer.prices.size() == 1);
    CHECK(offer.prices.front().basis == pricing::Basis::capacity_block);
  }
  CHECK(*offers.front().prices.front().usd_per_hour == *Money::parse("11.8"));
}

TEST_CASE("a region leaves out what has no price there, and says so") {
  // aws_prices.csv has eu-west-3 for 10 of the 15 EC2 types with an L4, and eu-west-1 for none.
  const Filter filter{.accelerators = {"L4"}, .region = "eu-west-3"};
  const Selection selection = select(built_in(), filter, {{catalog::Provider::aws, "eu-west-3"}}, {});
  CHECK(selection.offers.size() == 10);
  CHECK(selection.notes ==
        std::vector<std::string>{"5 types without a known price in eu-west-3 left out: they may not be sold there"});
}

TEST_CASE("an empty answer names what is in the way") {
  struct Case {
    const char* name;
    Filter filter;
    const char* last_note;
  };
  const Case cases[] = {
      {"one flag alone",
       {.min_vcpus = 500},
       "no instance type matches: --min-vcpus 500 leaves none (246 types without it)"},
      // T4G is the only arm64 card of its kind: 18 T4 types, 22 arm64 types.
      {"either of two",
       {.accelerators = {"T4"}, .architecture = catalog::Architecture::arm64},
       "no instance type matches: --arch arm64 leaves none (18 types without it); --accelerator T4 leaves none (22 "
       "types without it)"},
      {"no single one",
       {.accelerators = {"A30"}, .min_vcpus = 500},
       "no instance type matches: --min-vcpus 500 leaves none"},
  };
  for (const Case& c : cases) {
    CAPTURE(c.name);
    const Selection selection = list(c.filter);
    CHECK(selection.offers.empty());
    REQUIRE_FALSE(selection.notes.empty());
    CHECK(selection.notes.back() == c.last_note);
  }
}

TEST_CASE("usable memory that leaves out what the box promises is said") {
  const Selection selection =
      list({.accelerators = {"L4", "A100"}, .accelerator_memory = parse_memory_size("24Gi", "--accelerator-memory")});
  REQUIRE(selection.notes.size() == 1);
  CHECK(selection.notes.front() ==
        "--accelerator-memory 24Gi is usable memory, and leaves out L4 (22.03Gi); write GB for what is on the box");
  CHECK(list({.accelerator_memory = parse_memory_size("20Gi", "--accelerator-memory")}).notes.empty());
}

TEST_CASE("blank features count as no, said once") {
  const Selection selection = list({.providers = {catalog::Provider::aws}, .features = {Feature::fp4, Feature::efa}});
  REQUIRE(selection.notes.size() == 1);
  CHECK(selection.notes.front().starts_with("--feature: what the catalogue does not say counts as no"));
  CHECK(list({.features = {Feature::mig}}).notes.empty());
}

TEST_CASE("an unknown accelerator is a mistake of the command line") {
  try {
    list({.accelerators = {"L4", "A10O"}});
    FAIL("an unknown accelerator was taken");
  } catch (const Error& error) {
    CHECK(error.kind() == ErrorKind::usage);
    CHECK(std::string(error.what()) == "--accelerator: unknown accelerator 'A10O'");
    CHECK(error.hint() == "did you mean 'A10', 'A10G' or 'a100'?");
  }
}

TEST_CASE("--sort-by: the smallest first, the unknown last") {
  auto offers = list({}).offers;
  sort_by(offers, SortKey::price, {Capacity::spot});
  bool unknown_seen = false;
  std::optional<Money> before;
  for (const Offer& offer : offers) {
    const auto* price = offer.priced(Capacity::spot);
    unknown_seen = unknown_seen || price == nullptr;
    REQUIRE((price == nullptr) == unknown_seen);
    REQUIRE((price == nullptr || !before || *before <= *price->usd_per_hour));
    before = price != nullptr ? price->usd_per_hour : before;
  }
  CHECK(unknown_seen);
  sort_by(offers, SortKey::memory, {});
  CHECK(std::ranges::is_sorted(offers, {}, [](const Offer& offer) { return offer.type->memory_mib; }));
  sort_by(offers, SortKey::vcpus, {});
  CHECK(std::ranges::is_sorted(offers, {}, [](const Offer& offer) { return offer.type->vcpus; }));
  for (const std::string_view word : sort_key_words()) {
    CHECK_NOTHROW(static_cast<void>(parse_sort_key(word)));
  }
  CHECK_THROWS_AS(static_cast<void>(parse_sort_key(".metadata.name")), Error);
}

}  // namespace
}  // namespace kgpu::instance
