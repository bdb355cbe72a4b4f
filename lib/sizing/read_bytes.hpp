#pragma once

#include "kgpu/sizing/memory.hpp"

/// What one decode step reads on one rank.
namespace kgpu::sizing {

struct WeightsRead {
  double experts = 0;
  double rest = 0;
  bool experts_unpack = false;  ///< of less than 8 bits, multiplied in 16
};

/// Bytes of weights that a step with so many streams touches: experts as often as chance has it, the input embedding
/// not at all.
[[nodiscard]] WeightsRead weights_read(const Serving& serving, double streams);

/// Bytes of cache that a stream with so many tokens reads a step: sliding layers their window only.
[[nodiscard]] double cache_read_bytes(const Serving& serving, double tokens);

/// Sum over attention layers of heads x head size x the tokens they see.
[[nodiscard]] double attention_width(const ModelShape& shape, double tokens);

}  // namespace kgpu::sizing
