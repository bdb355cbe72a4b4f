#pragma once

#include "kgpu/sizing/terms.hpp"

/// What one decode step reads on one rank.
namespace kgpu::sizing {

struct WeightsRead {
  Term experts;
  Term rest;
  bool experts_unpack = false;  ///< of less than 8 bits, multiplied in 16
};

/// Bytes of weights that a step with so many streams touches: experts as often as chance has it, the input embedding
/// not at all.
[[nodiscard]] WeightsRead weights_read(const Serving& serving, const Term& streams);

/// Bytes of cache that a stream with so many tokens reads a step: sliding layers their window only.
[[nodiscard]] Term cache_read(const Serving& serving, const Term& tokens);

/// Sum over attention layers of heads x head size x the tokens they see.
[[nodiscard]] Term attention_width(const Serving& serving, const Term& tokens);

}  // namespace kgpu::sizing
