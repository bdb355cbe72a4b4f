// Speed on CPUs, by hand (recommend.md 28).
#include "questions.hpp"

#include <doctest/doctest.h>

using namespace kgpu;
using recommend::Row;

// Llama-3.2-1B, bf16: 1235814400 parameters, tied, so that all of them are read as the head: 2.4716 GB. KV of 768 + 128
// tokens at 32768 bytes: 0.0294 GB. c7g.2xlarge: 8 vCPUs x 4.8 GB/s, half of it reached: 19.2 GB/s.
// recommend.md, rule 28.
TEST_CASE("A CPU reads weights at half its memory bandwidth") {
  model::WorkloadOptions options;
  options.context_tokens = 1024;
  const auto found = test::answer(test::only(test::ask("meta-llama/Llama-3.2-1B", 1, options), {"c7g.2xlarge"}));
  const auto row = test::row_of(found, "c7g.2xlarge");
  REQUIRE(row != nullptr);
  CHECK(row->engine == "llama.cpp");
  CHECK(row->verdict.decode_ms->likely == doctest::Approx((2.4716 + 0.0294) / 19.2 * 1000).epsilon(0.005));
  CHECK(row->verdict.decode_ms->high == doctest::Approx(2 * row->verdict.decode_ms->likely));
  // The prompt at 0.07 TFLOPS a vCPU: 768 x 2 x 1.2358e9 / 0.56e12 = 3.39 s.
  const double prompt_ms = 768 * 2 * 1.2358e9 / 0.56e12 * 1000;
  CHECK(row->verdict.first_token_ms->likely ==
        doctest::Approx(prompt_ms + row->verdict.decode_ms->likely).epsilon(0.01));
}

// recommend.md, rules 4 and 28.
TEST_CASE("An 8B on CPUs is too slow for the default limit, and is offered without it") {
  model::WorkloadOptions options;
  options.context_tokens = 1024;
  auto question = test::only(test::ask("meta-llama/Llama-3.1-8B", 1, options), {"m7i.8xlarge"});
  // 15 GB without the input embedding at 32 x 3.2 / 2 = 51.2 GB/s: 293 ms a token.
  CHECK(test::answer(question).best() == nullptr);
  question.stage = recommend::Stage::development;
  question.limits = {};
  CHECK(test::answer(question).best() != nullptr);
}

// recommend.md, rule 17.
TEST_CASE("CPUs never train") {
  const auto found = test::answer(test::only(test::ask_training("meta-llama/Llama-3.2-1B"), {"m7i.8xlarge"}));
  CHECK(found.best() == nullptr);
}
