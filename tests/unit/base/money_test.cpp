#include "kgpu/base/money.hpp"

#include "kgpu/base/error.hpp"

#include <doctest/doctest.h>

#include <cstdlib>
#include <limits>
#include <random>
#include <string>

using kgpu::Error;
using kgpu::format_dollars;
using kgpu::Money;
using kgpu::round_to_total;

namespace {

Money money(const std::string& text) {
  return *Money::parse(text);
}

std::vector<Money> monies(const std::vector<std::string>& texts) {
  std::vector<Money> amounts;
  for (const std::string& text : texts) {
    amounts.push_back(money(text));
  }
  return amounts;
}

}  // namespace

TEST_CASE("money: arithmetic is exact") {
  // g6.xlarge, on-demand, us-east-1: 0.8048 $/h; a month is 730 h: 587.504.
  CHECK(money("0.8048") * 730 == money("587.504"));
  CHECK(money("0.1") + money("0.2") == money("0.3"));
  CHECK(money("0.1") - money("0.3") == money("-0.2"));
  CHECK(money("587.504") * 8 == money("4700.032"));
  CHECK(Money::dollars(3).to_string() == "3");
}

TEST_CASE("money: a share is rounded half away from zero") {
  CHECK(money("1").scaled(1, 3).nanos() == 333'333'333);
  CHECK(money("2").scaled(1, 3).nanos() == 666'666'667);
  CHECK(Money::from_nanos(5).scaled(1, 2).nanos() == 3);
  CHECK(Money::from_nanos(-5).scaled(1, 2).nanos() == -3);
  CHECK(Money::from_nanos(5).scaled(-1, 2).nanos() == -3);
  CHECK(Money::from_nanos(1).scaled(1, 3).nanos() == 0);
  CHECK(Money::from_nanos(2).scaled(1, 3).nanos() == 1);
  // 98.32 less 30 %: 68.824.
  CHECK(money("98.32").scaled(70, 100) == money("68.824"));
  // The product is beyond 64 bits, the result is not.
  CHECK(Money::dollars(9'000'000'000).scaled(1'000'000'007, 1'000'000'007) == Money::dollars(9'000'000'000));
}

TEST_CASE("money: overflow is an error, never a wrong amount") {
  const Money most = Money::from_nanos(std::numeric_limits<std::int64_t>::max());
  CHECK_THROWS_AS((void)(most + Money::from_nanos(1)), Error);
  CHECK_THROWS_AS((void)(Money::from_nanos(-2) - most), Error);
  CHECK_THROWS_AS((void)(most * 2), Error);
  CHECK_THROWS_AS((void)most.scaled(2, 1), Error);
  CHECK(most + Money::from_nanos(0) == most);
}

TEST_CASE("money: for people") {
  struct Case {
    std::string amount;
    int places;
    std::string expected;
  };
  const Case cases[] = {
      {"4700.032", 2, "$4,700.03"}, {"0", 2, "$0.00"},
      {"0", 4, "$0.0000"},          {"0.8048", 4, "$0.8048"},
      {"0.8", 4, "$0.8000"},        {"1234567.891", 2, "$1,234,567.89"},
      {"999.995", 2, "$1,000.00"},  {"999.994", 2, "$999.99"},
      {"-1234.5", 2, "-$1,234.50"}, {"100", 0, "$100"},
      {"1000", 0, "$1,000"},        {"0.005", 2, "$0.01"},
      {"0.004", 2, "$0.0040"},      // would be $0.00
      {"0.00004", 2, "$0.000040"},  // and here $0.0000
      {"-0.004", 2, "-$0.0040"},    {"0.00005", 4, "$0.0001"},
      {"0.00004", 4, "$0.000040"},  {"0.000000001", 2, "$0.000000001"},
      {"0.4", 0, "$0.40"},
  };
  for (const Case& c : cases) {
    CAPTURE(c.amount);
    CAPTURE(c.places);
    CHECK(format_dollars(money(c.amount), c.places) == c.expected);
  }
}

TEST_CASE("money: rows are rounded so that they add up") {
  struct Case {
    std::vector<std::string> amounts;
    std::vector<std::string> expected;
  };
  // By hand: the total is rounded half up, the missing cents go to the largest remainders, ties to the first.
  const Case cases[] = {
      {{}, {}},
      {{"1"}, {"1"}},
      {{"0.333", "0.333", "0.334"}, {"0.33", "0.33", "0.34"}},
      {{"0.335", "0.335", "0.33"}, {"0.34", "0.33", "0.33"}},
      {{"0.005", "0.005", "0.005", "0.005"}, {"0.01", "0.01", "0", "0"}},
      {{"0.004", "0.004"}, {"0.01", "0"}},
      {{"0.001", "0.001"}, {"0", "0"}},
      {{"10.004", "20.004", "30.004"}, {"10.01", "20", "30"}},
      {{"-0.005", "0.005"}, {"0", "0"}},
      {{"-1.234", "5"}, {"-1.23", "5"}},
  };
  for (const Case& c : cases) {
    CAPTURE(c.amounts.size());
    CHECK(round_to_total(monies(c.amounts), 2) == monies(c.expected));
  }
}

TEST_CASE("money: the laws of rounding to a total hold for any rows") {
  std::mt19937_64 random(730);
  constexpr std::int64_t k_units[] = {1'000'000'000, 100'000'000, 10'000'000, 1'000'000, 100'000};
  for (int round = 0; round < 10'000; ++round) {
    const int places = static_cast<int>(random() % 5);
    const std::int64_t unit = k_units[places];
    std::vector<Money> amounts;
    std::int64_t total = 0;
    for (std::uint64_t i = random() % 20; i > 0; --i) {
      const auto nanos = static_cast<std::int64_t>(random() % 20'000'000'000'000) - 5'000'000'000'000;
      amounts.push_back(Money::from_nanos(round % 3 == 0 ? nanos / unit * unit : nanos));
      total += amounts.back().nanos();
    }
    const auto rounded = round_to_total(amounts, places);
    REQUIRE(rounded.size() == amounts.size());
    std::int64_t sum = 0;
    for (std::size_t i = 0; i < rounded.size(); ++i) {
      CHECK(rounded[i].nanos() % unit == 0);
      CHECK(std::abs(rounded[i].nanos() - amounts[i].nanos()) < unit);
      sum += rounded[i].nanos();
    }
    // The sum is a multiple of the unit, and the nearest to the total; halves go up.
    CHECK(sum % unit == 0);
    CHECK(2 * (sum - total) <= unit);
    CHECK(2 * (sum - total) > -unit);
  }
}
