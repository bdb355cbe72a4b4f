// Speed, rate and room of rows, calculated by hand from data/ and the formulas of sizing.md 5 and 6
// (recommend.md 5, 22-25, 27, 30, 34).
#include "questions.hpp"

#include <doctest/doctest.h>

#include <cmath>

using namespace kgpu;
using recommend::Row;
using test::answer;
using test::ask;
using test::ask_training;
using test::only;

namespace {

constexpr double k_gibibyte = 1024.0 * 1024 * 1024;

std::unique_ptr<const Row> computed_row(recommend::Question question, std::int32_t tensor, std::int32_t pipeline) {
  question.basis = model::Basis::formula;
  return test::row_where(answer(question), [&](const Row& row) {
    return row.slice.empty() && row.parallel.tensor == tensor && row.parallel.pipeline == pipeline;
  });
}

// Llama-3.1-8B, bf16. Read at each step: (8030261248 - 128256 x 4096) parameters x 2 = 15.0098 GB, and 131072 bytes of
// each of 6144 + 2048 / 2 tokens = 0.9395 GB. 32 layers, each 0.0005 ms a stream.
constexpr double k_weights = 15.0098e9;
constexpr double k_cache = 0.9395e9;
constexpr double k_streams_ms = 32 * 0.0005;
// What multiplies: looking a token up in the input embedding does not.
constexpr double k_active = 8030261248.0 - 128256.0 * 4096;
constexpr double k_active_of_mixture = 3353032704.0 - 151936.0 * 2048;  // Qwen3-30B-A3B

}  // namespace

TEST_CASE("recommend.md 23, 24, 27, 30: milliseconds a token of an 8B, by class, link and stage") {
  struct Case {
    const char* type;
    std::int32_t tensor;
    std::int32_t pipeline;
    double ms;
    double spread;
  };
  const double l4 = (k_weights + k_cache) / (0.8 * 300e9) * 1000 + 32 * 0.10 + k_streams_ms;
  const Case cases[] = {
      // Older class: 0.8 and 0.10. 66.456 + 3.2 + 0.016
      {"g6.xlarge", 1, 1, l4, 2},
      // Two over PCIe: half to read, and 2 x 32 x 0.05 x (2 - 1) more.
      {"g6.12xlarge", 2, 1, (k_weights + k_cache) / 2 / 240e9 * 1000 + 3.2 + k_streams_ms + 3.2, 2},
      // Four: 2 x 32 x 0.05 x 3 more.
      {"g6.12xlarge", 4, 1, (k_weights + k_cache) / 4 / 240e9 * 1000 + 3.2 + k_streams_ms + 9.6, 2},
      // Two stages of a node: one stream passes all layers, as on one card.
      {"g6.12xlarge", 1, 2, l4, 2},
      // Hopper: 0.9 and 0.055. 5.290 + 1.76 + 0.016
      {"p5.4xlarge", 1, 1, (k_weights + k_cache) / (0.9 * 3350e9) * 1000 + 32 * 0.055 + k_streams_ms, 1.15},
      // + 0.0075 a doubling, over the switch.
      {"p5.48xlarge", 4, 1, (k_weights + k_cache) / 4 / (0.9 * 3350e9) * 1000 + 32 * 0.07 + k_streams_ms, 1.15},
      // A100 is of the older class, whatever its link.
      {"p4d.24xlarge", 1, 1, (k_weights + k_cache) / (0.8 * 1555e9) * 1000 + 3.2 + k_streams_ms, 2},
      // Neuron: 0.8 and 0.21; both cores of the device, each with half of 820 GiB/s, as AWS prints it.
      {"inf2.xlarge", 2, 1, (k_weights + k_cache) / (0.8 * 820 * k_gibibyte) * 1000 + 32 * 0.21 + k_streams_ms, 2},
  };
  for (const Case& c : cases) {
    CAPTURE(c.type);
    CAPTURE(c.tensor);
    CAPTURE(c.pipeline);
    const auto row = computed_row(only(ask("meta-llama/Llama-3.1-8B"), {c.type}), c.tensor, c.pipeline);
    REQUIRE(row != nullptr);
    CHECK(row->precision == "bf16");  // recommend.md 5: the model's own
    CHECK(row->verdict.decode_ms->likely == doctest::Approx(c.ms).epsilon(0.002));
    CHECK(row->verdict.decode_ms->high == doctest::Approx(c.ms * c.spread).epsilon(0.002));
    CHECK(row->verdict.decode_ms->low == doctest::Approx(c.ms / c.spread).epsilon(0.002));
    CHECK(row->verdict.first_token_ms->high == doctest::Approx(3 * row->verdict.first_token_ms->likely));
  }
}

TEST_CASE("recommend.md 24: as many groups as stages take turns") {
  // Two streams on two stages: each step has one, so that two tokens come in the time of one.
  const auto row = computed_row(only(ask("meta-llama/Llama-3.1-8B", 2), {"g6.12xlarge"}), 1, 2);
  REQUIRE(row != nullptr);
  const double l4 = (k_weights + k_cache) / 240e9 * 1000 + 3.2 + k_streams_ms;
  CHECK(row->verdict.replicas == 1);
  CHECK(*row->verdict.tokens_per_second == doctest::Approx(2000 / l4).epsilon(0.002));
}

TEST_CASE("recommend.md 23: time to the first token, and the others' prefill in a step") {
  // One prompt token: 2 x 7.5049e9 + 2 x 32 layers x 32 heads x 128 x 6144 flops = 16.620e9. At 0.5 of 121 TFLOPS
  // 0.27472 ms; 30 + step + 6144 of them = 1788 ms.
  const double flops = 2 * k_active + 2.0 * 32 * 32 * 128 * 6144;
  const double step = (k_weights + k_cache) / 240e9 * 1000 + 3.2 + k_streams_ms;
  const auto one = computed_row(only(ask("meta-llama/Llama-3.1-8B"), {"g6.xlarge"}), 1, 1);
  REQUIRE(one != nullptr);
  CHECK(one->verdict.first_token_ms->likely ==
        doctest::Approx(30 + step + 6144 * flops / (0.5 * 121e12) * 1000).epsilon(0.002));
  // Two at once: a second cache to read, and (2 - 1) x 6144 / 2048 prompt tokens at 0.6 of the peak.
  const auto two = computed_row(only(ask("meta-llama/Llama-3.1-8B", 2), {"g6.xlarge"}), 1, 1);
  REQUIRE(two != nullptr);
  REQUIRE(two->verdict.replicas == 1);
  const double both = (k_weights + 2 * k_cache) / 240e9 * 1000 + 3.2 + 2 * k_streams_ms;
  CHECK(two->verdict.decode_ms->likely == doctest::Approx(both + 3 * flops / (0.6 * 121e12) * 1000).epsilon(0.002));
}

TEST_CASE("recommend.md 25: a mixture reads the experts that its tokens touch") {
  // Qwen3-30B-A3B: 48 layers of 128 experts, 8 a token, each 3 x 2048 x 768. 16 streams touch
  // 128 x (1 - (1 - 8/128)^16) = 82.42. Beside the experts: 30.5321e9 - 128 x 0.22649e9 - 151936 x 2048 parameters.
  // Cache: 48 x 2 x 4 x 128 x 2 = 98304 bytes a token, 1536 + 512 / 2 tokens. H100: 0.9 x 3350 GB/s, 989 TFLOPS.
  const double expert = 48 * 3.0 * 2048 * 768;
  const double touched = 128 * (1 - std::pow(1 - 8.0 / 128, 16));
  const double rest = 30532122624.0 - 128 * expert - 151936.0 * 2048;
  const double bytes = 2 * (touched * expert + rest) + 16 * 98304.0 * 1792;
  const double flops = 2 * k_active_of_mixture + 2.0 * 48 * 32 * 128 * 1536;
  const double ms = bytes / (0.9 * 3350e9) * 1000 + 48 * 0.055 + 48 * 16 * 0.0005 +
                    15 * (1536.0 / 512) * flops / (0.35 * 989e12) * 1000;
  model::WorkloadOptions options;
  options.context_tokens = 2048;
  const auto row = computed_row(only(ask("Qwen/Qwen3-30B-A3B", 16, options), {"p5.4xlarge"}), 1, 1);
  REQUIRE(row != nullptr);
  CHECK(row->verdict.decode_ms->likely == doctest::Approx(ms).epsilon(0.01));
  CHECK(row->verdict.decode_ms->high == doctest::Approx(1.30 * row->verdict.decode_ms->likely));
}

TEST_CASE("recommend.md 22: room of all replicas together, at full context") {
  // An L4 likely has 19.827 - 14.957 - 1.188 - 0.15 = 3.532 GiB for caches, 1 GiB a sequence of 8192 tokens.
  const auto row = computed_row(only(ask("meta-llama/Llama-3.1-8B", 5), {"g6.xlarge"}), 1, 1);
  REQUIRE(row != nullptr);
  REQUIRE(row->verdict.replicas == 3);
  CHECK(*row->verdict.max_concurrency == doctest::Approx(3 * 3.532).epsilon(0.01));
  CHECK(*row->verdict.max_kv_tokens == doctest::Approx(3 * 3.532 * k_gibibyte / 131072).epsilon(0.01));
}

TEST_CASE("recommend.md 34: trained tokens a second by class, link and method") {
  struct Case {
    const char* model;
    const char* type;
    sizing::TrainingMethod method;
    double flops_per_s;  ///< ranks x MFU x peak
    double per_parameter;
    double active;
  };
  using sizing::TrainingMethod;
  // Full checkpointing adds 2 to 6, and to the 4 of adapters.
  const Case cases[] = {
      {"meta-llama/Llama-3.1-8B", "p5.4xlarge", TrainingMethod::lora, 0.40 * 989e12, 6, k_active},
      {"meta-llama/Llama-3.1-8B", "p5.48xlarge", TrainingMethod::lora, 8 * 0.40 * 989e12, 6, k_active},
      {"meta-llama/Llama-3.1-8B", "p5.48xlarge", TrainingMethod::full, 8 * 0.40 * 989e12, 8, k_active},
      {"meta-llama/Llama-3.1-8B", "p4d.24xlarge", TrainingMethod::qlora, 8 * 0.35 * 312e12, 6, k_active},
      {"meta-llama/Llama-3.1-8B", "g6e.12xlarge", TrainingMethod::lora, 4 * 0.35 / 2 * 362e12, 6, k_active},
      {"Qwen/Qwen3-30B-A3B", "p5.48xlarge", TrainingMethod::lora, 8 * 0.15 * 989e12, 6, k_active_of_mixture},
      {"meta-llama/Llama-3.1-8B", "trn1.32xlarge", TrainingMethod::lora, 16 * 0.30 * 190e12, 6, k_active},
  };
  for (const Case& c : cases) {
    CAPTURE(c.model);
    CAPTURE(c.type);
    model::WorkloadOptions options;
    options.training.method = c.method;
    auto question = only(ask_training(c.model, options), {c.type});
    question.scope.max_nodes = 1;
    const auto row = test::row_of(answer(question), c.type);
    REQUIRE(row != nullptr);
    CHECK(*row->verdict.tokens_per_second == doctest::Approx(c.flops_per_s / (c.per_parameter * c.active)));
  }
}
