// The need that flags describe, and what is refused (recommend.md 1-4, 42).
#include "kgpu/commands/need.hpp"

#include "doctest/doctest.h"

#include "kgpu/base/error.hpp"

#include <functional>

namespace kgpu::commands {
namespace {

using recommend::Question;
using recommend::Stage;

NeedOptions of_model(const std::string& name) {
  NeedOptions need;
  need.workload.model.name = name;
  return need;
}

Question asked(const NeedOptions& need, Stage stage = Stage::inference) {
  check_need(need);
  return question_of(need, stage, catalog::Catalog::built_in());
}

TEST_CASE("recommend.md 1: the task is the model's, a flag of training makes it training") {
  CHECK(usual_stage(of_model("meta-llama/Llama-3.1-8B")) == Stage::inference);
  CHECK(usual_stage(of_model("BAAI/bge-large-en-v1.5")) == Stage::inference);
  CHECK(asked(of_model("BAAI/bge-large-en-v1.5")).workload->task == model::Task::embedding);
  NeedOptions need = of_model("meta-llama/Llama-3.1-8B");
  need.workload.training.method = sizing::TrainingMethod::full;
  CHECK(usual_stage(need) == Stage::training);
  need = of_model("meta-llama/Llama-3.1-8B");
  need.train_tokens = 1e9;
  CHECK(usual_stage(need) == Stage::training);
  CHECK(asked(need, Stage::training).workload->task == model::Task::training);
}

TEST_CASE("recommend.md 2: the defaults of each task") {
  const Question generation = asked(of_model("meta-llama/Llama-3.1-8B"));
  CHECK(generation.workload->context_tokens == 8192);
  CHECK(generation.workload->prompt_tokens == 6144);  // three quarters
  CHECK(generation.workload->output_tokens == 2048);
  CHECK(generation.workload->engine == sizing::Engine::vllm);
  CHECK_FALSE(generation.engine_given);
  const Question embedding = asked(of_model("BAAI/bge-large-en-v1.5"));
  CHECK(embedding.workload->prompt_tokens == 512);
  CHECK(embedding.workload->output_tokens == 0);
  NeedOptions need = of_model("meta-llama/Llama-3.1-8B");
  need.workload.engine = sizing::Engine::sglang;
  CHECK(asked(need).engine_given);
}

TEST_CASE("recommend.md 3: tokens a second are requests of one output, or of one input where there is none") {
  struct Case {
    const char* model;
    double tokens_per_second;
    double requests_per_second;
  };
  for (const Case& c : {Case{"meta-llama/Llama-3.1-8B", 4096, 2}, Case{"BAAI/bge-large-en-v1.5", 51200, 100}}) {
    CAPTURE(c.model);
    NeedOptions need = of_model(c.model);
    need.tokens_per_second = c.tokens_per_second;
    CHECK(*asked(need).requests_per_second == doctest::Approx(c.requests_per_second));
    need.tokens_per_second.reset();
    need.requests_per_second = c.requests_per_second;
    CHECK(*asked(need).requests_per_second == doctest::Approx(c.requests_per_second));
  }
}

TEST_CASE("recommend.md 4: limits of generation unless given, 0 for none; none elsewhere") {
  struct Case {
    const char* what;
    const char* model;
    Stage stage;
    std::optional<double> tpot;
    std::optional<double> ttft;
    std::optional<double> expected_tpot;
    std::optional<double> expected_ttft;
  };
  const char* llama = "meta-llama/Llama-3.1-8B";
  const Case cases[] = {
      {"generation", llama, Stage::inference, {}, {}, 200, 10000},
      {"given", llama, Stage::inference, 50, 1000, 50, 1000},
      {"none", llama, Stage::inference, 0, 0, {}, {}},
      {"one of them none", llama, Stage::inference, 0, {}, {}, 10000},
      {"development", llama, Stage::development, {}, {}, {}, {}},
      {"development, given", llama, Stage::development, 50, {}, 50, {}},
      {"training", llama, Stage::training, {}, {}, {}, {}},
      {"embedding", "BAAI/bge-large-en-v1.5", Stage::inference, {}, {}, {}, {}},
      {"speech", "openai/whisper-large-v3", Stage::inference, {}, {}, {}, {}},
  };
  for (const Case& c : cases) {
    CAPTURE(c.what);
    NeedOptions need = of_model(c.model);
    need.max_tpot_ms = c.tpot;
    need.max_ttft_ms = c.ttft;
    const Question question = asked(need, c.stage);
    CHECK(question.limits.tpot_ms == c.expected_tpot);
    CHECK(question.limits.ttft_ms == c.expected_ttft);
    CHECK(question.limits.tpot_given == (c.tpot.value_or(0) > 0));
    CHECK(question.limits.ttft_given == (c.ttft.value_or(0) > 0));
    CHECK(question.scope.max_nodes == (c.stage == Stage::training ? 8 : 1));
  }
}

TEST_CASE("recommend.md 42: what excludes each other, or cannot be") {
  struct Case {
    const char* message;
    std::function<void(NeedOptions&)> change;
  };
  const Case cases[] = {
      {"--requests-per-second", [](NeedOptions& need) { need.requests_per_second = need.tokens_per_second = 10; }},
      {"--max-hours needs --train-tokens", [](NeedOptions& need) { need.max_hours = 5; }},
      {"'meta-llama/Llama-9-8B'", [](NeedOptions& need) { need.workload.model.name = "meta-llama/Llama-9-8B"; }},
      {"131072", [](NeedOptions& need) { need.workload.context_tokens = 131073; }},  // its published maximum
  };
  for (const Case& c : cases) {
    CAPTURE(c.message);
    NeedOptions need = of_model("meta-llama/Llama-3.1-8B");
    c.change(need);
    try {
      (void)asked(need);
      FAIL("no error");
    } catch (const Error& error) {
      CHECK(error.kind() == ErrorKind::usage);
      CHECK(std::string(error.what()).find(c.message) != std::string::npos);
    }
  }
  NeedOptions most = of_model("meta-llama/Llama-3.1-8B");
  most.workload.context_tokens = 131072;
  CHECK(asked(most).workload->context_tokens == 131072);
}

TEST_CASE("--formula-only leaves measured rows out") {
  NeedOptions need = of_model("meta-llama/Llama-3.1-8B");
  CHECK(asked(need).basis == model::Basis::measured);
  need.formula_only = true;
  CHECK(asked(need).basis == model::Basis::formula);
}

}  // namespace
}  // namespace kgpu::commands
