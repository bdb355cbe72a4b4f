#pragma once

#include "kgpu/sizing/device.hpp"
#include "kgpu/sizing/model_shape.hpp"

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace kgpu::sizing {

enum class Engine : std::uint8_t { vllm, sglang, tensorrt_llm, tgi, transformers, llama_cpp, neuron };

[[nodiscard]] std::string_view to_string(Engine engine);  ///< `tensorrt-llm`, as in flags
[[nodiscard]] std::optional<Engine> parse_engine(std::string_view text);
/// The names `--engine` takes.
[[nodiscard]] std::span<const std::string_view> engine_names();

/// How one step of the engine takes prompts, and what it keeps, once version, device and flags are known.
struct EngineRule {
  Engine engine{};
  std::string version;     ///< the version asked for, or the newest one with rules of its own
  std::string source;      ///< of the defaults
  std::string_view since;  ///< the version and the devices of their row in `engine_memory.csv`
  std::string_view devices;
  bool fraction_given = false;  ///< by a flag, as the next two
  bool sequences_given = false;
  bool tokens_given = false;
  double memory_fraction = 1;  ///< of what `fraction_of` says
  enum class FractionOf : std::uint8_t {
    total,        ///< of the device's memory
    before_load,  ///< of what is free before the weights
    after_load,   ///< of what is free after them
  } fraction_of = FractionOf::total;
  std::int64_t max_num_seqs = 0;
  std::int64_t max_batched_tokens = 0;  ///< 0: a step takes whole prompts of any length
  bool whole_prompts = false;           ///< a step takes a prompt of up to the model's limit whole
  enum class Sampler : std::uint8_t {
    every,       ///< every rank holds the logits of all sequences
    first,       ///< only the first rank does
    last_token,  ///< only the logits of the running sequences
    reserved,    ///< in what the fraction leaves
  } sampler = Sampler::every;
  double non_torch_bytes = 0;  ///< context, NCCL; per device
  enum class Windows : std::uint8_t {
    cached_whole,  ///< sliding layers cache everything
    uniform,       ///< capped, where all layers share a head shape
    all,           ///< capped
  } windows = Windows::all;
  std::int64_t block_tokens = 16;
  bool groups_layers = false;  ///< vLLM: kinds of layers are padded to whole groups

  /// Tokens of one step: what the activation is for, at a model limit of `context_tokens`.
  [[nodiscard]] std::int64_t step_tokens(std::int64_t context_tokens) const;
};

/// Flags that replace an engine's defaults.
struct EngineFlags {
  std::string version = {};  ///< empty: the newest
  std::optional<double> memory_fraction = {};
  std::optional<std::int64_t> max_num_seqs = {};
  std::optional<std::int64_t> max_batched_tokens = {};
};

/// The rule of an engine on a device. Throws Error{usage} for a version that is not one.
[[nodiscard]] EngineRule engine_rule(Engine engine, const EngineFlags& flags, const Device& device,
                                     std::int32_t tensor_parallel, std::int32_t pipeline_parallel = 1);

/// `a` before `b` by their dotted numbers: 0.9.2 < 0.10.
[[nodiscard]] bool version_less(std::string_view a, std::string_view b);

}  // namespace kgpu::sizing
