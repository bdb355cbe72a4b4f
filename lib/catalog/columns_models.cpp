#include "column.hpp"

namespace kgpu::catalog {

template <>
std::span<const Column<Model>> columns() {
  using Row = Model;
  static constexpr Column<Row> k_columns[] = {
      column<&Row::id>("hf_id", Role::key),
      column<&Row::family>("family", Role::required),
      column<&Row::task>("task", Role::required),
      column<&Row::total_params>("total_params", Role::optional),
      column<&Row::active_params>("active_params", Role::optional),
      column<&Row::num_layers>("num_layers", Role::optional),
      column<&Row::hidden_size>("hidden_size", Role::optional),
      column<&Row::intermediate_size>("intermediate_size", Role::optional),
      column<&Row::num_attention_heads>("num_attention_heads", Role::optional),
      column<&Row::num_kv_heads>("num_kv_heads", Role::optional),
      column<&Row::head_dim>("head_dim", Role::optional),
      column<&Row::vocab_size>("vocab_size", Role::optional),
      column<&Row::max_position_embeddings>("max_position_embeddings", Role::optional),
      column<&Row::tie_word_embeddings>("tie_word_embeddings", Role::optional),
      column<&Row::attention_kind>("attention_kind", Role::optional),
      column<&Row::kv_lora_rank>("kv_lora_rank", Role::optional),
      column<&Row::qk_rope_head_dim>("qk_rope_head_dim", Role::optional),
      column<&Row::sliding_window>("sliding_window", Role::optional),
      column<&Row::num_sliding_layers>("num_sliding_layers", Role::optional),
      column<&Row::num_full_layers>("num_full_layers", Role::optional),
      column<&Row::num_linear_layers>("num_linear_layers", Role::optional),
      column<&Row::native_dtype>("native_dtype", Role::required),
      column<&Row::checkpoint_gib>("checkpoint_gib", Role::optional),
      column<&Row::source>("source", Role::required),
      column<&Row::notes>("notes", Role::optional),
  };
  return k_columns;
}

template <>
std::span<const Column<ModelAlias>> columns() {
  using Row = ModelAlias;
  static constexpr Column<Row> k_columns[] = {
      column<&Row::alias>("alias", Role::key),
      column<&Row::id>("id", Role::key),
      column<&Row::precision>("precision", Role::optional),
      column<&Row::source>("source", Role::required),
  };
  return k_columns;
}

}  // namespace kgpu::catalog
