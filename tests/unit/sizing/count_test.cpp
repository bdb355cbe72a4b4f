// Parameters counted by shape against the totals that publishers state, digit by digit.
#include "kgpu/catalog/catalog.hpp"
#include "kgpu/sizing/model_source.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <cstdlib>
#include <string>

using namespace kgpu;

TEST_CASE("a shape counts to the published total, to the parameter") {
  // Totals of the safetensors indexes on Hugging Face (meta-llama, Qwen, google, microsoft, tiiuae, mistralai).
  struct Case {
    const char* id;
    std::int64_t parameters;
  };
  const Case cases[] = {
      {"meta-llama/Llama-3.1-8B", 8'030'261'248},
      {"meta-llama/Llama-3.1-70B", 70'553'706'496},
      {"meta-llama/Llama-3.1-405B", 405'853'388'800},
      {"meta-llama/Llama-3.2-1B", 1'235'814'400},
      {"Qwen/Qwen2.5-7B-Instruct", 7'615'616'512},
      {"Qwen/Qwen3-32B", 32'762'123'264},
      {"google/gemma-2-9b-it", 9'241'705'984},
      {"google/gemma-3-1b-it", 999'885'952},
      {"microsoft/phi-4", 14'659'507'200},
      {"mistralai/Mixtral-8x7B-Instruct-v0.1", 46'702'792'704},
      {"Qwen/Qwen3-30B-A3B", 30'532'122'624},
      {"openai/gpt-oss-20b", 20'914'757'184},
      {"openai/gpt-oss-120b", 116'829'156'672},
      {"deepseek-ai/DeepSeek-V3", 671'026'419'200},
      {"google-bert/bert-base-uncased", 109'482'240},
      {"bigscience/bloomz-7b1", 7'069'016'064},
      {"EleutherAI/gpt-j-6B", 6'050'882'784},
  };
  for (const Case& c : cases) {
    CAPTURE(c.id);
    const catalog::Model* found = nullptr;
    for (const catalog::Model& model : catalog::Catalog::built_in().tables().models) {
      found = model.id == c.id ? &model : found;
    }
    REQUIRE(found != nullptr);
    const auto shape = sizing::shape_of(*found);
    const double off =
        std::abs(static_cast<double>(shape.parameters - c.parameters)) / static_cast<double>(c.parameters);
    CAPTURE(shape.parameters);
    CHECK(off < 0.0005);
  }
}

TEST_CASE(
    "every model of the catalogue has a shape that is not smaller than its published total by more than a tower") {
  for (const catalog::Model& model : catalog::Catalog::built_in().tables().models) {
    const auto shape = sizing::shape_of(model);
    CAPTURE(model.id);
    CAPTURE(shape.parameters);
    REQUIRE(model.total_params);
    const double published = static_cast<double>(*model.total_params);
    // Names round (a "30B" of 31.6B), embeddings are counted once or twice; nothing is off by a tenth.
    CHECK(static_cast<double>(shape.parameters) > 0.97 * published);
    CHECK(static_cast<double>(shape.parameters) < 1.08 * published);
  }
}

TEST_CASE("parameters that a token touches agree with what publishers state") {
  // Model cards: gpt-oss-120b 5.1B, gpt-oss-20b 3.6B, DeepSeek-V3 37B, Qwen3-235B 22B, Mixtral 12.9B, GLM-5 40B active.
  struct Case {
    const char* id;
    double billions;
  };
  const Case cases[] = {{"openai/gpt-oss-120b", 5.1},
                        {"openai/gpt-oss-20b", 3.6},
                        {"deepseek-ai/DeepSeek-V3", 37},
                        {"Qwen/Qwen3-235B-A22B", 22},
                        {"mistralai/Mixtral-8x7B-Instruct-v0.1", 12.9},
                        {"zai-org/GLM-5", 40}};
  for (const Case& c : cases) {
    CAPTURE(c.id);
    for (const catalog::Model& model : catalog::Catalog::built_in().tables().models) {
      if (model.id == c.id) {
        const double active = static_cast<double>(sizing::shape_of(model).active_parameters) / 1e9;
        CAPTURE(active);
        CHECK(std::abs(active - c.billions) < 0.05 * c.billions);
      }
    }
  }
}
