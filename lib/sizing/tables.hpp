#pragma once

#include "kgpu/sizing/precision.hpp"

#include <optional>
#include <string_view>

/// The rows of the figures that sizing reads, one struct per file of data/, fields in the order of its columns.
/// A blank cell is an empty optional or text.
namespace kgpu::sizing {

using Number = std::optional<double>;
using YesNo = std::optional<bool>;

/// `model_families.csv`: what the architectures of one `model_type` have besides their matrices.
struct FamilyRow {
  std::string_view family;
  YesNo gated_mlp;
  YesNo qkv_bias;
  YesNo out_bias;
  YesNo mlp_bias;
  std::string_view qk_norm;  ///< none, head (one head wide), full (all heads wide), latent
  Number norms_per_layer;
  YesNo norm_bias;
  Number final_norms;
  YesNo tied_by_default;
  YesNo position_embeddings;
  std::string_view windows;  ///< which layers slide where the config does not say
  std::string_view source;
};

/// `model_shapes.csv`: what `models.csv` leaves out of the shape of a model.
struct ShapeRow {
  std::string_view id;
  Number experts;
  Number experts_per_token;
  Number expert_width;
  Number shared_width;
  YesNo router_bias;
  Number dense_layers;
  Number dense_width;
  Number moe_every;
  Number q_lora_rank;
  Number qk_nope_head_dim;
  Number v_head_dim;
  Number o_lora_rank;
  Number o_groups;
  Number index_heads;
  Number index_head_dim;
  Number global_kv_heads;
  Number global_head_dim;
  YesNo values_are_keys;
  YesNo attention_gate;
  Number linear_key_heads;
  Number linear_key_dim;
  Number linear_value_heads;
  Number linear_value_dim;
  Number conv_kernel;
  Number mamba_heads;
  Number mamba_head_dim;
  Number mamba_state;
  Number mamba_groups;
  Number mlp_layers;
  Number cross_layers;
  Number cross_tokens;
  YesNo compressed_cache;
  std::string_view source;
};

/// `quantised_files.csv`: published files that do not quantise what their precision's name suggests.
struct QuantisedFileRow {
  std::string_view name;
  std::string_view precision;
  std::string_view parts;  ///< linear, mlp or expert
  Number edge_layers_16bit;
  std::string_view expert_precision;
  std::string_view kv_precision;
  std::string_view source;
};

/// `engine_memory.csv`: defaults and overhead of an engine from a version on.
struct EngineRow {
  std::string_view engine;
  std::string_view since;
  std::string_view devices;  ///< any, large (70 GiB and more, not A100), other
  Number memory_fraction;
  std::string_view fraction_of;  ///< total, before-load, after-load
  Number max_num_seqs;
  Number max_batched_tokens;
  YesNo whole_prompts;       ///< one step takes a prompt whole, up to a limit
  std::string_view sampler;  ///< every rank, the first one only, the last token only, in the reserve
  Number non_torch_gib;
  Number non_torch_gib_parallel;
  std::string_view caches_windows;  ///< no, uniform (one head shape), all
  Number block_tokens;
  std::string_view source;
};

/// `accelerator_efficiency.csv`: the largest matrix product reached, as a share of the peak.
struct EfficiencyRow {
  std::string_view accelerator;
  Number matmul_16bit;
  Number matmul_fp8;
  std::string_view source;
};

/// `measured_memory.csv`: what a published run printed, per device. A figure that it did not print is blank.
struct MeasuredRow {
  std::string_view row;        ///< of the published measurements
  std::string_view model;      ///< id of the catalogue
  std::string_view file;       ///< of `quantised_files.csv`; empty: the model's own, or a usual one of its precision
  std::string_view precision;  ///< of the weights
  std::string_view engine;
  std::string_view engine_version;  ///< empty: not given, and then only the weights count
  std::string_view accelerator;     ///< empty: not named
  Number count;
  Number tensor_parallel;
  Number pipeline_parallel;
  Number memory_fraction;
  Number weights_gib;
  Number activation_gib;
  Number non_torch_gib;
  Number kv_gib;  ///< of the engine's pool; negative: what it printed when nothing was left
  std::string_view as_of;
  std::string_view source;
};

/// `measured_speed.csv`: how fast a published run was with so many requests kept running.
struct SpeedRow {
  std::string_view row;
  std::string_view model;         ///< id of the catalogue
  std::string_view precision;     ///< of the weights
  std::string_view kv_precision;  ///< of the cache
  std::string_view engine;
  std::string_view engine_version;  ///< empty: not given
  std::string_view accelerator;
  Number count;
  Number tensor_parallel;
  Number pipeline_parallel;
  Number prompt_tokens;
  Number output_tokens;
  Number concurrency;
  Number value;
  std::string_view unit;  ///< ms/token, or output-tokens/s over all requests
  std::string_view as_of;
  std::string_view source;
};

}  // namespace kgpu::sizing
