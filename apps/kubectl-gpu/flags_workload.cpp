#include "flags_workload.hpp"

#include "CLI/CLI.hpp"
#include "flags.hpp"

#include "kgpu/base/decimal.hpp"
#include "kgpu/base/error.hpp"
#include "kgpu/base/text.hpp"

namespace kgpu::app {
namespace {

using model::TrainingOptions;
using model::WorkloadOptions;

/// A flag that takes one word of a short list.
template <class Parse, class Target>
void add_word_flag(CLI::App& verb, const std::string& flag, const std::string& help, std::vector<std::string> words,
                   Parse parse, Target& target, Completions& completions) {
  auto* option = add_text_flag(verb, flag, help + ": " + join(words, ", "),
                               [&target, words, parse, flag](const std::string& text) {
                                 target = known_word(text, flag.substr(0, flag.find(' ')), words, parse(text));
                               });
  completions.offer(option, {.words = std::move(words)});
}

double parse_fraction(const std::string& text) {
  const auto number = Decimal::parse(text);
  if (!number || number->nanos() <= 0 || *number > Decimal::whole(1)) {
    throw usage_error("--memory-fraction: " + in_quotes(text) + " is not a number above 0 and at most 1");
  }
  return static_cast<double>(number->nanos()) / static_cast<double>(Decimal::k_scale);
}

void add_engine_flags(CLI::App& verb, WorkloadOptions& options, Completions& completions) {
  std::vector<std::string> engines;
  for (const std::string_view name : sizing::engine_names()) {
    engines.emplace_back(name);
  }
  add_word_flag(verb, "--engine ENGINE", "Default vllm", engines, sizing::parse_engine, options.engine, completions);
  add_text_flag(verb, "--engine-version VERSION", "Defaults and overhead of this release; else the newest known",
                [&](const std::string& text) { options.engine_flags.version = text; });
  add_text_flag(verb, "--memory-fraction F", "Of the device that the engine may use, such as 0.9",
                [&](const std::string& text) { options.engine_flags.memory_fraction = parse_fraction(text); });
  add_text_flag(verb, "--max-num-seqs N", "The engine's limit of sequences in a step", [&](const std::string& text) {
    options.engine_flags.max_num_seqs = parse_count(text, "--max-num-seqs", 1);
  });
  add_text_flag(verb, "--max-batched-tokens N", "The engine's limit of tokens in a step", [&](const std::string& text) {
    options.engine_flags.max_batched_tokens = parse_tokens(text, "--max-batched-tokens", 1);
  });
}

void add_length_flags(CLI::App& verb, WorkloadOptions& options) {
  const auto set_context = [&](const std::string& text) {
    options.context_tokens = parse_tokens(text, "--context-length", 1);
  };
  add_text_flag(verb, "--context-length TOKENS", "Prompt and answer together; default 8k or the model's", set_context);
  add_text_flag(verb, "--max-model-len TOKENS", "vLLM's name for --context-length", set_context)->group("");
  add_text_flag(verb, "--concurrency N", "Sequences held at once; default 1",
                [&](const std::string& text) { options.concurrency = parse_count(text, "--concurrency", 1); });
  add_text_flag(verb, "--prompt-tokens TOKENS", "Default three quarters of the context",
                [&](const std::string& text) { options.prompt_tokens = parse_tokens(text, "--prompt-tokens", 0); });
  add_text_flag(verb, "--output-tokens TOKENS", "Default the rest of the context",
                [&](const std::string& text) { options.output_tokens = parse_tokens(text, "--output-tokens", 0); });
}

void add_training_flags(CLI::App& verb, TrainingOptions& options, Completions& completions) {
  add_word_flag(verb, "--method METHOD", "Training, default lora", {"full", "lora", "qlora"},
                sizing::parse_training_method, options.method, completions);
  add_word_flag(verb, "--optimizer NAME", "Training, default adamw",
                {"adamw", "adamw-8bit", "lion", "sgd", "muon", "adafactor"}, sizing::parse_optimizer, options.optimizer,
                completions);
  add_word_flag(verb, "--sharding STAGE", "Training, default zero3 on several devices",
                {"none", "zero1", "zero2", "zero3"}, sizing::parse_sharding, options.sharding, completions);
  add_word_flag(verb, "--checkpointing KIND", "Training, default full", {"none", "selective", "full"},
                sizing::parse_checkpointing, options.checkpointing, completions);
  add_text_flag(verb, "--batch N", "Training: sequences a device and step; default 1",
                [&](const std::string& text) { options.batch = parse_count(text, "--batch", 1); });
  add_text_flag(verb, "--sequence-length TOKENS", "Training: tokens of a sequence; default the context",
                [&](const std::string& text) { options.sequence_length = parse_tokens(text, "--sequence-length", 1); });
}

}  // namespace

std::int64_t parse_tokens(std::string_view text, std::string_view flag, std::int64_t least) {
  std::string_view digits = text;
  std::int64_t unit = 1;
  if (!digits.empty()) {
    const char last = digits.back();
    unit = last == 'k' || last == 'K' ? 1024 : last == 'm' || last == 'M' ? 1024 * 1024 : 1;
    digits.remove_suffix(unit > 1 ? 1 : 0);
  }
  const auto number = Decimal::parse(digits);
  constexpr std::int64_t k_most = std::int64_t{1} << 32;
  if (!number || number->nanos() < 0 || number->truncated() > k_most / unit) {
    throw usage_error(std::string(flag) + ": " + in_quotes(text) + " is not a number of tokens, such as 8192 or 8k");
  }
  const auto tokens = static_cast<std::int64_t>(static_cast<double>(number->nanos()) /
                                                static_cast<double>(Decimal::k_scale) * static_cast<double>(unit));
  if (tokens < least) {
    throw usage_error(std::string(flag) + ": " + in_quotes(text) + " is less than " + std::to_string(least));
  }
  return tokens;
}

void add_model_flags(CLI::App& verb, model::ModelChoice& choice, Completions& completions, const std::string& names) {
  auto* model = verb.add_option(names, choice.name, "An id or alias of the catalogue")->type_name("MODEL");
  completions.offer(model, {.source = ValueSource::models});
  auto* config = add_text_flag(verb, "--config FILE", "The config.json of a Hugging Face model instead",
                               [&](const std::string& text) { choice.config_name = text; });
  completions.offer(config, {.source = ValueSource::files});
  add_text_flag(verb, "--params SIZE", "Nothing but a size, such as 8B: a bound",
                [&](const std::string& text) { choice.parameters = text; });
  verb.add_flag("--assume-decoder", choice.assume_decoder,
                "Count an architecture that is not understood as a plain decoder: a bound");
}

void add_workload_flags(CLI::App& verb, WorkloadOptions& options, Completions& completions) {
  add_word_flag(
      verb, "--task TASK", "Default by the model", {"inference", "training", "embedding"},
      [](const std::string& text) { return std::optional(model::parse_task(text)); }, options.task, completions);
  std::vector<std::string> precisions;
  for (const sizing::Precision& precision : sizing::precisions()) {
    precisions.emplace_back(precision.name);
  }
  auto* precision = add_text_flag(verb, "--precision TYPE",
                                  "Of the weights: bf16, fp8, awq, mxfp4, q4_k_m or another; default the model's",
                                  [&](const std::string& text) { options.precision = text; });
  completions.offer(precision, {.words = std::move(precisions)});
  auto* cache = add_text_flag(verb, "--kv-precision TYPE", "Of the cache: bf16 (default), fp8, int8, int4, nvfp4",
                              [&](const std::string& text) { options.kv_precision = text; });
  completions.offer(cache, {.words = {"fp32", "fp16", "bf16", "fp8", "int8", "int4", "nvfp4"}});
  add_length_flags(verb, options);
  add_engine_flags(verb, options, completions);
  add_training_flags(verb, options.training, completions);
}

}  // namespace kgpu::app
