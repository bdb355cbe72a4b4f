// Nothing fits: what came nearest, and why not (recommend.md 41, 43).
#include "questions.hpp"

#include <doctest/doctest.h>

using namespace kgpu;
using recommend::Question;
using test::answer;
using test::ask;
using test::has_reason;
using test::only;

TEST_CASE("recommend.md 41: where memory fits, the reason of the nearest row") {
  struct Case {
    const char* reason;
    const char* type;
    void (*change)(Question&);
  };
  const Case cases[] = {
      {"price", "g6.xlarge", [](Question& question) { question.limits.usd_per_hour = Money::parse("0.10"); }},
      {"tpot", "g6.xlarge", [](Question& question) { question.limits.tpot_ms = 1; }},
      {"ttft", "g6.xlarge", [](Question& question) { question.limits.ttft_ms = 1; }},
      {"rate", "g6.xlarge", [](Question& question) { question.requests_per_second = 1e6; }},
      {"isolation", "g6f.2xlarge", [](Question& question) { question.scope.isolation = recommend::Isolation::hard; }},
      {"no-price", "p5e.48xlarge", [](Question&) {}},  // sold as Capacity Blocks and on spot alone
  };
  for (const Case& c : cases) {
    CAPTURE(c.reason);
    auto question = only(ask("Qwen/Qwen2.5-0.5B-Instruct"), {c.type});
    c.change(question);
    const auto found = answer(question);
    CHECK(found.best() == nullptr);
    REQUIRE(found.nearest.size() == 1);
    CHECK(has_reason(found.nearest[0], c.reason));
    CHECK(found.nearest[0].verdict.shortfall == 0);
    CHECK(found.would_change.empty());
    CHECK(found.would_fit.size() <= 3);
    // recommend.md 39: the named type has its row all the same, without a rank.
    REQUIRE(found.rows.size() == 1);
    CHECK_FALSE(found.rows[0].rank.has_value());
    CHECK(has_reason(found.rows[0], c.reason));
  }
}

TEST_CASE("recommend.md 41: at most three, the smallest shortfall first") {
  // 70B in bf16 is 141.1 GB: no single card of these holds it. What lacks least a device is the largest card.
  auto question = only(ask("meta-llama/Llama-3.3-70B-Instruct"),
                       {"g4dn.xlarge", "g6.xlarge", "g6e.xlarge", "p5.4xlarge", "g7e.2xlarge"});
  const auto found = answer(question);
  CHECK(found.best() == nullptr);
  REQUIRE(found.nearest.size() == 3);
  CHECK(found.nearest[0].type->name == "g7e.2xlarge");  // 95.59 GiB
  CHECK(found.nearest[1].type->name == "p5.4xlarge");   // 79.18 GiB
  CHECK(found.nearest[2].type->name == "g6e.xlarge");   // 44.29 GiB
  for (const recommend::Row& row : found.nearest) {
    CHECK_FALSE(row.rank.has_value());
    CHECK(has_reason(row, "memory"));
  }
}
