#include "kgpu/base/error.hpp"
#include "kgpu/model/view_fit.hpp"

#include <doctest/doctest.h>

using namespace kgpu;
using model::plan_fit;

namespace {

model::FitReport fit_of(std::string_view name, std::string_view accelerator, std::int32_t count = 1) {
  model::WorkloadOptions options;
  options.model.name = name;
  model::Placement placement;
  placement.accelerator = accelerator;
  placement.count = count;
  return plan_fit(catalog::Catalog::built_in(), options, placement);
}

}  // namespace

TEST_CASE("degrees not given: as much tensor parallelism as the model allows, stages for the rest") {
  struct Case {
    const char* model;
    std::int32_t count;
    std::int32_t tensor;
    std::int32_t pipeline;
  };
  const Case cases[] = {{"meta-llama/Llama-3.1-8B", 8, 8, 1},   // 32 heads, 8 KV heads
                        {"Qwen/Qwen2.5-7B-Instruct", 8, 4, 2},  // 28 heads
                        {"microsoft/phi-4", 4, 2, 2},           // 10 KV heads
                        {"tiiuae/falcon-7b", 2, 1, 2}};         // 71 heads
  for (const Case& c : cases) {
    CAPTURE(c.model);
    const auto report = fit_of(c.model, "L4", c.count);
    CHECK(report.parallel.tensor == c.tensor);
    CHECK(report.parallel.pipeline == c.pipeline);
  }
}

TEST_CASE("JSON parts add up to the total, to the byte, and carry the fields of the contract") {
  for (const char* name : {"meta-llama/Llama-3.1-8B", "openai/gpt-oss-20b", "deepseek-ai/DeepSeek-V2-Lite"}) {
    const auto json = model::fit_json(fit_of(name, "H100-80"));
    const auto* memory = json.find("memory");
    REQUIRE(memory != nullptr);
    for (const char* level : {"low", "likely", "high"}) {
      const auto bytes = [&](const char* field) {
        return std::get<std::int64_t>(memory->find(field)->find(level)->value());
      };
      CHECK(bytes("weights_bytes") + bytes("kv_cache_bytes") + bytes("activation_bytes") + bytes("overhead_bytes") ==
            bytes("total_bytes"));
    }
    for (const char* field :
         {"kind", "version", "workload", "accelerator", "count", "tensor_parallel", "pipeline_parallel",
          "capacity_bytes", "usable_bytes", "fits", "basis", "max_kv_tokens", "max_concurrency", "decode_ms_per_token",
          "time_to_first_token_ms", "output_tokens_per_second"}) {
      CAPTURE(field);
      CHECK(json.find(field) != nullptr);
    }
  }
}

TEST_CASE("what is not known is absent") {
  const auto report = fit_of("meta-llama/Llama-3.1-8B", "RTX 5090");
  const auto json = model::fit_json(report);
  CHECK(json.find("capacity_bytes") == nullptr);
  CHECK(json.find("fits") == nullptr);
}

TEST_CASE("speech and images have no speed and never a yes") {
  const auto report = fit_of("openai/whisper-large-v3", "L4");
  CHECK(report.fits == sizing::Fits::likely);
  CHECK_FALSE(report.decode_ms);
  CHECK_FALSE(report.tokens_per_second);
  CHECK(fit_of("black-forest-labs/FLUX.1-dev", "L40S").fits == sizing::Fits::likely);
}
