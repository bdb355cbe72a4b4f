#pragma once

#include "tables.hpp"

#include "kgpu/sizing/model_shape.hpp"

#include <string_view>

/// From the facts of a config or a catalogue row to the tensors of a model.
namespace kgpu::sizing {

/// What a reader has found out; 0 is "has none".
struct ShapeFacts {
  ModelShape shape;  ///< id to gated_mlp, attention, mlp and stored filled in
  const FamilyRow* family = nullptr;
  std::int64_t published_parameters = 0;  ///< 0: not published, then nothing is added to the count
  std::int64_t published_active = 0;

  std::int64_t q_lora_rank = 0;
  std::int64_t kv_lora_rank = 0;
  std::int64_t nope_dim = 0;
  std::int64_t rope_dim = 0;
  std::int64_t value_dim = 0;
  std::int64_t o_lora_rank = 0;
  std::int64_t o_groups = 0;
  std::int64_t index_heads = 0;
  std::int64_t index_dim = 0;

  bool values_are_keys = false;  ///< on full layers: no matrix of their own for V
  bool attention_gate = false;   ///< the query matrix also makes a gate
  bool router_bias = false;
  bool extra_attention_bias = false;  ///< the config's own `attention_bias`

  std::int64_t linear_key_heads = 0;
  std::int64_t linear_key_dim = 0;
  std::int64_t linear_value_heads = 0;
  std::int64_t linear_value_dim = 0;
  std::int64_t conv_kernel = 0;
  std::int64_t mamba_heads = 0;
  std::int64_t mamba_head_dim = 0;
  std::int64_t mamba_state = 0;
  std::int64_t mamba_groups = 0;
};

[[nodiscard]] const FamilyRow* find_family(std::string_view model_type);

/// `k_quantised_files` or the parts a precision's scope names; `mixture` decides for `experts`.
void mark_parts(StoredAs& stored, std::string_view scope, bool mixture);

/// Values of the state of one linear layer, for AttentionGroup.
[[nodiscard]] std::int64_t linear_state_values(const ShapeFacts& facts);
[[nodiscard]] std::int64_t linear_conv_values(const ShapeFacts& facts);

/// Fills in the tensors and the counts.
[[nodiscard]] ModelShape build_shape(ShapeFacts facts);

}  // namespace kgpu::sizing
