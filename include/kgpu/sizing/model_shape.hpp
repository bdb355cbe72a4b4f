#pragma once

#include "kgpu/sizing/precision.hpp"

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

/// What the formulas need to know of a model: its tensors, its attention layers by kind, and how its published file
/// stores them.
namespace kgpu::sizing {

/// Parts of a model that are stored, split or touched differently.
enum class Part : std::uint8_t {
  embedding,
  lm_head,
  attention,
  latent,            ///< down-projections of latent attention and indexers: every rank holds them
  linear_attention,  ///< gated delta net and Mamba mixers
  mlp,
  expert,
  shared_expert,
  router,
  norm,
  tower,  ///< encoders of images and sound, and what a published total holds beyond the counted shape
};
inline constexpr std::size_t k_parts = static_cast<std::size_t>(Part::tower) + 1;
[[nodiscard]] std::string_view to_string(Part part);

/// How tensor parallelism divides a tensor.
enum class Split : std::uint8_t {
  replicated,  ///< every rank holds all of it
  even,        ///< 1/tp each
  kv_heads,    ///< by KV heads: copied once there are fewer heads than ranks
};

/// `count` tensors of in x out values, over the whole model.
struct TensorGroup {
  Part part{};
  Split split{};
  std::int64_t in = 0;
  std::int64_t out = 1;
  std::int64_t count = 1;
  bool matrix = true;         ///< a weight of a linear layer; false for norms, biases and other vectors
  bool splits_input = false;  ///< a rank holds part of each row (output projections), not some of the rows
  std::int32_t kv_heads = 0;  ///< of Split::kv_heads

  [[nodiscard]] std::int64_t elements() const { return in * out * count; }
};

enum class AttentionKind : std::uint8_t {
  full,
  sliding,     ///< caches at most `window` tokens, and those of the running step
  chunked,     ///< as sliding for memory; engines differ
  latent,      ///< MLA: one compressed vector a token, whatever the heads
  compressed,  ///< DeepSeek-V4: entries compressed over tokens; sized by a bound
  linear,      ///< a fixed state per sequence
  cross,       ///< keys and values of a fixed source
  uncached,    ///< encoders: nothing stays between requests
};

/// Layers that share a kind and a head shape.
struct AttentionGroup {
  AttentionKind kind{};
  std::int32_t layers = 0;
  std::int32_t heads = 0;
  std::int32_t kv_heads = 0;
  std::int32_t head_dim = 0;
  std::int32_t window = 0;         ///< tokens; sliding and chunked
  std::int32_t latent_dim = 0;     ///< values a token and layer; latent and compressed
  std::int32_t index_dim = 0;      ///< of a sparse indexer's key, a token and layer
  std::int64_t state_values = 0;   ///< per sequence and layer; linear
  std::int64_t conv_values = 0;    ///< per sequence and layer; linear
  std::int32_t source_tokens = 0;  ///< cross
};

/// MLP layers of one width, dense or mixtures of experts.
struct MlpGroup {
  std::int32_t layers = 0;
  std::int64_t width = 0;  ///< of the dense MLP, or of one expert
  std::int32_t experts = 0;
  std::int32_t experts_per_token = 0;
  std::int64_t shared_width = 0;  ///< of what every token passes beside its experts
};

/// How a published file stores the weights.
struct StoredAs {
  const Precision* base = nullptr;       ///< of everything that is not quantised: 16 or 32 bits
  const Precision* quantised = nullptr;  ///< null: nothing is
  std::array<bool, k_parts> parts{};     ///< which are quantised
  const Precision* experts = nullptr;    ///< where experts have another type than the other quantised parts
  std::int32_t edge_layers = 0;          ///< layers at the ends whose quantised parts stay at `base`
  const Precision* kv_cache = nullptr;   ///< what the file declares for the cache; null: nothing

  /// The word for it: `fp8`, `bf16`.
  [[nodiscard]] std::string_view name() const { return quantised != nullptr ? quantised->name : base->name; }
};

struct ModelShape {
  std::string id;      ///< of the catalogue, or the name of a file
  std::string family;  ///< `model_type`
  std::string task;    ///< text-generation, embedding, asr, text-to-image
  std::int32_t layers = 0;
  std::int64_t hidden = 0;
  std::int64_t vocabulary = 0;
  std::int64_t max_context = 0;
  std::int32_t heads = 0;
  std::int32_t kv_heads = 0;
  std::int32_t head_dim = 0;
  bool tied_embeddings = false;
  bool gated_mlp = true;
  std::vector<AttentionGroup> attention;
  std::vector<MlpGroup> mlp;
  std::vector<TensorGroup> tensors;
  StoredAs stored;
  std::int64_t parameters = 0;         ///< counted, tied embeddings once, towers included
  std::int64_t active_parameters = 0;  ///< touched by a token, without the input embedding
  bool is_bound = false;               ///< shape assumed or cache without a confirmed formula: never `yes`
  std::vector<std::string> notes;      ///< what was assumed, for people
  std::string_view figures;            ///< the file of `data/` with its row, under `id`; empty: given by a flag
  std::string given_by;                ///< that flag: `--config FILE`

  [[nodiscard]] bool is_mixture() const;
  [[nodiscard]] bool is_encoder() const { return task == "embedding" && family == "bert"; }
  /// Parameters of one part.
  [[nodiscard]] std::int64_t count(Part part) const;
};

}  // namespace kgpu::sizing
