#include "kgpu/model/workload.hpp"

#include "kgpu/base/error.hpp"

#include <doctest/doctest.h>

using namespace kgpu;
using model::plan_workload;
using model::Task;
using model::WorkloadOptions;

namespace {

const catalog::Catalog& built_in() {
  return catalog::Catalog::built_in();
}

WorkloadOptions named(std::string_view name) {
  WorkloadOptions options;
  options.model.name = name;
  return options;
}

std::string message(const WorkloadOptions& options) {
  try {
    static_cast<void>(plan_workload(built_in(), options));
  } catch (const Error& error) {
    return error.what();
  }
  return "no error";
}

}  // namespace

TEST_CASE("defaults: context at most 8192, three quarters of it prompt, the model's own precision") {
  const auto workload = plan_workload(built_in(), named("meta-llama/Llama-3.1-8B"));
  CHECK(workload.task == Task::inference);
  CHECK(workload.context_tokens == 8192);
  CHECK(workload.prompt_tokens == 6144);
  CHECK(workload.output_tokens == 2048);
  CHECK(workload.stored.name() == "bf16");
  CHECK(workload.concurrency == 1);
  CHECK(workload.taken_as.empty());
}

TEST_CASE("an embedding model reads its whole context and writes nothing") {
  const auto workload = plan_workload(built_in(), named("BAAI/bge-large-en-v1.5"));
  CHECK(workload.task == Task::embedding);
  CHECK(workload.context_tokens == 512);
  CHECK(workload.prompt_tokens == 512);
  CHECK(workload.output_tokens == 0);
}

TEST_CASE("lengths follow each other") {
  WorkloadOptions options = named("meta-llama/Llama-3.1-8B");
  options.output_tokens = 1000;
  CHECK(plan_workload(built_in(), options).prompt_tokens == 7192);
  options.prompt_tokens = 20000;
  CHECK(plan_workload(built_in(), options).context_tokens == 21000);
  options.context_tokens = 8192;
  CHECK(message(options) == "--prompt-tokens and --output-tokens: 20000 and 1000 do not fit a context of 8192");
}

TEST_CASE("a training flag makes it training") {
  WorkloadOptions options = named("meta-llama/Llama-3.1-8B");
  options.training.method = sizing::TrainingMethod::qlora;
  CHECK(plan_workload(built_in(), options).task == Task::training);
  options.task = Task::inference;
  CHECK(message(options) ==
        "--method, --optimizer, --sharding, --batch, --sequence-length and --checkpointing belong to "
        "--task training");
}

TEST_CASE("a name's precision is taken, a flag's wins, and a cache type is one that engines have") {
  WorkloadOptions options = named("Qwen/Qwen2.5-7B-Instruct-AWQ");
  CHECK(plan_workload(built_in(), options).stored.name() == "awq");
  CHECK(plan_workload(built_in(), options).taken_as == "Qwen/Qwen2.5-7B-Instruct (awq)");
  options.precision = "fp8";
  options.kv_precision = "fp8";
  CHECK(plan_workload(built_in(), options).stored.name() == "fp8");
  CHECK(plan_workload(built_in(), options).cache_bytes_per_value == 1);
  options.kv_precision = "nf4";
  CHECK(message(options) ==
        "--kv-precision: no engine caches in 'nf4' (one of: fp32, fp16, bf16, fp8, int8, int4, nvfp4)");
}

TEST_CASE("exactly one way to say which model") {
  CHECK(message({}) == "no model: give its name, --config or --params");
  WorkloadOptions options = named("gpt-oss-20b");
  options.model.parameters = "8B";
  CHECK(message(options) == "give one of a model's name, --config and --params");
}
