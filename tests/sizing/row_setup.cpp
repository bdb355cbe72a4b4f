#include "row_setup.hpp"

#include "kgpu/base/error.hpp"
#include "kgpu/base/memory_size.hpp"
#include "kgpu/base/text.hpp"
#include "kgpu/sizing/model_source.hpp"

#include <algorithm>
#include <regex>

namespace kgpu::judge {
namespace {

using sizing::Engine;

struct Word {
  std::string_view cell;
  std::string_view meaning;
};

/// Accelerators that a row names otherwise than the catalogue does.
constexpr Word k_accelerators[] = {{"H100-96 (95 GiB)", "H100-96"}, {"80 GB class", "H100-80"}};
/// Models that a row does not name.
constexpr Word k_models[] = {{"7B class, MHA (not named)", "meta-llama/Llama-2-7b-hf"}};
constexpr Word k_dtypes[] = {{"awq-int4", "awq"},   {"gptq-int4", "gptq"}, {"f16", "fp16"},
                             {"w8a8-int8", "int8"}, {"8-bit", "fp8"},      {"bf16 compute, fp32 state", "bf16"}};
constexpr Word k_engines[] = {{"vLLM", "vllm"},
                              {"SGLang", "sglang"},
                              {"TensorRT-LLM", "tensorrt-llm"},
                              {"transformers-neuronx", "neuron"},
                              {"torch-neuronx", "neuron"},
                              {"llama.cpp", "llama.cpp"},
                              {"any", "vllm"},
                              {"transformers", "transformers"}};

template <std::size_t n>
std::string meaning(const Word (&words)[n], const std::string& cell) {
  const auto* found = std::ranges::find(words, cell, &Word::cell);
  return found == std::end(words) ? cell : std::string(found->meaning);
}

std::string why_out_of_scope(const VectorRow& row) {
  const std::string& kind = row.text("kind");
  if (kind == "diffusion" || kind == "asr") {
    return kind + " is stated as a bound, not scored";
  }
  if (row.text("model") == "bigscience/T0_3B") {
    return "an encoder-decoder of the T5 family, which the models table does not hold";
  }
  if (row.text("accelerator").starts_with("CPU")) {
    return "a CPU is not a listed accelerator";
  }
  return {};
}

std::string engine_version(const VectorRow& row) {
  if (!row.text("engine_version").empty() || row.text("engine") != "vLLM") {
    return row.text("engine") == "vLLM" || row.text("engine") == "TensorRT-LLM" ? row.text("engine_version") : "";
  }
  std::smatch match;
  const std::string& notes = row.text("notes");
  const std::regex stated(R"(engine (?:about |\()?(\d+\.\d+(?:\.\d+)?))");
  return std::regex_search(notes, match, stated) ? match[1].str() : std::string();
}

void set_model(const catalog::Catalog& catalog, const VectorRow& row, Setup& setup) {
  std::string name = meaning(k_models, row.text("model"));
  const auto remark = name.find(" (");
  name = name.substr(0, remark);
  const sizing::NamedModel named = sizing::find_model(catalog, name);
  setup.shape = std::make_shared<sizing::ModelShape>(sizing::shape_of(*named.model, named.file));
  setup.serving.shape = setup.shape.get();
  const std::string dtype = meaning(k_dtypes, row.text("dtype"));
  const sizing::Precision* asked = sizing::find_precision(dtype);
  // The file a row names is the file: its dtype column only says what is in it.
  const bool as_named = named.precision != nullptr && !named.file.empty() && dtype != "bf16";
  setup.serving.stored = sizing::stored_as(*setup.shape, as_named ? named.precision : asked);
}

void set_device(const catalog::Catalog& catalog, const VectorRow& row, Setup& setup) {
  const std::string name = meaning(k_accelerators, row.text("accelerator"));
  const auto found = catalog.find_accelerators(name);
  if (found.size() != 1) {
    setup.unscored = "accelerator " + in_quotes(row.text("accelerator")) + " is not a listed one";
    return;
  }
  sizing::Device device = sizing::device_of(*found.front());
  std::smatch stated;
  const std::regex gibibytes(R"(\((\d+) GiB\))");
  if (std::regex_search(row.text("accelerator"), stated, gibibytes)) {
    device.capacity_bytes = std::stod(stated[1].str()) * static_cast<double>(k_gib);
  }
  setup.serving.device = sizing::rank_of(device);
  setup.devices = static_cast<std::int32_t>(row.number("gpu_count").value_or(1));
}

void set_engine(const VectorRow& row, Setup& setup) {
  const std::string& cell = row.text("engine");
  const auto engine = sizing::parse_engine(meaning(k_engines, cell.substr(0, cell.find(" ("))));
  setup.serving.parallel.tensor = static_cast<std::int32_t>(row.number("tensor_parallel").value_or(1));
  setup.serving.parallel.pipeline = static_cast<std::int32_t>(row.number("pipeline_parallel").value_or(1));
  if (engine == Engine::transformers) {
    setup.serving.parallel = {.tensor = 1, .pipeline = setup.devices};
  }
  if (!engine) {
    setup.serving.engine.engine = Engine::transformers;
    return;
  }
  sizing::EngineFlags flags;
  flags.version = engine_version(row);
  flags.memory_fraction = row.number("memory_fraction");
  if (const auto noted = row.noted(R"(needs fraction (0\.\d+))"); noted && !flags.memory_fraction) {
    flags.memory_fraction = noted;
  }
  if (const auto noted = row.noted(R"(max_num_batched_tokens (\d+))")) {
    flags.max_batched_tokens = static_cast<std::int64_t>(*noted);
  }
  setup.serving.engine = sizing::engine_rule(*engine, flags, setup.serving.device, setup.serving.parallel.tensor,
                                             setup.serving.parallel.pipeline);
}

void set_load(const VectorRow& row, Setup& setup) {
  const auto context = row.number("max_model_len");
  constexpr std::int64_t k_default_context = 8192;
  setup.prompt = row.number("input_len").value_or(row.noted(R"((\d+) input and)").value_or(0));
  setup.output = row.number("output_len").value_or(row.noted(R"((\d+) output tokens)").value_or(0));
  const double asked = setup.prompt + setup.output;
  const std::int64_t most = std::max<std::int64_t>(setup.shape->max_context, 1);
  std::int64_t tokens = std::min(most, k_default_context);
  if (context) {
    tokens = static_cast<std::int64_t>(*context);
  } else if (asked > 0) {
    tokens = static_cast<std::int64_t>(asked);
  }
  setup.serving.context_tokens = tokens;
  setup.serving.concurrency = 1;
  setup.serving.holds_cache = !setup.shape->is_encoder();
  // NVIDIA's fp8 checkpoints declare an fp8 cache, which TensorRT-LLM follows; vLLM takes 16 bits unless told.
  const bool declared = setup.serving.engine.engine == Engine::tensorrt_llm && setup.serving.stored.name() == "fp8";
  setup.serving.cache_bytes_per_value = declared ? 1 : 2;
}

void set_training(const VectorRow& row, Setup& setup) {
  sizing::Training training;
  training.shape = setup.shape.get();
  training.device = setup.serving.device;
  const std::string method = row.text("kind").substr(std::string_view("training-").size());
  training.method = *sizing::parse_training_method(method);
  const std::string& engine = row.text("engine");
  const bool torchtune = engine == "torchtune";
  training.parallel = setup.serving.parallel;
  training.ranks = setup.devices / training.parallel.devices();
  training.sharding = training.ranks > 1 ? sizing::Sharding::zero3 : sizing::Sharding::none;
  training.batch = static_cast<std::int64_t>(row.number("batch_or_concurrency").value_or(0));
  training.sequence =
      static_cast<std::int64_t>(row.number("input_len").value_or(row.number("max_model_len").value_or(0)));
  if (training.sequence == 0) {
    training.sequence = static_cast<std::int64_t>(row.number("output_len").value_or(0));
  }
  training.is_compiled = row.notes("compiled");
  training.fp32_parameters = row.notes("torchtitan") || row.text("dtype").find("fp32 state") != std::string::npos;
  const bool all_16_bit = torchtune || row.text("source").find("method_comparison") != std::string::npos;
  training.fp32_master = !all_16_bit && !training.fp32_parameters;
  const bool ladder = row.text("source").find("ladder") != std::string::npos;
  const bool recomputes = ladder ? row.notes("recompute") || row.notes("offload") : torchtune;
  training.checkpointing = row.notes("selective") ? sizing::Checkpointing::selective
                           : recomputes           ? sizing::Checkpointing::full
                                                  : sizing::Checkpointing::none;
  training.logit_chunks = torchtune && (!ladder || row.notes("chunked loss")) ? 8 : 1;
  training.fused_step = row.notes("step in backward");
  training.paged_optimizer = row.notes("paged");
  training.optimizer = row.notes("8-bit Adam") ? sizing::Optimizer::adamw_8bit : sizing::Optimizer::adamw;
  if (row.notes("same plus 8-bit Adam")) {  // the whole ladder: its earlier steps, and these
    training.checkpointing = sizing::Checkpointing::offloaded;
    training.is_compiled = training.fused_step = true;
    training.logit_chunks = 8;
  }
  if (row.text("notes") == "plain") {
    constexpr std::int64_t k_unpacked_tokens = 256;  // the sequences of the set are short and not packed
    training.tokens_per_device = k_unpacked_tokens;
  }
  training.lora_rank = static_cast<std::int32_t>(row.noted(R"(rank (\d+))").value_or(8));
  if (engine == "Megatron-Bridge") {
    training.batch = 1;
  }
  setup.training = training;
}

}  // namespace

Setup set_up(const catalog::Catalog& catalog, const VectorRow& row) {
  Setup setup;
  setup.unscored = why_out_of_scope(row);
  if (!setup.unscored.empty()) {
    return setup;
  }
  try {
    set_model(catalog, row, setup);
    set_device(catalog, row, setup);
    if (!setup.unscored.empty()) {
      return setup;
    }
    set_engine(row, setup);
    set_load(row, setup);
    if (row.text("kind").starts_with("training")) {
      set_training(row, setup);
    }
  } catch (const Error& error) {
    setup.unscored = error.what();
  }
  return setup;
}

}  // namespace kgpu::judge
