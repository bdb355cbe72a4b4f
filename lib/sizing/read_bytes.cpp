#include "read_bytes.hpp"

#include "weight_type.hpp"

#include <algorithm>
#include <cmath>

namespace kgpu::sizing {
namespace {

/// The share of a layer's experts that a step with so many streams touches.
double touched_share(const ModelShape& shape, double streams) {
  for (const MlpGroup& group : shape.mlp) {
    if (group.experts > 0) {
      const double share = std::min(1.0, static_cast<double>(group.experts_per_token) / group.experts);
      return 1 - std::pow(1 - share, std::max(streams, 1.0));
    }
  }
  return 1;
}

}  // namespace

WeightsRead weights_read(const Serving& serving, double streams) {
  const ModelShape& shape = *serving.shape;
  const double touched = touched_share(shape, streams);
  WeightsRead read;
  for (const TensorGroup& group : shape.tensors) {
    const bool looked_up = group.part == Part::embedding && !shape.tied_embeddings;
    if (looked_up || group.part == Part::tower) {
      continue;
    }
    const double bytes = stored_bytes(shape, serving.stored, group) / serving.parallel.tensor;
    if (group.part == Part::expert) {
      const Precision& type = type_of(serving.stored, group);
      read.experts += bytes * touched;
      read.experts_unpack = read.experts_unpack || (type.bits.value_or(16) < 8 && type.multiplies_as == "16-bit");
    } else {
      read.rest += bytes;
    }
  }
  return read;
}

double cache_read_bytes(const Serving& serving, double tokens) {
  Serving lean = serving;
  lean.engine.windows = EngineRule::Windows::all;
  lean.engine.groups_layers = false;
  lean.engine.engine = Engine::transformers;
  lean.engine.max_batched_tokens = 1;
  lean.engine.whole_prompts = false;
  lean.parallel.pipeline = 1;
  return mean_cache_bytes(lean, tokens);
}

double attention_width(const ModelShape& shape, double tokens) {
  double width = 0;
  for (const AttentionGroup& group : shape.attention) {
    if (group.kind == AttentionKind::linear || group.kind == AttentionKind::cross) {
      continue;
    }
    const bool windowed = group.kind == AttentionKind::sliding || group.kind == AttentionKind::chunked;
    const double seen = windowed && group.window > 0 ? std::min<double>(tokens, group.window) : tokens;
    width += static_cast<double>(group.layers) * group.heads * group.head_dim * seen;
  }
  return width;
}

}  // namespace kgpu::sizing
