#include "kgpu/sizing/model_name.hpp"

#include "kgpu/base/error.hpp"

#include <doctest/doctest.h>

using namespace kgpu;
using sizing::find_model;

namespace {

std::string id_of(std::string_view name) {
  return std::string(find_model(catalog::Catalog::built_in(), name).model->id);
}

}  // namespace

TEST_CASE("a model is found by id, alias, without organisation and by its tuned name") {
  const std::pair<const char*, const char*> cases[] = {
      {"meta-llama/Llama-3.1-8B", "meta-llama/Llama-3.1-8B"},
      {"META-LLAMA/llama-3.1-8b", "meta-llama/Llama-3.1-8B"},
      {"meta-llama/Llama-3.1-8B-Instruct", "meta-llama/Llama-3.1-8B"},
      {"llama-3.1-8b-instruct", "meta-llama/Llama-3.1-8B"},
      {"Qwen2.5-7B", "Qwen/Qwen2.5-7B-Instruct"},
      {"gpt-oss-20b", "openai/gpt-oss-20b"},
      {"Qwen/QwQ-32B-Preview", "Qwen/QwQ-32B"},
      {"gemma-3-27b", "google/gemma-3-27b-it"},
  };
  for (const auto& c : cases) {
    CAPTURE(c.first);
    CHECK(id_of(c.first) == c.second);
  }
}

TEST_CASE("the end of a name states the precision") {
  const std::pair<const char*, const char*> cases[] = {
      {"Qwen/Qwen3-32B-FP8", "fp8"},
      {"Qwen/Qwen2.5-7B-Instruct-AWQ", "awq"},
      {"Qwen/Qwen2.5-7B-Instruct-GPTQ-Int4", "gptq"},
      {"Qwen/Qwen2.5-7B-Instruct-GPTQ-Int8", "gptq-int8"},
      {"nvidia/Qwen3-32B-NVFP4", "nvfp4"},
      {"RedHatAI/Llama-3.3-70B-Instruct-FP8-dynamic", "fp8"},
  };
  for (const auto& c : cases) {
    CAPTURE(c.first);
    const auto named = find_model(catalog::Catalog::built_in(), c.first);
    REQUIRE(named.precision != nullptr);
    CHECK(named.precision->name == c.second);
    CHECK_FALSE(named.is_literal);
  }
}

TEST_CASE("a name that nothing has says what is near") {
  try {
    static_cast<void>(find_model(catalog::Catalog::built_in(), "meta-llama/Lama-3.1-8B"));
    FAIL("found");
  } catch (const Error& error) {
    CHECK(error.kind() == ErrorKind::usage);
    CHECK(std::string(error.what()) == "unknown model 'meta-llama/Lama-3.1-8B'");
    CHECK(error.hint().find("meta-llama/Llama-3.1-8B") != std::string::npos);
  }
}
