#pragma once

#include "kgpu/catalog/catalog.hpp"
#include "kgpu/sizing/training.hpp"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

/// What is to run: the flags that `model fit` and everything that chooses hardware share.
namespace kgpu::model {

/// Which model. Exactly one of the three is given.
struct ModelChoice {
  std::string name;             ///< an id or alias of the catalogue
  std::string config;           ///< the text of a `config.json`
  std::string config_name;      ///< its path, for messages
  std::string quantisation;     ///< the text of a `hf_quant_config.json` beside it; empty when there is none
  std::string parameters;       ///< `8B`
  bool assume_decoder = false;  ///< an architecture that is not understood is counted as a plain decoder
};

enum class Task : std::uint8_t { inference, training, embedding };
[[nodiscard]] std::string_view to_string(Task task);
[[nodiscard]] Task parse_task(std::string_view text);  ///< throws Error{usage}

struct TrainingOptions {
  std::optional<sizing::TrainingMethod> method;        ///< lora unless given
  std::optional<sizing::Optimizer> optimizer;          ///< AdamW
  std::optional<sizing::Sharding> sharding;            ///< zero3 above one rank, else none
  std::optional<sizing::Checkpointing> checkpointing;  ///< full
  std::optional<std::int64_t> batch;                   ///< sequences a device, 1
  std::optional<std::int64_t> sequence_length;         ///< the context

  [[nodiscard]] bool is_given() const {
    return method || optimizer || sharding || checkpointing || batch || sequence_length;
  }
};

/// The flags, as given.
struct WorkloadOptions {
  ModelChoice model;
  std::optional<Task> task;
  std::optional<sizing::Engine> engine;
  sizing::EngineFlags engine_flags;
  std::string precision;     ///< empty: the model's own
  std::string kv_precision;  ///< empty: 16 bits
  std::optional<std::int64_t> context_tokens;
  std::optional<std::int64_t> prompt_tokens;
  std::optional<std::int64_t> output_tokens;
  std::optional<std::int64_t> concurrency;  ///< 1
  TrainingOptions training;
};

/// The flags with every default filled in (CONTRACTS §4, recommend.md 1-2).
struct Workload {
  std::shared_ptr<const sizing::ModelShape> shape;
  std::string taken_as;  ///< what the name was taken as, where it was not the id; empty otherwise
  Task task = Task::inference;
  sizing::Engine engine = sizing::Engine::vllm;
  sizing::EngineFlags engine_flags;
  sizing::StoredAs stored;
  const sizing::Precision* kv_precision = nullptr;
  double cache_bytes_per_value = 2;
  std::int64_t context_tokens = 0;
  std::int64_t prompt_tokens = 0;
  std::int64_t output_tokens = 0;
  std::int64_t concurrency = 1;
  TrainingOptions training;

  /// asr and image: weights and a bound, no speed.
  [[nodiscard]] bool has_speed() const;
};

/// Throws Error{usage}: unknown model or type, lengths that do not fit together or the model, flags of another task;
/// Error{data} for a config.
[[nodiscard]] Workload plan_workload(const catalog::Catalog& catalog, const WorkloadOptions& options);

}  // namespace kgpu::model
