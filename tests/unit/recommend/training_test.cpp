// Training and spot (recommend.md 33-35, endpoints.md 10).
#include "questions.hpp"
#include "spot.hpp"

#include <doctest/doctest.h>

#include <cmath>

using namespace kgpu;
using recommend::Row;
using test::answer;
using test::ask_training;
using test::has_reason;
using test::only;
using test::row_of;

// recommend.md, rule 35.
TEST_CASE("Time on spot: the example of 48 hours on four nodes") {
  // M = 730 / (0.192372 x 4) h, C = 120 s, R = 900 s: 48.417 h at 15-20 percent, 51.151 h at 24 h.
  recommend::SpotJob job{
      .mtbf_hours = 730 / (0.192372 * 4), .checkpoint_hours = 120.0 / 3600, .restart_hours = 0.25, .hours = 48};
  CHECK(48 * recommend::time_on_spot(job) == doctest::Approx(48.417).epsilon(0.00002));
  job.mtbf_hours = 24;
  CHECK(48 * recommend::time_on_spot(job) == doctest::Approx(51.151).epsilon(0.00002));
  job.mtbf_hours = 0.481;  // where $20 on spot is no better than $50
  CHECK(recommend::time_on_spot(job) == doctest::Approx(2.5).epsilon(0.005));
}

// recommend.md, rule 34.
TEST_CASE("Tokens a second follow from MFU and the peak") {
  // LoRA, full checkpointing: (4 + 2) flops a parameter and token; an L4 at 0.35 of 121 TFLOPS.
  const auto found = answer(only(ask_training("meta-llama/Llama-3.2-1B"), {"g6.xlarge"}));
  const auto row = row_of(found, "g6.xlarge");
  REQUIRE(row != nullptr);
  const auto active = static_cast<double>(found.question.workload->shape->active_parameters);
  CHECK(*row->verdict.tokens_per_second == doctest::Approx(0.35 * 121e12 / (6 * active)));
  CHECK_FALSE(row->verdict.hours.has_value());
}

// recommend.md, rules 34, 37, 41.
TEST_CASE("Hours, and the money of the job, with a number of tokens") {
  auto question = only(ask_training("meta-llama/Llama-3.2-1B"), {"g6.xlarge"});
  question.train_tokens = 1e9;
  const auto found = answer(question);
  const auto row = row_of(found, "g6.xlarge");
  REQUIRE(row != nullptr);
  CHECK(*row->verdict.hours == doctest::Approx(1e9 / *row->verdict.tokens_per_second / 3600));
  CHECK(static_cast<double>(row->usd_of_job->nanos()) == doctest::Approx(0.8048e9 * *row->verdict.hours));
  question.limits.hours = *row->verdict.hours / 2;
  const auto late = answer(question);
  CHECK(late.best() == nullptr);
  CHECK(has_reason(late.nearest.at(0), "hours"));
}

// recommend.md, rules 12 and 33.
TEST_CASE("All devices of the nodes train together") {
  const auto found = answer(only(ask_training("meta-llama/Llama-3.1-8B"), {"p5.48xlarge"}));
  std::set<std::int64_t> nodes;
  for (const Row& row : found.rows) {
    CHECK(row.devices == 8 * row.nodes);
    nodes.insert(row.nodes);
  }
  CHECK(nodes == std::set<std::int64_t>{1, 2, 4, 8});
  // Without a fast network, one node.
  const auto slow = answer(only(ask_training("meta-llama/Llama-3.1-8B"), {"g6e.4xlarge"}));
  CHECK(slow.rows.size() == 1);
}

// recommend.md, rules 16 and 33.
TEST_CASE("Trainium trains what it knows, and is never certain") {
  const auto found = answer(only(ask_training("meta-llama/Llama-3.1-8B"), {"trn1.32xlarge", "inf2.48xlarge"}));
  const auto row = row_of(found, "trn1.32xlarge");
  REQUIRE(row != nullptr);
  CHECK(row->verdict.fits == sizing::Fits::likely);
  CHECK_FALSE(row_of(found, "inf2.48xlarge")->rank.has_value());
}

// recommend.md, rule 35.
TEST_CASE("Spot for training is priced with what interruptions cost") {
  auto question = only(ask_training("meta-llama/Llama-3.1-8B"), {"g6e.xlarge", "g7e.2xlarge"});
  question.scope.capacities = {catalog::Capacity::on_demand, catalog::Capacity::spot};
  const auto found = answer(question);
  for (const Row& row : found.rows) {
    CAPTURE(row.type->name);
    if (row.capacity() == catalog::Capacity::spot) {
      CHECK(row.expected_usd_per_hour > row.usd_per_hour);
      CHECK(has_reason(row, "mtbf-assumed") == !row.price.interruption.has_value());
    } else {
      CHECK(row.expected_usd_per_hour == row.usd_per_hour);
    }
  }
  question.mtbf_hours = 1;
  const auto often = answer(question);
  const auto is_spot = [](const Row& row) { return row.capacity() == catalog::Capacity::spot; };
  const auto rare = test::row_where(found, is_spot);
  const auto frequent = test::row_where(often, is_spot);
  REQUIRE(rare != nullptr);
  REQUIRE(frequent != nullptr);
  CHECK(*frequent->expected_usd_per_hour > *rare->expected_usd_per_hour);
  CHECK_FALSE(has_reason(*frequent, "mtbf-assumed"));
}
