#include "kgpu/model/workload.hpp"

#include "kgpu/base/error.hpp"
#include "kgpu/base/text.hpp"
#include "kgpu/sizing/model_name.hpp"
#include "kgpu/sizing/model_source.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace kgpu::model {
namespace {

constexpr std::array<std::string_view, 3> k_tasks = {"inference", "training", "embedding"};
constexpr std::int64_t k_default_context = 8192;           // CONTRACTS §4
constexpr std::int64_t k_default_embedding_context = 512;  // recommend.md 2

struct Chosen {
  sizing::ModelShape shape;
  const sizing::Precision* precision = nullptr;
  std::string taken_as;
};

Chosen choose_model(const catalog::Catalog& catalog, const ModelChoice& choice) {
  const int given =
      (choice.name.empty() ? 0 : 1) + (choice.config_name.empty() ? 0 : 1) + (choice.parameters.empty() ? 0 : 1);
  if (given != 1) {
    throw usage_error(given == 0 ? "no model: give its name, --config or --params"
                                 : "give one of a model's name, --config and --params");
  }
  if (!choice.parameters.empty()) {
    return {sizing::shape_of_parameters(sizing::parse_parameters(choice.parameters)), nullptr, {}};
  }
  if (!choice.config_name.empty()) {
    const auto unknown =
        choice.assume_decoder ? sizing::UnknownArchitecture::bound : sizing::UnknownArchitecture::refuse;
    return {sizing::shape_of_config(choice.config, choice.config_name, choice.quantisation, unknown), nullptr, {}};
  }
  const sizing::NamedModel named = sizing::find_model(catalog, choice.name);
  return {sizing::shape_of(*named.model, named.file), named.precision,
          named.is_literal ? std::string() : sizing::taken_as(named)};
}

Task task_of(const WorkloadOptions& options, const sizing::ModelShape& shape) {
  const Task task = options.task.value_or(options.training.is_given() ? Task::training
                                          : shape.task == "embedding" ? Task::embedding
                                                                      : Task::inference);
  if (options.training.is_given() && task != Task::training) {
    throw usage_error(
        "--method, --optimizer, --sharding, --batch, --sequence-length and --checkpointing belong to --task training");
  }
  return task;
}

std::int64_t default_context(const WorkloadOptions& options, const sizing::ModelShape& shape, Task task) {
  const std::int64_t usual = task == Task::embedding ? k_default_embedding_context : k_default_context;
  const std::int64_t asked = options.prompt_tokens.value_or(0) + options.output_tokens.value_or(0);
  const std::int64_t most = shape.max_context > 0 ? shape.max_context : usual;
  return std::max(std::min(most, usual), asked);
}

void set_lengths(const WorkloadOptions& options, Workload& workload) {
  const sizing::ModelShape& shape = *workload.shape;
  const auto sequence = options.training.sequence_length;
  workload.context_tokens =
      options.context_tokens.value_or(sequence.value_or(default_context(options, shape, workload.task)));
  if (shape.max_context > 0 && workload.context_tokens > shape.max_context) {
    throw usage_error(fmt::format("--context-length: {} tokens are above the model's maximum of {}",
                                  workload.context_tokens, shape.max_context));
  }
  const std::int64_t context = workload.context_tokens;
  if (workload.task == Task::embedding) {
    workload.prompt_tokens = options.prompt_tokens.value_or(context);
    workload.output_tokens = 0;
  } else {
    const std::int64_t usual = options.output_tokens ? context - *options.output_tokens : context * 3 / 4;
    workload.prompt_tokens = options.prompt_tokens.value_or(std::max<std::int64_t>(usual, 0));
    workload.output_tokens = options.output_tokens.value_or(context - workload.prompt_tokens);
  }
  if (workload.prompt_tokens + workload.output_tokens > context || workload.output_tokens < 0) {
    throw usage_error(fmt::format("--prompt-tokens and --output-tokens: {} and {} do not fit a context of {}",
                                  workload.prompt_tokens, options.output_tokens.value_or(0), context),
                      "give a larger --context-length");
  }
}

void set_cache(const WorkloadOptions& options, Workload& workload) {
  workload.kv_precision = options.kv_precision.empty()
                              ? sizing::find_precision("bf16")
                              : &sizing::precision_named(options.kv_precision, "--kv-precision");
  const auto bytes = sizing::cache_bytes_per_value(*workload.kv_precision);
  if (!bytes) {
    throw usage_error("--kv-precision: no engine caches in " + in_quotes(options.kv_precision) +
                      " (one of: fp32, fp16, bf16, fp8, int8, int4, nvfp4)");
  }
  workload.cache_bytes_per_value = *bytes;
}

}  // namespace

std::string_view to_string(Task task) {
  return k_tasks[static_cast<std::size_t>(task)];
}

Task parse_task(std::string_view text) {
  const auto* found = std::ranges::find(k_tasks, to_lower(text));
  if (found == k_tasks.end()) {
    throw usage_error("--task: unknown value " + in_quotes(text) + " (one of: inference, training, embedding)",
                      did_you_mean(text, k_tasks));
  }
  return static_cast<Task>(found - k_tasks.begin());
}

bool Workload::has_speed() const {
  return shape->task == "text-generation" || shape->task == "embedding";
}

Workload plan_workload(const catalog::Catalog& catalog, const WorkloadOptions& options) {
  Chosen chosen = choose_model(catalog, options.model);
  Workload workload;
  workload.task = task_of(options, chosen.shape);
  const sizing::Precision* precision =
      options.precision.empty() ? chosen.precision : &sizing::precision_named(options.precision);
  workload.stored = sizing::stored_as(chosen.shape, precision);
  workload.shape = std::make_shared<const sizing::ModelShape>(std::move(chosen.shape));
  workload.taken_as = chosen.taken_as;
  workload.engine = options.engine.value_or(sizing::Engine::vllm);
  workload.engine_flags = options.engine_flags;
  workload.concurrency = options.concurrency.value_or(1);
  workload.training = options.training;
  set_lengths(options, workload);
  set_cache(options, workload);
  return workload;
}

}  // namespace kgpu::model
