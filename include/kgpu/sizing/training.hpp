#pragma once

#include "kgpu/sizing/device.hpp"
#include "kgpu/sizing/estimate.hpp"
#include "kgpu/sizing/memory.hpp"
#include "kgpu/sizing/model_shape.hpp"

#include <cstdint>
#include <optional>
#include <string_view>

/// Memory and speed of training.
namespace kgpu::sizing {

enum class TrainingMethod : std::uint8_t { full, lora, qlora };
enum class Optimizer : std::uint8_t { adamw, adamw_8bit, lion, sgd, muon, adafactor };
enum class Sharding : std::uint8_t { none, zero1, zero2, zero3 };
enum class Checkpointing : std::uint8_t { none, selective, full, offloaded };

[[nodiscard]] std::optional<TrainingMethod> parse_training_method(std::string_view text);
[[nodiscard]] std::optional<Optimizer> parse_optimizer(std::string_view text);
[[nodiscard]] std::optional<Sharding> parse_sharding(std::string_view text);
[[nodiscard]] std::optional<Checkpointing> parse_checkpointing(std::string_view text);

[[nodiscard]] std::string_view to_string(TrainingMethod method);
[[nodiscard]] std::string_view to_string(Optimizer optimizer);
[[nodiscard]] std::string_view to_string(Sharding sharding);
[[nodiscard]] std::string_view to_string(Checkpointing checkpointing);

struct Training {
  const ModelShape* shape = nullptr;
  Device device;  ///< of one rank
  TrainingMethod method = TrainingMethod::lora;
  Optimizer optimizer = Optimizer::adamw;
  Sharding sharding = Sharding::none;
  Checkpointing checkpointing = Checkpointing::full;
  std::int32_t ranks = 1;              ///< data-parallel: the shards of ZeRO and FSDP
  Parallelism parallel;                ///< of the model, besides
  std::int64_t batch = 1;              ///< sequences a device and step
  std::int64_t sequence = 0;           ///< tokens
  std::int32_t lora_rank = 16;         ///< of all linear layers
  bool fp32_master = true;             ///< trained weights keep an fp32 copy and fp32 moments
  bool fp32_parameters = false;        ///< parameters and gradients are fp32 too, and all sharded (FSDP2, torchtitan)
  bool is_compiled = false;            ///< eager keeps 1.4 times the activations
  std::int32_t logit_chunks = 1;       ///< the loss taken in so many pieces
  bool fused_step = false;             ///< the optimiser steps within the backward pass: gradients of one layer
  bool paged_optimizer = false;        ///< moments in host memory until used
  Trace* trace = nullptr;              ///< keeps how the numbers came about (terms.hpp)
  std::int64_t tokens_per_device = 0;  ///< 0: batch x sequence; less where sequences are shorter
};

struct TrainingNeed {
  Estimate weights;     ///< and what is gathered of the shards
  Estimate optimizer;   ///< moments, master copy
  Estimate gradients;   ///< beyond what the activations leave at the peak
  Estimate activation;  ///< and logits
  Estimate overhead;

  [[nodiscard]] Estimate total() const { return weights + optimizer + gradients + activation + overhead; }
};

/// On the fullest device at the peak of a step. High adds context, NCCL and the allocator's slack.
[[nodiscard]] TrainingNeed training_need(const Training& training);

/// Trained parameters: all of them, or those of the adapters.
[[nodiscard]] double trained_parameters(const Training& training);

/// Tokens per second over all devices. Empty where the arithmetic of the device is not known.
[[nodiscard]] std::optional<Estimate> training_tokens_per_second(const Training& training);

/// Empty when the capacity is not known.
[[nodiscard]] std::optional<Fits> fits(const Training& training, const TrainingNeed& need);

}  // namespace kgpu::sizing
