// Published speeds in place of formulas (recommend.md 32). The figures are InferenceX runs on vLLM, as
// ai-dynamo/aiconfigurator's silicon_sample.csv has them, rounded to hundredths.
#include "sizing_cases.hpp"

#include "kgpu/sizing/measured.hpp"

#include <doctest/doctest.h>

using namespace kgpu;
using sizing::Load;

namespace {

std::optional<sizing::MeasuredSpeed> measured(const test::ServingCase& c, const Load& load) {
  return sizing::speed_at(sizing::speed_runs(test::served(c).serving), load);
}

test::ServingCase llama_70b(std::int32_t tensor, std::string_view accelerator = "H100-80") {
  return {.model = "meta-llama/Llama-3.1-70B", .accelerator = accelerator, .precision = "fp8", .tensor = tensor};
}

}  // namespace

TEST_CASE("recommend.md 32: the same set-up and load has the time that was measured") {
  struct Row {
    test::ServingCase serving;
    Load load;
    double ms;
  };
  const Row rows[] = {
      {llama_70b(2), {64, 1024, 1024}, 28.77},
      {llama_70b(4), {16, 1024, 1024}, 13.19},
      {llama_70b(1, "H200-141"), {4, 1024, 1024}, 21.47},
      {{.model = "openai/gpt-oss-120b", .tensor = 2}, {64, 1024, 1024}, 14.83},
      // 84.28 generated tokens a second of one request
      {{.model = "Qwen/Qwen2.5-7B-Instruct", .accelerator = "A100-80"}, {1, 1, 2048}, 1000 / 84.28},
  };
  for (const Row& row : rows) {
    CAPTURE(row.serving.model);
    CAPTURE(row.ms);
    const auto found = measured(row.serving, row.load);
    REQUIRE(found);
    CHECK(found->decode_ms.likely == doctest::Approx(row.ms));
    CHECK(found->decode_ms.low == doctest::Approx(row.ms));
    CHECK(found->decode_ms.high == doctest::Approx(row.ms));
  }
}

TEST_CASE("recommend.md 32: prompt, output and concurrency may each be 1.25 times as much or as little, not more") {
  struct Row {
    Load load;
    bool counts;
  };
  const Row rows[] = {
      {{64, 1280, 1024}, true}, {{64, 1281, 1024}, false}, {{64, 820, 1024}, true},   {{64, 818, 1024}, false},
      {{80, 1024, 1024}, true}, {{81, 1024, 1024}, false}, {{64, 1024, 1280}, true},  {{64, 1024, 1281}, false},
      {{80, 1280, 1280}, true}, {{52, 1024, 1024}, true},  {{51, 1024, 1024}, false}, {{64, 1024, 0}, false},
  };
  for (const Row& row : rows) {
    CAPTURE(row.load.streams);
    CAPTURE(row.load.prompt_tokens);
    CAPTURE(row.load.output_tokens);
    CHECK(measured(llama_70b(2), row.load).has_value() == row.counts);
  }
  // The farther the load, the wider the range.
  const auto far = measured(llama_70b(2), {80, 1024, 1024});
  CHECK(far->decode_ms.high == doctest::Approx(28.77 * 1.25));
  CHECK(far->decode_ms.low == doctest::Approx(28.77 / 1.25));
}

TEST_CASE("recommend.md 32: another card, count, precision or engine was not measured") {
  const Load load{64, 1024, 1024};
  auto sglang = llama_70b(2);
  sglang.engine = sizing::Engine::sglang;
  auto wide = llama_70b(2);
  wide.precision = "bf16";
  auto narrow_cache = llama_70b(2);
  narrow_cache.cache_bytes = 1;
  auto staged = llama_70b(1);
  staged.pipeline = 2;
  auto other_model = llama_70b(2);
  other_model.model = "meta-llama/Llama-3.3-70B-Instruct";
  for (const auto& c : {sglang, wide, narrow_cache, staged, other_model, llama_70b(2, "H100-94"), llama_70b(1)}) {
    CAPTURE(c.model);
    CAPTURE(c.accelerator);
    CHECK_FALSE(measured(c, load));
  }
}
