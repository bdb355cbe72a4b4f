#include "shape_facts.hpp"
#include "sizing_tables.hpp"

#include "kgpu/base/text.hpp"
#include "kgpu/sizing/model_source.hpp"

#include <algorithm>

namespace kgpu::sizing {
namespace {

constexpr std::int32_t k_whisper_source_tokens = 1500;  // audio frames of a 30 s window (openai/whisper)

template <class T>
std::int64_t number(const std::optional<T>& cell, std::int64_t otherwise = 0) {
  return cell ? static_cast<std::int64_t>(*cell) : otherwise;
}
template <class T>
std::int32_t small(const std::optional<T>& cell, std::int32_t otherwise = 0) {
  return static_cast<std::int32_t>(number(cell, otherwise));
}

const ShapeRow& shape_row(std::string_view id) {
  static constexpr ShapeRow k_none{};
  const auto* row = std::ranges::find(k_shape_rows, id, &ShapeRow::id);
  return row == std::end(k_shape_rows) ? k_none : *row;
}

bool speaks_of(std::string_view attention_kind, std::string_view word) {
  return attention_kind.find(word) != std::string_view::npos;
}

AttentionGroup plain_group(const catalog::Model& model, AttentionKind kind, std::int32_t layers) {
  return {.kind = kind,
          .layers = layers,
          .heads = small(model.num_attention_heads),
          .kv_heads = small(model.num_kv_heads),
          .head_dim = small(model.head_dim)};
}

void add_full_layers(ShapeFacts& facts, const catalog::Model& model, const ShapeRow& more) {
  const std::string_view kind = model.attention_kind;
  const AttentionKind full = kind == "encoder"                       ? AttentionKind::uncached
                             : speaks_of(kind, "MLA")                ? AttentionKind::latent
                             : more.compressed_cache.value_or(false) ? AttentionKind::compressed
                                                                     : AttentionKind::full;
  const std::int32_t layers =
      full == AttentionKind::compressed ? small(model.num_layers) : small(model.num_full_layers);
  if (layers == 0) {
    return;
  }
  AttentionGroup group = plain_group(model, full, layers);
  group.kv_heads = small(more.global_kv_heads, group.kv_heads);
  group.head_dim = small(more.global_head_dim, group.head_dim);
  group.index_dim = small(more.index_head_dim);
  if (full == AttentionKind::latent) {
    group.latent_dim = small(model.kv_lora_rank) + small(model.qk_rope_head_dim);
  } else if (full == AttentionKind::compressed) {
    group.latent_dim = group.head_dim;
    facts.shape.is_bound = true;
    facts.shape.notes.emplace_back(
        "the compressed cache has no confirmed formula: sized as if nothing were compressed");
  }
  facts.shape.attention.push_back(group);
}

void add_other_layers(ShapeFacts& facts, const catalog::Model& model, const ShapeRow& more) {
  if (const std::int32_t layers = small(model.num_sliding_layers); layers > 0) {
    const bool chunked = speaks_of(model.attention_kind, "chunked");
    AttentionGroup group = plain_group(model, chunked ? AttentionKind::chunked : AttentionKind::sliding, layers);
    group.window = small(model.sliding_window);
    facts.shape.attention.push_back(group);
  }
  if (const std::int32_t layers = small(model.num_linear_layers); layers > 0) {
    AttentionGroup group = plain_group(model, AttentionKind::linear, layers);
    group.state_values = linear_state_values(facts);
    group.conv_values = linear_conv_values(facts);
    facts.shape.attention.push_back(group);
  }
  const bool whisper = model.family == "whisper";
  if (const std::int32_t layers = whisper ? small(model.num_full_layers) : small(more.cross_layers); layers > 0) {
    AttentionGroup group = plain_group(model, AttentionKind::cross, layers);
    group.source_tokens = whisper ? k_whisper_source_tokens : small(more.cross_tokens);
    facts.shape.attention.push_back(group);
  }
}

void add_mlps(ShapeFacts& facts, const catalog::Model& model, const ShapeRow& more) {
  const std::int32_t layers =
      model.family == "whisper" ? small(model.num_full_layers) : small(more.mlp_layers, small(model.num_layers));
  const std::int64_t width = number(model.intermediate_size);
  if (!more.experts) {
    facts.shape.mlp.push_back({.layers = layers, .width = width});
    return;
  }
  const std::int32_t every = small(more.moe_every, 1);
  const std::int32_t dense = every > 1 ? layers - layers / every : small(more.dense_layers);
  facts.shape.mlp.push_back({.layers = layers - dense,
                             .width = number(more.expert_width, width),
                             .experts = small(more.experts),
                             .experts_per_token = small(more.experts_per_token, 1),
                             .shared_width = number(more.shared_width)});
  if (dense > 0) {
    facts.shape.mlp.push_back({.layers = dense, .width = number(more.dense_width, width)});
  }
}

void copy_numbers(ShapeFacts& facts, const catalog::Model& model, const ShapeRow& more) {
  facts.published_parameters = number(model.total_params);
  facts.published_active = number(model.active_params);
  facts.kv_lora_rank = number(model.kv_lora_rank);
  facts.rope_dim = number(model.qk_rope_head_dim);
  facts.q_lora_rank = number(more.q_lora_rank);
  facts.nope_dim = number(more.qk_nope_head_dim);
  facts.value_dim = number(more.v_head_dim);
  facts.o_lora_rank = number(more.o_lora_rank);
  facts.o_groups = number(more.o_groups);
  facts.index_heads = number(more.index_heads);
  facts.index_dim = number(more.index_head_dim);
  facts.values_are_keys = more.values_are_keys.value_or(false);
  facts.attention_gate = more.attention_gate.value_or(false);
  facts.router_bias = more.router_bias.value_or(false);
  facts.linear_key_heads = number(more.linear_key_heads);
  facts.linear_key_dim = number(more.linear_key_dim);
  facts.linear_value_heads = number(more.linear_value_heads);
  facts.linear_value_dim = number(more.linear_value_dim);
  facts.conv_kernel = number(more.conv_kernel);
  facts.mamba_heads = number(more.mamba_heads);
  facts.mamba_head_dim = number(more.mamba_head_dim);
  facts.mamba_state = number(more.mamba_state);
  facts.mamba_groups = number(more.mamba_groups);
}

StoredAs published_file(const catalog::Model& model, std::string_view file, bool mixture) {
  StoredAs stored;
  const std::string_view name = file.empty() ? model.id : file;
  const auto* row = std::ranges::find(k_quantised_files, name, &QuantisedFileRow::name);
  if (row != std::end(k_quantised_files)) {
    stored.base = find_precision("bf16");
    stored.quantised = find_precision(row->precision);
    stored.experts = row->expert_precision.empty() ? nullptr : find_precision(row->expert_precision);
    stored.edge_layers = small(row->edge_layers_16bit);
    stored.kv_cache = row->kv_precision.empty() ? nullptr : find_precision(row->kv_precision);
    mark_parts(stored, row->parts, mixture);
    return stored;
  }
  const Precision* native = find_precision(model.native_dtype);
  native = native != nullptr ? native : find_precision("bf16");
  const bool plain = native->scope == "all";
  stored.base = plain ? native : find_precision("bf16");
  if (!plain) {
    stored.quantised = native;
    mark_parts(stored, native->scope, mixture);
  }
  return stored;
}

}  // namespace

ModelShape shape_of(const catalog::Model& model, std::string_view file) {
  const ShapeRow& more = shape_row(model.id);
  ShapeFacts facts;
  ModelShape& shape = facts.shape;
  shape.id = model.id;
  shape.figures = "models.csv";
  shape.family = model.family;
  shape.task = model.task;
  shape.layers = small(model.num_layers);
  shape.hidden = number(model.hidden_size);
  shape.vocabulary = number(model.vocab_size);
  shape.max_context = number(model.max_position_embeddings);
  shape.heads = small(model.num_attention_heads);
  shape.kv_heads = small(model.num_kv_heads);
  shape.head_dim = small(model.head_dim);
  shape.tied_embeddings = model.tie_word_embeddings.value_or(false);
  facts.family = find_family(model.family);
  if (facts.family == nullptr) {
    facts.family = find_family("llama");
    shape.is_bound = true;
  }
  shape.gated_mlp = facts.family->gated_mlp.value_or(true);
  if (shape.task != "text-generation" && shape.task != "embedding") {
    shape.is_bound = true;
    shape.notes.push_back("sized by its weights: a bound");
  }
  copy_numbers(facts, model, more);
  if (shape.hidden == 0 || shape.layers == 0) {
    shape.notes.emplace_back("the shape is not published: weights only, the cache is unknown");
    shape.is_bound = true;
  } else if (shape.vocabulary > 0) {
    add_full_layers(facts, model, more);
    add_other_layers(facts, model, more);
    add_mlps(facts, model, more);
  } else {
    shape.is_bound = true;
  }
  shape.stored = published_file(model, file, shape.is_mixture() || facts.published_active < facts.published_parameters);
  return build_shape(std::move(facts));
}

StoredAs stored_as(const ModelShape& shape, const Precision* requested) {
  if (requested == nullptr || requested->name == shape.stored.name()) {
    return shape.stored;
  }
  StoredAs stored;
  if (requested->scope == "all") {
    stored.base = requested;
    return stored;
  }
  stored.base = shape.stored.base->is_16_bit() ? shape.stored.base : find_precision("bf16");
  stored.quantised = requested;
  mark_parts(stored, requested->scope, shape.is_mixture());
  return stored;
}

}  // namespace kgpu::sizing
