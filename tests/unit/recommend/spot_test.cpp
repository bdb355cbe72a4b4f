// Spot for inference (recommend.md 36).
#include "questions.hpp"

#include <doctest/doctest.h>

using namespace kgpu;
using catalog::Capacity;
using recommend::Row;
using test::answer;
using test::ask;
using test::has_reason;
using test::only;
using test::row_of;

// An 8B in bf16 on L4: two sequences of 8192 tokens a replica (calculated in replicas_test.cpp).
TEST_CASE("recommend.md 36: one replica on spot with a given limit is said, several are not") {
  struct Case {
    const char* what;
    std::int64_t concurrency;
    std::int64_t replicas;
    bool tpot_given;
    bool ttft_given;
    Capacity capacity;
    bool said;
  };
  const Case cases[] = {
      {"one replica, --max-ttft", 1, 1, false, true, Capacity::spot, true},
      {"one replica, --max-tpot", 2, 1, true, false, Capacity::spot, true},
      {"one replica, both", 1, 1, true, true, Capacity::spot, true},
      {"one replica, the default limits", 1, 1, false, false, Capacity::spot, false},
      {"two replicas, --max-ttft", 4, 2, false, true, Capacity::spot, false},
      {"two replicas, both", 4, 2, true, true, Capacity::spot, false},
      {"on demand", 1, 1, true, true, Capacity::on_demand, false},
  };
  for (const Case& c : cases) {
    CAPTURE(c.what);
    auto question = only(ask("meta-llama/Llama-3.1-8B", c.concurrency), {"g6.xlarge"});
    question.basis = model::Basis::formula;
    question.scope.capacities = {c.capacity};
    question.limits.tpot_given = c.tpot_given;
    question.limits.ttft_given = c.ttft_given;
    const auto found = answer(question);
    const auto row = row_of(found, "g6.xlarge");
    REQUIRE(row != nullptr);
    CHECK(row->verdict.replicas == c.replicas);
    CHECK(has_reason(*row, "spot") == (c.capacity == Capacity::spot));
    CHECK(has_reason(*row, "spot-single-replica") == c.said);
    CHECK(found.warnings.size() == (c.said ? 1 : 0));
    CHECK(row->expected_usd_per_hour == row->usd_per_hour);
  }
}

TEST_CASE("recommend.md 36: spot ranks by its price, and is proposed only where it is asked for, or as a line") {
  // data/aws_prices.csv, us-east-1: g6.xlarge $0.8048, on spot $0.5375.
  auto question = only(ask("meta-llama/Llama-3.1-8B"), {"g6.xlarge"});
  const auto without = answer(question);
  for (const Row& row : without.rows) {
    CHECK(row.capacity() == Capacity::on_demand);
  }
  const auto line = std::ranges::find(without.would_change, "spot", &recommend::Lever::text);
  REQUIRE(line != without.would_change.end());
  CHECK(line->row.usd_per_hour == Money::parse("0.5375"));
  question.scope.capacities = {Capacity::on_demand, Capacity::spot};
  const auto with = answer(question);
  REQUIRE(with.rows.size() == 2);
  CHECK(with.rows[0].capacity() == Capacity::spot);
  CHECK(with.rows[0].usd_per_hour == Money::parse("0.5375"));
  CHECK(with.rows[1].usd_per_hour == Money::parse("0.8048"));
}
