// How many replicas a need takes (recommend.md 18-22), calculated by hand.
#include "questions.hpp"

#include <doctest/doctest.h>

using namespace kgpu;
using recommend::Row;
using test::answer;
using test::ask;
using test::has_reason;
using test::only;
using test::row_of;

namespace {

constexpr double k_gibibyte = 1024.0 * 1024 * 1024;

/// By the formulas alone: what was measured of these models is not what is calculated here.
recommend::Question computed(recommend::Question question) {
  question.basis = model::Basis::formula;
  return question;
}

}  // namespace

// Llama-3.1-8B in bf16 on an L4, GiB: weights 14.957, a sequence of 8192 tokens 1 (131072 bytes a token), sampler
// 38.2 x 256 x 128256 + 2.5 x 2048 x 4096 bytes = 1.188, context 0.15. Usable: 0.90 x 22.03 = 19.827.
// High: 14.957 x 1.02 + 1.188 + 0.15 + (0.5 + 0.02 x 22.03) = 17.534 and 1 a sequence: two sequences fit, three do not.
// recommend.md, rules 18 and 19.
TEST_CASE("By concurrency: the fewest replicas that fit on the high estimate") {
  const auto found = answer(computed(only(ask("meta-llama/Llama-3.1-8B", 4), {"g6.xlarge"})));
  const auto row = row_of(found, "g6.xlarge");
  REQUIRE(row != nullptr);
  CHECK(row->verdict.fits == sizing::Fits::yes);
  CHECK(row->verdict.replicas == 2);
  CHECK(row->verdict.sequences == 2);
  CHECK(row->nodes == 2);
  CHECK(row->verdict.memory->high / k_gibibyte == doctest::Approx(19.534).epsilon(0.001));
  CHECK(*row->verdict.usable / k_gibibyte == doctest::Approx(19.827).epsilon(0.001));
  CHECK(row->verdict.headroom() == doctest::Approx(0.0147).epsilon(0.03));
  CHECK(row->usd_per_hour == Money::parse("1.6096"));  // 2 x $0.8048
}

// recommend.md, rule 19.
TEST_CASE("Five sequences take three replicas of two") {
  const auto row = row_of(answer(computed(only(ask("meta-llama/Llama-3.1-8B", 5), {"g6.xlarge"}))), "g6.xlarge");
  REQUIRE(row != nullptr);
  CHECK(row->verdict.replicas == 3);
  CHECK(row->verdict.sequences == 2);
}

// recommend.md, rules 19 and 41.
TEST_CASE("Where nothing fits on high, the fewest that fit on likely") {
  // 16k tokens are 2 GiB: high 19.534 with one sequence fits; 20k (2.5 GiB) is 20.034 high, 18.795 likely.
  model::WorkloadOptions options;
  options.context_tokens = 20480;
  const auto found = answer(computed(only(ask("meta-llama/Llama-3.1-8B", 1, options), {"g6.xlarge"})));
  const auto row = row_of(found, "g6.xlarge");
  REQUIRE(row != nullptr);
  CHECK(row->verdict.fits == sizing::Fits::likely);
  REQUIRE(found.warnings.size() == 1);
}

// recommend.md, rules 18 and 41.
TEST_CASE("What does not fit says by how much") {
  const auto found = answer(computed(only(ask("meta-llama/Llama-3.1-8B"), {"g4dn.xlarge"})));
  REQUIRE(found.nearest.size() == 1);
  // 14.957 + 1 + 1.188 + 0.15 = 17.295 against 0.90 x 14.56 = 13.104
  CHECK(found.nearest[0].verdict.shortfall / k_gibibyte == doctest::Approx(4.191).epsilon(0.002));
  CHECK(found.best() == nullptr);
  // A T4 has no fp8: 4-bit weights are 5.5 GiB.
  REQUIRE_FALSE(found.would_fit.empty());
  CHECK(found.would_fit[0].text == "int4 weights");
}

// recommend.md, rule 21.
TEST_CASE("Replicas fill a node before the next is bought, and devices left over are paid for") {
  // 16 sequences, two on each L4: 8 replicas on 8 cards.
  const auto found = answer(only(ask("meta-llama/Llama-3.1-8B", 16), {"g6.48xlarge", "g6.12xlarge"}));
  const auto eight = test::row_where(
      found, [](const Row& row) { return row.type->name == "g6.48xlarge" && row.parallel.devices() == 1; });
  REQUIRE(eight != nullptr);
  CHECK(eight->verdict.replicas == 8);
  CHECK(eight->nodes == 1);
  CHECK_FALSE(has_reason(*eight, "devices-left"));
  const auto four = test::row_where(
      found, [](const Row& row) { return row.type->name == "g6.12xlarge" && row.parallel.devices() == 1; });
  REQUIRE(four != nullptr);
  CHECK(four->nodes == 2);
  const auto five = answer(only(ask("meta-llama/Llama-3.1-8B", 10), {"g6.48xlarge"}));
  const auto left = test::row_where(five, [](const Row& row) { return row.parallel.devices() == 1; });
  REQUIRE(left != nullptr);
  CHECK(has_reason(*left, "devices-left"));
}

// recommend.md, rule 20.
TEST_CASE("By rate: replicas at the largest batch that fits") {
  auto question = only(ask("meta-llama/Llama-3.1-8B"), {"g6e.xlarge"});
  question.concurrency.reset();
  question.requests_per_second = 0.05;
  const auto one = row_of(answer(question), "g6e.xlarge");
  REQUIRE(one != nullptr);
  CHECK(one->verdict.replicas == 1);
  CHECK(*one->verdict.tokens_per_second == doctest::Approx(0.05 * 2048));
  // One replica's rate at its batch is 1000 x batch / TPOT tokens a second; the next request takes one more.
  const double most = 1000 * static_cast<double>(one->verdict.sequences) / one->verdict.decode_ms->likely;
  question.requests_per_second = 2.5 * most / 2048;
  const auto three = row_of(answer(question), "g6e.xlarge");
  REQUIRE(three != nullptr);
  CHECK(three->verdict.replicas == 3);
  CHECK(three->nodes == 3);
}

// recommend.md, rules 20 and 26.
TEST_CASE("Embedding by tokens a second") {
  // michaelfeil/infinity: bge-large on one L4 does 62k tokens a second (sizing.md 7); a T4 has 65 of its 121 TFLOPS.
  auto question = only(ask("BAAI/bge-large-en-v1.5"), {"g6.xlarge", "g4dn.xlarge"});
  question.concurrency.reset();
  question.limits = {};
  question.requests_per_second = 50000.0 / 512;
  const auto found = answer(question);
  const auto l4 = row_of(found, "g6.xlarge");
  const auto t4 = row_of(found, "g4dn.xlarge");
  REQUIRE(l4 != nullptr);
  REQUIRE(t4 != nullptr);
  CHECK(l4->verdict.replicas == 1);
  CHECK(*l4->verdict.max_tokens_per_second == doctest::Approx(62000).epsilon(0.1));
  CHECK(t4->verdict.replicas == 2);
}

// recommend.md, rule 19.
TEST_CASE("More than 64 replicas are not proposed") {
  // Two sequences a replica on high, three on likely: 100 and 67.
  const auto found = answer(only(ask("meta-llama/Llama-3.1-8B", 200), {"g6.xlarge"}));
  CHECK(found.best() == nullptr);
  REQUIRE_FALSE(found.nearest.empty());
  CHECK(has_reason(found.nearest[0], "replicas"));
}

// recommend.md, rules 4, 19, 30.
TEST_CASE("Limits: the batch shrinks until they are met, and one sequence too slow is refused") {
  auto question = only(ask("meta-llama/Llama-3.1-8B", 8), {"g6e.xlarge"});
  question.limits.tpot_ms.reset();
  question.limits.ttft_ms.reset();
  const auto free = row_of(answer(question), "g6e.xlarge");
  REQUIRE(free != nullptr);
  CHECK(free->verdict.replicas == 1);
  question.limits.tpot_ms = free->verdict.decode_ms->likely - 0.1;
  question.limits.tpot_given = true;
  const auto tight = row_of(answer(question), "g6e.xlarge");
  REQUIRE(tight != nullptr);
  CHECK(tight->verdict.replicas == 2);
  CHECK(has_reason(*tight, "within-error"));
  question.limits.tpot_ms = 1;
  const auto none = answer(question);
  CHECK(none.best() == nullptr);
  REQUIRE_FALSE(none.nearest.empty());
  CHECK(has_reason(none.nearest[0], "tpot"));
}

// recommend.md, rule 1.
TEST_CASE("Images and speech are never certain and have no speed") {
  for (const char* model : {"openai/whisper-large-v3", "black-forest-labs/FLUX.1-dev"}) {
    CAPTURE(model);
    const auto found = answer(ask(model));
    REQUIRE(found.best() != nullptr);
    CHECK(found.best()->verdict.fits == sizing::Fits::likely);
    CHECK_FALSE(found.best()->verdict.tokens_per_second.has_value());
  }
}
