// Money of a row (recommend.md 21, 31, 35-37, 41-43).
#include "questions.hpp"

#include <doctest/doctest.h>

using namespace kgpu;
using recommend::Row;
using test::answer;
using test::ask;
using test::has_reason;
using test::only;
using test::row_of;

// recommend.md, rule 31.
TEST_CASE("Dollars a million tokens, at the asked load and by utilisation") {
  auto question = only(ask("meta-llama/Llama-3.1-8B", 16), {"g6e.xlarge"});
  const auto full = row_of(answer(question), "g6e.xlarge");
  REQUIRE(full != nullptr);
  const auto hourly = static_cast<double>(full->usd_per_hour->nanos()) / 1e9;
  // $/h / (tok/s x 3600 / 1e6)
  CHECK(static_cast<double>(full->usd_per_million_tokens->nanos()) / 1e9 ==
        doctest::Approx(hourly / *full->verdict.tokens_per_second / 3600 * 1e6));
  question.utilization = *Decimal::parse("0.2");
  const auto idle = row_of(answer(question), "g6e.xlarge");
  CHECK(static_cast<double>(idle->usd_per_million_tokens->nanos()) ==
        doctest::Approx(5 * static_cast<double>(full->usd_per_million_tokens->nanos())));
}

// recommend.md, rules 4 and 41.
TEST_CASE("The price limit is of the whole need") {
  auto question = ask("meta-llama/Llama-3.1-8B", 4);
  question.limits.usd_per_hour = Money::parse("1.60");
  const auto found = answer(question);
  for (const Row& row : found.rows) {
    CHECK(*row.usd_per_hour <= *Money::parse("1.60"));
  }
  CHECK(row_of(found, "g6.xlarge") == nullptr);  // two at $0.8048
  question.limits.usd_per_hour = Money::parse("0.01");
  const auto none = answer(question);
  CHECK(none.best() == nullptr);
  REQUIRE_FALSE(none.nearest.empty());
  CHECK(has_reason(none.nearest[0], "price"));
}

// recommend.md, section 9, price_usd_per_hour_share.
TEST_CASE("A slice costs its share of the card") {
  const auto slice = row_of(answer(only(ask("Qwen/Qwen2.5-0.5B-Instruct"), {"p5.4xlarge"})), "p5.4xlarge", "1g.10gb");
  REQUIRE(slice != nullptr);
  // One of seven.
  CHECK(static_cast<double>(slice->share_usd_per_hour->nanos()) ==
        doctest::Approx(static_cast<double>(slice->usd_per_hour->nanos()) / 7));
}

// recommend.md, rule 36.
TEST_CASE("Spot for inference ranks by its price and says so") {
  auto question = only(ask("meta-llama/Llama-3.1-8B"), {"g6.xlarge"});
  question.scope.capacities = {catalog::Capacity::spot};
  const auto row = row_of(answer(question), "g6.xlarge");
  REQUIRE(row != nullptr);
  CHECK(has_reason(*row, "spot"));
  CHECK_FALSE(has_reason(*row, "spot-single-replica"));
  CHECK(row->expected_usd_per_hour == row->usd_per_hour);
  question.limits.ttft_given = true;
  const auto critical = answer(question);
  CHECK(has_reason(critical.rows[0], "spot-single-replica"));
  CHECK(critical.warnings.size() == 1);
}

// recommend.md, rule 7.
TEST_CASE("Several regions: the cheapest, unless all are asked for") {
  auto question = only(ask("meta-llama/Llama-3.1-8B"), {"g6.xlarge"});
  question.scope.regions = {"us-east-1", "eu-central-1"};
  const auto one = answer(question);
  CHECK(one.rows.size() == 1);
  CHECK(one.rows[0].region == "us-east-1");
  question.scope.every_region = true;
  CHECK(answer(question).rows.size() == 2);
}

// recommend.md, rule 43.
TEST_CASE("What would change the answer saves at least 5 percent, at most three lines") {
  const auto found = answer(ask("meta-llama/Llama-3.1-8B", 16));
  REQUIRE(found.best() != nullptr);
  CHECK(found.would_change.size() <= 3);
  for (const recommend::Lever& lever : found.would_change) {
    CAPTURE(lever.text);
    if (lever.text != "an NVIDIA GPU") {
      CHECK(static_cast<double>(lever.row.usd_per_hour->nanos()) <=
            0.95 * static_cast<double>(found.best()->usd_per_hour->nanos()));
    }
  }
}

// recommend.md, rule 43.
TEST_CASE("fp8 weights and KV let an L4 serve what it cannot in 16 bits") {
  const auto found = answer(only(ask("meta-llama/Llama-3.1-8B", 16), {"g6.xlarge"}));
  const auto lever = std::ranges::find(found.would_change, "fp8 weights and KV", &recommend::Lever::text);
  REQUIRE(lever != found.would_change.end());
  CHECK(lever->row.precision == "fp8");
  CHECK(lever->row.usd_per_hour < found.best()->usd_per_hour);
}
