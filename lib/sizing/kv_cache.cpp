#include "leaves.hpp"
#include "memory_terms.hpp"
#include "sizing_tables.hpp"

#include <algorithm>
#include <cmath>

namespace kgpu::sizing {
namespace {

/// KV heads on one rank: copied once there are fewer than ranks.
double kv_heads_on_rank(const AttentionGroup& group, std::int32_t tp) {
  return std::max(1.0, std::ceil(static_cast<double>(group.kv_heads) / tp));
}

/// Bytes that one token adds in one layer, on one rank.
Term bytes_per_token_and_layer(const Serving& serving, const AttentionGroup& group) {
  const auto cached = [&] {
    return of_flag(serving.trace, serving.cache_bytes_per_value, "bytes a cached value",
                   "--kv-precision, or as the model computes");
  };
  switch (group.kind) {
    case AttentionKind::full:
    case AttentionKind::sliding:
    case AttentionKind::chunked:
    case AttentionKind::cross:
      return 2 * of_model(serving, kv_heads_on_rank(group, serving.parallel.tensor), "KV heads of a rank") *
             of_model(serving, group.head_dim, "head size") * cached();
    case AttentionKind::latent:
    case AttentionKind::compressed: {
      const Term latent = of_model(serving, group.latent_dim, "latent values") * cached();
      return group.index_dim == 0
                 ? latent
                 : latent + of_model(serving, group.index_dim, "index values") * factor::index_key_bytes;
    }
    case AttentionKind::linear:
    case AttentionKind::uncached:
      return 0;
  }
  return 0;
}

bool is_windowed(const AttentionGroup& group) {
  return group.kind == AttentionKind::sliding || group.kind == AttentionKind::chunked;
}

bool is_growing(const AttentionGroup& group) {
  return group.kind == AttentionKind::full || group.kind == AttentionKind::latent ||
         group.kind == AttentionKind::compressed;
}

/// Do sliding layers of this model cache only their window in this engine?
bool caps_windows(const Serving& serving) {
  using Windows = EngineRule::Windows;
  if (serving.engine.windows != Windows::uniform) {
    return serving.engine.windows == Windows::all;
  }
  double first = 0;
  for (const AttentionGroup& group : serving.shape->attention) {
    const double bytes =
        is_windowed(group) || is_growing(group) ? bytes_per_token_and_layer(serving, group).value() : 0;
    if (bytes > 0 && first > 0 && bytes != first) {
      return false;
    }
    first = bytes > 0 ? bytes : first;
  }
  return true;
}

/// Layers of a kind once vLLM has padded the kinds to whole groups.
double padded_layers(const Serving& serving, const AttentionGroup& group, bool capped) {
  const double layers = group.layers;
  if (!serving.engine.groups_layers || !capped) {
    return layers;
  }
  double windowed = 0;
  double growing = 0;
  for (const AttentionGroup& other : serving.shape->attention) {
    windowed += is_windowed(other) ? other.layers : 0;
    growing += is_growing(other) ? other.layers : 0;
  }
  const double smaller = std::min(windowed, growing);
  const double larger = std::max(windowed, growing);
  if (smaller == 0) {
    return layers;
  }
  const double size = larger < factor::hybrid_group_larger_below * smaller ? larger : smaller;
  return std::ceil(layers / size) * size;
}

/// Tokens a layer caches of a sequence; `block` is 0 for means.
Term cached_tokens(const Serving& serving, const AttentionGroup& group, const Term& tokens, bool capped, double block) {
  Term held = tokens;
  if (is_windowed(group) && capped && group.window > 0) {
    const double step = static_cast<double>(serving.engine.step_tokens(serving.context_tokens));
    held = min(tokens, of_model(serving, group.window, "window", "tokens") +
                           of_engine(serving, step, "tokens of a step", "tokens"));
  }
  if (block <= 1) {
    return held;
  }
  const Term size = of_engine(serving, block, "tokens of a block", "tokens");
  return ceil(held / size) * size;
}

/// What a sequence holds whatever its length: states and the cache of a fixed source.
Term fixed_bytes(const Serving& serving, const AttentionGroup& group) {
  const Term layers = of_model(serving, group.layers, "layers with a state");
  if (group.kind == AttentionKind::linear) {
    return layers *
           (of_model(serving, static_cast<double>(group.state_values), "state values") * factor::linear_state_bytes +
            of_model(serving, static_cast<double>(group.conv_values), "convolution values") *
                factor::conv_state_bytes) /
           tensor_ranks(serving);
  }
  return group.kind == AttentionKind::cross ? layers * bytes_per_token_and_layer(serving, group) *
                                                  of_model(serving, group.source_tokens, "source tokens", "tokens")
                                            : Term(0);
}

std::string_view layers_name(const AttentionGroup& group) {
  return is_windowed(group) ? "sliding layers" : group.kind == AttentionKind::cross ? "cross layers" : "layers";
}

Term sequence_term(const Serving& serving, const Term& tokens, double block) {
  if (!serving.holds_cache) {
    return 0;
  }
  const bool capped = caps_windows(serving);
  // vLLM gives layers of cross-attention as many slots as any other layer.
  const bool cross_as_full = serving.engine.engine == Engine::vllm;
  Term sum;
  bool is_first = true;
  for (const AttentionGroup& group : serving.shape->attention) {
    const bool is_fixed = group.kind == AttentionKind::linear || (group.kind == AttentionKind::cross && !cross_as_full);
    const Term bytes = is_fixed ? fixed_bytes(serving, group)
                                : of_model(serving, padded_layers(serving, group, capped), layers_name(group)) *
                                      bytes_per_token_and_layer(serving, group) *
                                      cached_tokens(serving, group, tokens, capped, block);
    sum = is_first ? bytes : sum + bytes;
    is_first = false;
  }
  const std::int32_t layers = std::max(serving.shape->layers, 1);
  const std::int32_t on_stage = (layers + serving.parallel.pipeline - 1) / serving.parallel.pipeline;
  if (on_stage != layers) {
    sum = sum * of_model(serving, on_stage, "layers of a stage") / of_model(serving, layers, "layers of the model");
  }
  return sum.named("cache of a sequence", "bytes");
}

}  // namespace

Term sequence_cache_term(const Serving& serving, const Term& tokens) {
  return sequence_term(serving, tokens, static_cast<double>(serving.engine.block_tokens));
}

Term mean_cache_term(const Serving& serving, const Term& tokens) {
  return sequence_term(serving, tokens, 0);
}

double sequence_cache_bytes(const Serving& serving, std::int64_t tokens) {
  return sequence_cache_term(serving, static_cast<double>(tokens)).value();
}

double mean_cache_bytes(const Serving& serving, double tokens) {
  return mean_cache_term(serving, tokens).value();
}

CachePool pool_of(const Serving& serving, double bytes) {
  CachePool pool;
  pool.bytes = Estimate::exactly(std::max(bytes, 0.0));
  const double whole = sequence_cache_bytes(serving, serving.context_tokens);
  if (whole <= 0) {
    return pool;
  }
  pool.max_concurrency = pool.bytes.likely / whole;
  const bool grows_evenly = std::ranges::all_of(serving.shape->attention, is_growing);
  if (grows_evenly || !caps_windows(serving)) {
    const double block = static_cast<double>(std::max<std::int64_t>(serving.engine.block_tokens, 1));
    const double of_block = sequence_cache_bytes(serving, serving.engine.block_tokens);
    pool.max_tokens = of_block > 0 ? static_cast<std::int64_t>(std::floor(pool.bytes.likely / of_block) * block) : 0;
  } else {
    // Of mixed kinds the engine prints sequences times their length, not slots.
    pool.max_tokens = static_cast<std::int64_t>(pool.max_concurrency * static_cast<double>(serving.context_tokens));
  }
  return pool;
}

}  // namespace kgpu::sizing
