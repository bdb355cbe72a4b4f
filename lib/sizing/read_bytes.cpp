#include "read_bytes.hpp"

#include "leaves.hpp"
#include "memory_terms.hpp"
#include "weight_type.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace kgpu::sizing {
namespace {

/// The share of a layer's experts that a step with so many streams touches.
Term touched_share(const Serving& serving, const Term& streams) {
  for (const MlpGroup& group : serving.shape->mlp) {
    if (group.experts > 0) {
      const Term each = min(1, of_model(serving, group.experts_per_token, "experts a token") /
                                   of_model(serving, group.experts, "experts"));
      return (1 - pow(1 - each, max(streams, 1))).named("experts touched");
    }
  }
  return 1;
}

}  // namespace

WeightsRead weights_read(const Serving& serving, const Term& streams) {
  const ModelShape& shape = *serving.shape;
  const Term touched = touched_share(serving, streams);
  WeightsRead read;
  std::array<Term, k_parts> parts;
  for (const TensorGroup& group : shape.tensors) {
    const bool looked_up = group.part == Part::embedding && !shape.tied_embeddings;
    if (looked_up || group.part == Part::tower) {
      continue;
    }
    const Term whole = stored_term(serving.trace, shape, serving.stored, group);
    const Term bytes = serving.parallel.tensor == 1 ? whole : whole / tensor_ranks(serving);
    Term& sum = parts[static_cast<std::size_t>(group.part)];
    sum = sum.value() == 0 ? bytes : sum + bytes;
    if (group.part == Part::expert) {
      const Precision& type = type_of(serving.stored, group);
      read.experts_unpack = read.experts_unpack || (type.bits.value_or(16) < 8 && type.multiplies_as == "16-bit");
    }
  }
  for (std::size_t i = 0; i < parts.size(); ++i) {
    const auto part = static_cast<Part>(i);
    if (parts[i].value() == 0) {
      continue;
    }
    if (part == Part::expert) {
      read.experts = parts[i] * touched;
      continue;
    }
    const Term named = parts[i].named(label(serving.trace, "weights of {}", to_string(part)), "bytes");
    read.rest = read.rest.value() == 0 ? named : read.rest + named;
  }
  read.experts = read.experts.named("experts read", "bytes");
  read.rest = read.rest.named("weights read", "bytes");
  return read;
}

Term cache_read(const Serving& serving, const Term& tokens) {
  Serving lean = serving;
  lean.engine.windows = EngineRule::Windows::all;
  lean.engine.groups_layers = false;
  lean.engine.engine = Engine::transformers;
  lean.engine.max_batched_tokens = 1;
  lean.engine.whole_prompts = false;
  lean.parallel.pipeline = 1;
  return mean_cache_term(lean, tokens);
}

Term attention_width(const Serving& serving, const Term& tokens) {
  Term width;
  bool is_first = true;
  for (const AttentionGroup& group : serving.shape->attention) {
    if (group.kind == AttentionKind::linear || group.kind == AttentionKind::cross) {
      continue;
    }
    const bool windowed = group.kind == AttentionKind::sliding || group.kind == AttentionKind::chunked;
    const Term seen =
        windowed && group.window > 0 ? min(tokens, of_model(serving, group.window, "window", "tokens")) : tokens;
    const Term one = of_model(serving, group.layers, windowed ? "sliding layers" : "layers") *
                     of_model(serving, group.heads, "heads") * of_model(serving, group.head_dim, "head size") * seen;
    width = is_first ? one : width + one;
    is_first = false;
  }
  return width;
}

}  // namespace kgpu::sizing
