#include "sizing_cases.hpp"

#include <doctest/doctest.h>

using namespace kgpu;
using test::k_gibibyte;
using test::served;
using test::ServingCase;

TEST_CASE("weights agree with published file and loaded sizes") {
  // kaito-project/kaito model_catalog.yaml (files) and llm-d planner (loaded, vLLM 0.11): GiB a device.
  struct Case {
    ServingCase serving;
    double gib;
    double within;
  };
  const Case cases[] = {
      {{.model = "meta-llama/Llama-3.1-8B"}, 14.96, 0.001},
      {{.model = "Qwen/Qwen2.5-32B-Instruct"}, 61.03, 0.001},
      {{.model = "google/gemma-3-27b-it"}, 51.10, 0.001},
      {{.model = "microsoft/phi-4"}, 27.31, 0.001},
      {{.model = "Qwen/Qwen3-8B", .precision = "awq"}, 5.68, 0.005},
      {{.model = "openai/gpt-oss-20b"}, 13.47, 0.01},
      {{.model = "openai/gpt-oss-120b"}, 64.38, 0.01},
      {{.model = "RedHatAI/Llama-3.3-70B-Instruct-FP8-dynamic"}, 67.72, 0.005},
      {{.model = "RedHatAI/Llama-3.3-70B-Instruct-FP8-dynamic", .tensor = 2}, 33.88, 0.005},
      {{.model = "moonshotai/Kimi-K2.5", .engine = sizing::Engine::transformers}, 554.3, 0.005},
      {{.model = "MiniMaxAI/MiniMax-M2.5"}, 214.3, 0.005},
      {{.model = "amd/Meta-Llama-3.1-405B-Instruct-FP8-KV", .accelerator = "MI300X", .tensor = 8}, 394.6 / 8, 0.005},
      {{.model = "amd/Meta-Llama-3.1-405B-Instruct-FP8-KV", .accelerator = "MI300X", .tensor = 4}, 389.7 / 4, 0.005},
      {{.model = "meta-llama/Llama-3.1-405B-FP8", .tensor = 8}, 454.1 / 8, 0.005},
  };
  for (const Case& c : cases) {
    CAPTURE(c.serving.model);
    const double gib = sizing::weight_bytes(served(c.serving).serving).likely / k_gibibyte;
    CAPTURE(gib);
    CHECK(gib == doctest::Approx(c.gib).epsilon(c.within));
  }
}

TEST_CASE("a token takes the bytes that engines print") {
  // vLLM's printed pools: Mistral-Small 28.20 GiB held 184,832 tokens, Kimi-K2-Thinking 46.80 GiB 715,072 on every
  // rank, Qwen3-235B at tp 4 8.11 GiB 178,880; blocks of 16.
  struct Case {
    ServingCase serving;
    double gib;
    double tokens;
  };
  const Case cases[] = {
      {{.model = "mistralai/Mistral-Small-3.2-24B-Instruct-2506"}, 28.20, 184'832},
      {{.model = "moonshotai/Kimi-K2-Thinking", .accelerator = "H200-141", .tensor = 8}, 46.80, 715'072},
      {{.model = "Qwen/Qwen3-235B-A22B-FP8", .tensor = 4}, 8.11, 178'880},
      {{.model = "meta-llama/Llama-3.1-8B"}, 3.81, 31'232},
  };
  for (const Case& c : cases) {
    CAPTURE(c.serving.model);
    const auto pool = sizing::pool_of(served(c.serving).serving, c.gib * k_gibibyte);
    CHECK(static_cast<double>(pool.max_tokens) == doctest::Approx(c.tokens).epsilon(0.02));
  }
}

TEST_CASE("a cache of one sequence, counted by hand") {
  // 2 (key, value) x layers x KV heads x head size x 2 bytes, by the published shapes.
  struct Case {
    const char* name;
    ServingCase serving;
    std::int64_t tokens;
    double bytes;
  };
  const Case cases[] = {
      {"GQA: 2 x 32 x 8 x 128 x 2 a token", {}, 8192, 8192.0 * 131072},
      {"nothing cached", {}, 0, 0},
      {"one token takes a block of 16", {}, 1, 16 * 131072.0},
      {"tensor parallel divides KV heads", {.tensor = 8}, 8192, 8192.0 * 131072 / 8},
      {"beyond the KV heads it copies them", {.tensor = 16}, 8192, 8192.0 * 131072 / 8},
      {"fp8 halves it", {.cache_bytes = 1}, 8192, 8192.0 * 65536},
      {"MLA: 61 x 576 x 2, on every rank", {.model = "deepseek-ai/DeepSeek-V3", .tensor = 8}, 1024, 1024.0 * 70272},
      // gemma-3-27b: 10 full layers, 52 sliding of window 1024 padded to 60, 16 KV heads of 128; H100 steps of 8192.
      {"sliding layers hold window and step",
       {.model = "google/gemma-3-27b-it", .context = 131072},
       131072,
       2.0 * 16 * 128 * 2 * (10 * 131072.0 + 60 * (1024 + 8192))},
  };
  for (const Case& c : cases) {
    CAPTURE(c.name);
    CHECK(sizing::sequence_cache_bytes(served(c.serving).serving, c.tokens) == doctest::Approx(c.bytes));
  }
}

TEST_CASE("linear layers hold a state per sequence, whatever its length") {
  // Qwen3.5-27B: 48 layers of 48 value heads x 128 x 128 in fp32, convolution (2 x 16 x 128 + 48 x 128) x 3 in 16 bits;
  // 16 full layers of 4 KV heads x 256.
  const auto s = served({.model = "Qwen/Qwen3.5-27B"});
  const double state = 48 * (48.0 * 128 * 128 * 4 + (2.0 * 16 * 128 + 48 * 128) * 3 * 2);
  CHECK(sizing::sequence_cache_bytes(s.serving, 0) == doctest::Approx(state));
  CHECK(sizing::sequence_cache_bytes(s.serving, 16) == doctest::Approx(state + 16 * 2.0 * 16 * 4 * 256 * 2));
}

TEST_CASE("encoders keep no cache") {
  const auto s = served({.model = "BAAI/bge-large-en-v1.5", .accelerator = "L4", .context = 512});
  CHECK(sizing::memory_need(s.serving).cache.likely == 0);
}

TEST_CASE("the pool of a running engine, as vLLM 0.11 printed it on H100") {
  // llm-d planner docs/empirical-vllm-memory-results.md: GiB of KV cache.
  struct Case {
    ServingCase serving;
    double gib;
  };
  const Case cases[] = {
      {{.model = "meta-llama/Llama-3.1-8B", .version = "0.11.0", .context = 16000}, 51.38},
      {{.model = "Qwen/Qwen3-0.6B", .version = "0.11.0", .context = 16000}, 64.45},
      {{.model = "Qwen/Qwen3-32B", .version = "0.11.0", .context = 16000}, 4.45},
      {{.model = "openai/gpt-oss-20b", .version = "0.11.0", .context = 16000}, 50.28},
  };
  for (const Case& c : cases) {
    CAPTURE(c.serving.model);
    const auto pool = sizing::cache_pool(served(c.serving).serving);
    REQUIRE(pool);
    CHECK(pool->bytes.likely / k_gibibyte == doctest::Approx(c.gib).epsilon(0.005));
  }
}

TEST_CASE("a verdict agrees with what was measured") {
  // llm-d planner, vllm issues 10517 and 27508: starts, or does not.
  CHECK(sizing::fits(served({.model = "Qwen/Qwen3-32B", .context = 32000}).serving,
                     sizing::memory_need(served({.model = "Qwen/Qwen3-32B", .context = 32000}).serving)) ==
        sizing::Fits::no);
  const auto small = served({.context = 16000});
  CHECK(sizing::fits(small.serving, sizing::memory_need(small.serving)) == sizing::Fits::yes);
  const auto unknown = served({.accelerator = "RTX 5090"});
  CHECK_FALSE(sizing::fits(unknown.serving, sizing::memory_need(unknown.serving)).has_value());
}
