#include "kgpu/sizing/parallelism.hpp"

#include "sizing_cases.hpp"

#include <doctest/doctest.h>

using namespace kgpu;

TEST_CASE("which tensor-parallel degrees are possible, by the published head counts") {
  struct Case {
    const char* model;
    const char* precision;
    std::vector<std::int32_t> degrees;
  };
  const Case cases[] = {
      {"meta-llama/Llama-3.1-8B", "bf16", {1, 2, 4, 8, 16}},  // 32 heads, 8 KV heads
      {"Qwen/Qwen2.5-7B-Instruct", "bf16", {1, 2, 4}},        // 28 heads, 4 KV heads
      {"microsoft/phi-4", "bf16", {1, 2}},                    // 40 heads, 10 KV heads: vLLM asserts
      {"tiiuae/falcon-7b", "bf16", {1}},                      // 71 heads
      {"Qwen/Qwen2.5-0.5B-Instruct", "bf16", {1, 2}},         // 14 heads
      {"deepseek-ai/DeepSeek-V3", "bf16", {1, 2, 4, 8, 16}},  // MLA: 128 heads alone decide
      {"Qwen/Qwen3-235B-A22B", "fp8", {1, 2, 4}},             // experts of 1536: 192 at 8 cuts blocks of 128
      {"openai/gpt-oss-120b", "mxfp4", {1, 2, 4, 8, 16}},     // engines pad MXFP4
  };
  for (const Case& c : cases) {
    CAPTURE(c.model);
    const auto s = test::served({.model = c.model, .precision = c.precision});
    CHECK(sizing::tensor_degrees(*s.shape, s.serving.stored, sizing::Engine::vllm) == c.degrees);
  }
}

TEST_CASE("stages are at most layers") {
  const auto s = test::served({});
  CHECK(sizing::pipeline_parallel_fault(*s.shape, 32).empty());
  CHECK(sizing::pipeline_parallel_fault(*s.shape, 33) == "32 layers do not fill 33 stages");
}
