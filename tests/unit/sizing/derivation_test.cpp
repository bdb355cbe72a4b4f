// Every step of a derivation is what its formula says of its children, and the numbers are those without a trace.
#include "formula.hpp"
#include "sizing_cases.hpp"

#include "kgpu/sizing/terms.hpp"

#include <doctest/doctest.h>

#include <random>

using namespace kgpu;

namespace {

std::string words(const Origin& origin) {
  return std::string(origin.file) + " " + std::string(origin.row);
}

/// Walks the tree; gives the number of leaves.
int check(const Derivation& step) {
  CAPTURE(step.name);
  CAPTURE(step.formula);
  CHECK_FALSE(step.name.empty());
  if (step.formula.empty()) {
    CHECK(step.children.empty());
    CHECK(step.source.size() > 1);
    return 1;
  }
  CHECK(test::Formula(step).value() == doctest::Approx(step.value).epsilon(1e-12));
  int leaves = 0;
  for (const Derivation& child : step.children) {
    leaves += check(child);
  }
  return leaves;
}

void check(const Term& term, double value) {
  const Derivation tree = derivation_of(term, words);
  CHECK(tree.value == value);
  CHECK(check(tree) > 1);
}

constexpr std::string_view k_models[] = {"meta-llama/Llama-3.1-8B",  "openai/gpt-oss-20b",
                                         "google/gemma-3-27b-it",    "deepseek-ai/DeepSeek-V3",
                                         "Qwen/Qwen3-30B-A3B",       "Qwen/Qwen3-Next-80B-A3B-Instruct",
                                         "Qwen/Qwen2.5-32B-Instruct"};
constexpr std::string_view k_cards[] = {"L4", "H100-80", "A100-40", "MI300X", "T4", "V100-16", "B200"};
constexpr sizing::Engine k_engines[] = {sizing::Engine::vllm, sizing::Engine::sglang, sizing::Engine::tensorrt_llm,
                                        sizing::Engine::transformers};

template <class T, std::size_t n>
const T& pick(std::mt19937& random, const T (&from)[n]) {
  return from[std::uniform_int_distribution<std::size_t>(0, n - 1)(random)];
}

}  // namespace

TEST_CASE("every step of memory and speed equals its formula over its children") {
  std::mt19937 random(20261122);
  for (int i = 0; i < 60; ++i) {
    test::ServingCase c;
    c.model = pick(random, k_models);
    c.accelerator = pick(random, k_cards);
    c.engine = pick(random, k_engines);
    c.tensor = 1 << std::uniform_int_distribution<int>(0, 2)(random);
    c.pipeline = std::uniform_int_distribution<int>(1, 2)(random);
    c.concurrency = std::uniform_int_distribution<int>(1, 40)(random);
    c.context = std::uniform_int_distribution<int>(100, 30000)(random);
    CAPTURE(c.model);
    CAPTURE(c.accelerator);
    CAPTURE(c.tensor);
    auto served = test::served(c);
    const sizing::MemoryNeed need = sizing::memory_need(served.serving);
    const sizing::Load load{static_cast<double>(c.concurrency), 0.75 * static_cast<double>(c.context),
                            0.25 * static_cast<double>(c.context)};
    const auto decode = sizing::decode_ms_per_token(served.serving, load);
    const auto first = sizing::time_to_first_token_ms(served.serving, load);
    const auto rate = sizing::tokens_per_second(served.serving, load);
    Trace trace;
    served.serving.trace = &trace;
    const sizing::Terms total = sizing::memory_terms(served.serving).total();
    check(total.low, need.total().low);
    check(total.likely, need.total().likely);
    check(total.high, need.total().high);
    if (decode) {
      check(*sizing::decode_ms_term(served.serving, load), decode->likely);
      check(*sizing::first_token_ms_term(served.serving, load), first->likely);
      check(*sizing::tokens_per_second_term(served.serving, load), rate->likely);
    }
  }
}

TEST_CASE("every step of training equals its formula over its children") {
  using namespace sizing;
  const auto served = test::served({.model = "meta-llama/Llama-3.1-8B"});
  for (const auto method : {TrainingMethod::full, TrainingMethod::lora, TrainingMethod::qlora}) {
    for (const auto checkpointing :
         {Checkpointing::none, Checkpointing::selective, Checkpointing::full, Checkpointing::offloaded}) {
      for (const int ranks : {1, 8}) {
        Training training;
        training.shape = served.shape.get();
        training.device = served.serving.device;
        training.method = method;
        training.checkpointing = checkpointing;
        training.ranks = ranks;
        training.sharding = ranks > 1 ? Sharding::zero3 : Sharding::none;
        training.sequence = 4096;
        const TrainingNeed need = training_need(training);
        const auto rate = training_tokens_per_second(training);
        Trace trace;
        training.trace = &trace;
        check(training_terms(training).total().likely, need.total().likely);
        check(training_terms(training).total().high, need.total().high);
        check(*training_tokens_per_second_term(training), rate->likely);
      }
    }
  }
}
