#include "kgpu/sizing/measured.hpp"

#include "kgpu/base/memory_size.hpp"
#include "kgpu/sizing/model_name.hpp"
#include "kgpu/sizing/model_source.hpp"

#include <doctest/doctest.h>

using namespace kgpu;
using namespace kgpu::sizing;

namespace {

constexpr double k_gibibyte = static_cast<double>(k_gib);

struct Asked {
  ModelShape shape;
  Serving serving;
  MemoryNeed formula;
  std::optional<MeasuredNeed> measured;
};

/// vLLM 0.11.0 on so many of an accelerator, 16000 tokens.
Asked ask(std::string_view model, std::string_view accelerator, std::int32_t tensor = 1, EngineFlags flags = {}) {
  const auto& catalog = catalog::Catalog::built_in();
  Asked asked;
  const NamedModel named = find_model(catalog, model);
  asked.shape = shape_of(*named.model, named.file);
  asked.serving.shape = &asked.shape;
  asked.serving.stored = stored_as(asked.shape, named.precision);
  asked.serving.device = device_of(*catalog.find_accelerators(accelerator).front());
  asked.serving.parallel.tensor = tensor;
  flags.version = flags.version.empty() ? "0.11.0" : flags.version;
  asked.serving.engine = engine_rule(Engine::vllm, flags, asked.serving.device, tensor);
  asked.serving.context_tokens = 16000;
  asked.formula = memory_need(asked.serving);
  asked.measured = measured_need(catalog, asked.serving, asked.formula);
  return asked;
}

void check_ordered(const MemoryNeed& need) {
  for (const Estimate& part : {need.weights, need.cache, need.activation, need.overhead, need.total()}) {
    CHECK(part.low <= part.likely);
    CHECK(part.likely <= part.high);
    CHECK(part.low >= 0);
  }
}

}  // namespace

TEST_CASE("the same set-up has the figures that were printed") {
  // llm-d-planner, vLLM 0.11.0 on one H100: 61.03 GiB of weights, 5.64 of activations, 4.45 of cache.
  const Asked asked = ask("Qwen/Qwen3-32B", "H100-80");
  REQUIRE(asked.measured);
  CHECK(asked.measured->is_whole);
  CHECK(asked.measured->row == "S007");
  CHECK(asked.measured->need.weights.likely == doctest::Approx(61.03 * k_gibibyte));
  CHECK(asked.measured->need.activation.likely == doctest::Approx(5.64 * k_gibibyte));
  check_ordered(asked.measured->need);
  // 4.45 GiB of 256 KiB a token, in blocks of 16.
  CHECK(cache_pool(asked.serving, asked.measured->need)->max_tokens == doctest::Approx(18227).epsilon(0.001));
}

TEST_CASE("what was measured not to fit is never said to") {
  // 32000 tokens did not start on the one H100; the FP8 70B left -1.44 GiB; gpt-oss-120b -2.14.
  Asked asked = ask("Qwen/Qwen3-32B", "H100-80");
  asked.serving.context_tokens = 32000;
  const MemoryNeed need = measured_need(catalog::Catalog::built_in(), asked.serving, memory_need(asked.serving))->need;
  CHECK(fits(asked.serving, need) == Fits::no);
  for (const char* model : {"RedHatAI/Llama-3.3-70B-Instruct-FP8-dynamic", "openai/gpt-oss-120b"}) {
    CAPTURE(model);
    const Asked no = ask(model, "H100-80");
    REQUIRE(no.measured);
    CHECK(fits(no.serving, no.measured->need) == Fits::no);
  }
}

TEST_CASE("the run at the same memory fraction is nearer") {
  // S002 ran at 0.95, S023 at 0.90.
  CHECK(ask("openai/gpt-oss-120b", "H100-80").measured->row == "S023");
  const Asked asked = ask("openai/gpt-oss-120b", "H100-80", 1, {.memory_fraction = 0.95});
  CHECK(asked.measured->row == "S002");
  CHECK(fits(asked.serving, asked.measured->need) != Fits::no);
}

TEST_CASE("elsewhere a run gives its weights alone") {
  struct Case {
    const char* model;
    const char* accelerator;
    std::int32_t tensor;
    EngineFlags flags;
  };
  const Case cases[] = {
      {"meta-llama/Llama-3.1-8B", "L4", 1, {}},                         // another card
      {"meta-llama/Llama-3.1-8B", "H100-80", 2, {}},                    // other ranks
      {"meta-llama/Llama-3.1-8B", "H100-80", 1, {.max_num_seqs = 64}},  // other steps
      {"meta-llama/Llama-3.1-8B", "H100-80", 1, {.version = "0.6.6"}},  // an engine with other steps
      {"deepseek-ai/DeepSeek-R1-Distill-Qwen-14B", "RTX 4090", 2, {}},  // the run's version is not known
      {"amd/Meta-Llama-3.1-405B-Instruct-FP8-KV", "MI300X", 8, {}},     // nothing but weights printed
  };
  for (const Case& c : cases) {
    CAPTURE(c.model);
    CAPTURE(c.accelerator);
    CAPTURE(c.tensor);
    const Asked asked = ask(c.model, c.accelerator, c.tensor, c.flags);
    REQUIRE(asked.measured);
    CHECK_FALSE(asked.measured->is_whole);
    CHECK(asked.measured->need.activation.likely == asked.formula.activation.likely);
    CHECK(asked.measured->need.overhead.high == asked.formula.overhead.high);
    CHECK(asked.measured->need.weights.likely == doctest::Approx(asked.formula.weights.likely).epsilon(0.02));
    check_ordered(asked.measured->need);
  }
}

TEST_CASE("another model, or another type of it, has no measurement") {
  CHECK_FALSE(ask("meta-llama/Llama-3.1-8B-Instruct-FP8", "H100-80").measured);
  CHECK_FALSE(ask("microsoft/phi-4", "H100-80").measured);
  // Meta's and AMD's FP8 files of the 405B hold different parts in fp8.
  CHECK(ask("meta-llama/Llama-3.1-405B-FP8", "H100-80", 8).measured->row == "S026");
}
