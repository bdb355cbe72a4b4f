// Published runs in place of formulas (recommend.md 18, 32). Figures: the source that each row of the data names.
#include "questions.hpp"

#include "kgpu/model/fit.hpp"

#include <doctest/doctest.h>

using namespace kgpu;
using recommend::Row;

namespace {

recommend::Question llama_70b(std::int64_t concurrency) {
  model::WorkloadOptions options;
  options.precision = "fp8";
  options.context_tokens = 2048;
  options.prompt_tokens = 1024;
  return test::only(test::ask("meta-llama/Llama-3.1-70B", concurrency, options), {"p5.48xlarge"});
}

std::unique_ptr<const Row> row_of(const recommend::Question& question, std::int32_t tensor) {
  return test::row_where(test::answer(question), [&](const Row& row) { return row.parallel.tensor == tensor; });
}

}  // namespace

TEST_CASE("recommend.md 32: a measured time goes before the formula, and the row is named") {
  // InferenceX, Llama-3.1-70B fp8, vLLM, 2 H100, 1024 in and out, 64 at once: 28.77 ms a token.
  auto question = llama_70b(64);
  const auto row = row_of(question, 2);
  REQUIRE(row != nullptr);
  CHECK(row->verdict.replicas == 1);
  CHECK(row->verdict.decode_ms->likely == doctest::Approx(28.77));
  CHECK(*row->verdict.tokens_per_second == doctest::Approx(64 * 1000 / 28.77));
  CHECK(test::has_reason(*row, "measured"));
  REQUIRE(row->verdict.measured_rows.size() == 1);

  question.basis = model::Basis::formula;
  const auto computed = row_of(question, 2);
  REQUIRE(computed != nullptr);
  CHECK_FALSE(test::has_reason(*computed, "measured"));
  CHECK(computed->verdict.measured_rows.empty());
  CHECK(computed->verdict.decode_ms->likely != doctest::Approx(28.77));
}

TEST_CASE("recommend.md 32: at other loads the formula speaks") {
  const auto row = row_of(llama_70b(100), 4);  // measured at 64 and below
  REQUIRE(row != nullptr);
  CHECK_FALSE(test::has_reason(*row, "measured"));
}

TEST_CASE("recommend.md 18: memory is that of model fit, measured rows included") {
  // llm-d-planner, vLLM 0.11.0 on one H100: gpt-oss-20b 13.47 GiB of weights, 7.38 of activations, 50.28 of cache.
  model::WorkloadOptions options;
  options.model.name = "openai/gpt-oss-20b";
  options.context_tokens = 16000;
  options.engine_flags.version = "0.11.0";
  auto question = test::only(test::ask("openai/gpt-oss-20b", 1, options), {"p5.4xlarge"});
  for (const auto basis : {model::Basis::measured, model::Basis::formula}) {
    CAPTURE(static_cast<int>(basis));
    question.basis = basis;
    const auto row = test::row_of(test::answer(question), "p5.4xlarge");
    REQUIRE(row != nullptr);
    model::Placement on;
    on.accelerator = "H100-80";
    const auto fit = model::plan_fit(catalog::Catalog::built_in(), options, on, basis);
    CHECK(row->verdict.is_memory_measured == (basis == model::Basis::measured));
    CHECK(row->verdict.memory->likely == doctest::Approx(fit.total.likely));
    CHECK(row->verdict.memory->high == doctest::Approx(fit.total.high));
    CHECK(*row->verdict.usable == doctest::Approx(*fit.usable_bytes));
    CHECK(*row->verdict.max_concurrency == doctest::Approx(fit.pool->max_concurrency));
    CHECK(*row->verdict.max_tokens_per_second ==
          doctest::Approx(fit.saturated_tokens_per_second->likely).epsilon(0.02));
  }
}
