#pragma once

#include "kgpu/base/derivation.hpp"
#include "kgpu/sizing/device.hpp"
#include "kgpu/sizing/engine.hpp"
#include "kgpu/sizing/estimate.hpp"
#include "kgpu/sizing/model_shape.hpp"

#include <cstdint>
#include <optional>

/// Memory of one device while a model is served.
namespace kgpu::sizing {

/// How a model is laid over devices.
struct Parallelism {
  std::int32_t tensor = 1;
  std::int32_t pipeline = 1;
  bool across_nodes = false;  ///< the stages are on different nodes

  [[nodiscard]] std::int32_t devices() const { return tensor * pipeline; }
};

/// One replica: what is served, how it is stored, and where it runs.
struct Serving {
  const ModelShape* shape = nullptr;
  StoredAs stored;
  double cache_bytes_per_value = 2;
  EngineRule engine;
  Device device;  ///< of one rank
  Parallelism parallel;
  std::int64_t context_tokens = 0;  ///< the engine's limit: prompt and answer together
  std::int64_t concurrency = 1;     ///< sequences held at once
  bool holds_cache = true;          ///< false for encoders
  Trace* trace = nullptr;           ///< keeps how the numbers came about (terms.hpp)
};

/// Weights on the fullest device: low as counted, likely with the engine's padding, high with a margin of 2 percent.
[[nodiscard]] Estimate weight_bytes(const Serving& serving);
/// The weights of the whole model on one device, unpadded.
[[nodiscard]] double total_weight_bytes(const ModelShape& shape, const StoredAs& stored);

/// Cache of one sequence of `tokens` on the fullest device, in whole blocks, with whatever is fixed per sequence.
[[nodiscard]] double sequence_cache_bytes(const Serving& serving, std::int64_t tokens);
/// The same without rounding to blocks: means of many sequences.
[[nodiscard]] double mean_cache_bytes(const Serving& serving, double tokens);

/// The peak of one step on the fullest device: low the forward pass, likely the larger of it and the sampler.
[[nodiscard]] Estimate activation_bytes(const Serving& serving);
/// The forward pass over `tokens` alone.
[[nodiscard]] double forward_bytes(const ModelShape& shape, double tokens, std::int32_t tensor_parallel);

/// What is resident on the fullest device at the peak; `total` is the sum of the parts.
struct MemoryNeed {
  Estimate weights;
  Estimate cache;
  Estimate activation;
  Estimate overhead;

  [[nodiscard]] Estimate total() const { return weights + cache + activation + overhead; }
};
[[nodiscard]] MemoryNeed memory_need(const Serving& serving);

/// Bytes of one device that the engine would let be resident. Empty when the capacity is not known.
[[nodiscard]] std::optional<double> usable_bytes(const Serving& serving, const MemoryNeed& need);

/// `yes` only where nothing was assumed about the model. Empty when the capacity is not known.
[[nodiscard]] std::optional<Fits> fits(const Serving& serving, const MemoryNeed& need);

/// What the engine's cache pool holds on one device.
struct CachePool {
  Estimate bytes;               ///< low is the smallest pool; never below 0
  std::int64_t max_tokens = 0;  ///< at the best estimate, as the engine would print it
  double max_concurrency = 0;   ///< sequences of `context_tokens` at once
};
[[nodiscard]] std::optional<CachePool> cache_pool(const Serving& serving);
/// The same beside a need that is already known.
[[nodiscard]] std::optional<CachePool> cache_pool(const Serving& serving, const MemoryNeed& need);

/// Tokens and sequences that `bytes` of cache hold.
[[nodiscard]] CachePool pool_of(const Serving& serving, double bytes);

}  // namespace kgpu::sizing
