#include "shape_facts.hpp"

#include "sizing_tables.hpp"

#include <algorithm>
#include <cmath>

namespace kgpu::sizing {
namespace {

/// Collects the tensors of one model.
class TensorList {
 public:
  explicit TensorList(std::vector<TensorGroup>& tensors) : tensors_(tensors) {}

  void columns(Part part, std::int64_t in, std::int64_t out, std::int64_t count) {
    add({.part = part, .split = Split::even, .in = in, .out = out, .count = count});
  }
  void rows(Part part, std::int64_t in, std::int64_t out, std::int64_t count) {
    add({.part = part, .split = Split::even, .in = in, .out = out, .count = count, .splits_input = true});
  }
  void kv(std::int64_t in, std::int64_t out, std::int64_t count, std::int32_t kv_heads) {
    add({.part = Part::attention,
         .split = Split::kv_heads,
         .in = in,
         .out = out,
         .count = count,
         .kv_heads = kv_heads});
  }
  void copied(Part part, std::int64_t in, std::int64_t out, std::int64_t count) {
    add({.part = part, .split = Split::replicated, .in = in, .out = out, .count = count});
  }
  void vector(Part part, std::int64_t length, std::int64_t count) {
    add({.part = part, .split = Split::replicated, .in = length, .count = count, .matrix = false});
  }

 private:
  void add(const TensorGroup& group) {
    if (group.elements() > 0) {
      tensors_.push_back(group);
    }
  }
  std::vector<TensorGroup>& tensors_;
};

void add_heads(TensorList& list, const ShapeFacts& facts, const AttentionGroup& group) {
  const std::int64_t hidden = facts.shape.hidden;
  const std::int64_t queries = std::int64_t{group.heads} * group.head_dim;
  const std::int64_t keys = std::int64_t{group.kv_heads} * group.head_dim;
  const bool no_values = facts.values_are_keys && group.kind == AttentionKind::full;
  list.columns(Part::attention, hidden, facts.attention_gate ? 2 * queries : queries, group.layers);
  list.kv(hidden, keys, group.layers * (no_values ? 1 : 2), group.kv_heads);
  list.rows(Part::attention, queries, hidden, group.layers);
  const FamilyRow& family = *facts.family;
  if (family.qkv_bias.value_or(false) || facts.extra_attention_bias) {
    list.vector(Part::norm, queries + 2 * keys, group.layers);
  }
  if (family.out_bias.value_or(false)) {
    list.vector(Part::norm, hidden, group.layers);
  }
  if (family.qk_norm == "head") {
    list.vector(Part::norm, 2 * std::int64_t{group.head_dim}, group.layers);
  } else if (family.qk_norm == "full") {
    list.vector(Part::norm, queries + keys, group.layers);
  }
}

void add_indexer(TensorList& list, const ShapeFacts& facts, std::int64_t layers) {
  const std::int64_t hidden = facts.shape.hidden;
  list.copied(Part::latent, facts.q_lora_rank, facts.index_heads * facts.index_dim, layers);
  list.copied(Part::latent, hidden, facts.index_dim + facts.index_heads, layers);
}

void add_latent(TensorList& list, const ShapeFacts& facts, const AttentionGroup& group) {
  const std::int64_t hidden = facts.shape.hidden;
  const std::int64_t heads = group.heads;
  const std::int64_t query_in = facts.q_lora_rank > 0 ? facts.q_lora_rank : hidden;
  list.copied(Part::latent, facts.q_lora_rank > 0 ? hidden : 0, facts.q_lora_rank, group.layers);
  list.columns(Part::attention, query_in, heads * (facts.nope_dim + facts.rope_dim), group.layers);
  list.copied(Part::latent, hidden, facts.kv_lora_rank + facts.rope_dim, group.layers);
  list.columns(Part::attention, facts.kv_lora_rank, heads * (facts.nope_dim + facts.value_dim), group.layers);
  list.rows(Part::attention, heads * facts.value_dim, hidden, group.layers);
  list.vector(Part::norm, facts.q_lora_rank + facts.kv_lora_rank, group.layers);
  add_indexer(list, facts, group.layers);
}

void add_compressed(TensorList& list, const ShapeFacts& facts, const AttentionGroup& group) {
  const std::int64_t hidden = facts.shape.hidden;
  const std::int64_t width = std::int64_t{group.heads} * group.head_dim;
  list.copied(Part::latent, hidden, facts.q_lora_rank, group.layers);
  list.columns(Part::attention, facts.q_lora_rank, width, group.layers);
  list.copied(Part::latent, hidden, group.head_dim, group.layers);
  if (facts.o_groups > 0) {
    list.rows(Part::attention, width / facts.o_groups, facts.o_lora_rank, facts.o_groups * group.layers);
    list.columns(Part::attention, facts.o_groups * facts.o_lora_rank, hidden, group.layers);
  }
  add_indexer(list, facts, group.layers);
}

void add_linear(TensorList& list, const ShapeFacts& facts, const AttentionGroup& group) {
  const std::int64_t hidden = facts.shape.hidden;
  if (facts.mamba_heads > 0) {
    const std::int64_t inner = facts.mamba_heads * facts.mamba_head_dim;
    const std::int64_t mixed = inner + 2 * facts.mamba_groups * facts.mamba_state;
    list.columns(Part::linear_attention, hidden, inner + mixed + facts.mamba_heads, group.layers);
    list.rows(Part::linear_attention, inner, hidden, group.layers);
    list.vector(Part::norm, mixed * (facts.conv_kernel + 1) + 3 * facts.mamba_heads + inner, group.layers);
    return;
  }
  const std::int64_t keys = facts.linear_key_heads * facts.linear_key_dim;
  const std::int64_t values = facts.linear_value_heads * facts.linear_value_dim;
  list.columns(Part::linear_attention, hidden, 2 * keys + 2 * values + 2 * facts.linear_value_heads, group.layers);
  list.rows(Part::linear_attention, values, hidden, group.layers);
  list.vector(Part::norm,
              (2 * keys + values) * facts.conv_kernel + 2 * facts.linear_value_heads + facts.linear_value_dim,
              group.layers);
}

void add_attention(TensorList& list, const ShapeFacts& facts, const AttentionGroup& group) {
  switch (group.kind) {
    case AttentionKind::latent:
      return add_latent(list, facts, group);
    case AttentionKind::compressed:
      return add_compressed(list, facts, group);
    case AttentionKind::linear:
      return add_linear(list, facts, group);
    default:
      return add_heads(list, facts, group);
  }
}

void add_mlp(TensorList& list, const ShapeFacts& facts, const MlpGroup& group) {
  const std::int64_t hidden = facts.shape.hidden;
  const std::int64_t ups = facts.shape.gated_mlp ? 2 : 1;
  const bool bias = facts.family->mlp_bias.value_or(false);
  const std::int64_t copies = std::int64_t{group.layers} * std::max(group.experts, 1);
  const Part part = group.experts > 0 ? Part::expert : Part::mlp;
  list.columns(part, hidden, group.width, ups * copies);
  list.rows(part, group.width, hidden, copies);
  if (bias) {
    list.vector(part, ups * group.width + hidden, copies);
  }
  if (group.experts > 0) {
    list.copied(Part::router, hidden, group.experts, group.layers);
    list.vector(Part::norm, facts.router_bias ? group.experts : 0, group.layers);
    list.columns(Part::shared_expert, hidden, group.shared_width, ups * group.layers);
    list.rows(Part::shared_expert, group.shared_width, hidden, group.layers);
  }
}

void add_embeddings(TensorList& list, const ShapeFacts& facts) {
  const ModelShape& shape = facts.shape;
  const bool learned_positions = facts.family->position_embeddings.value_or(false);
  constexpr std::int64_t k_token_types = 2;
  const std::int64_t extra = learned_positions ? shape.max_context + (shape.family == "bert" ? k_token_types : 0) : 0;
  list.columns(Part::embedding, shape.hidden, shape.vocabulary + extra, 1);
  if (!shape.tied_embeddings) {
    list.columns(Part::lm_head, shape.hidden, shape.vocabulary, 1);
  }
  if (shape.family == "bert") {
    list.columns(Part::mlp, shape.hidden, shape.hidden, 1);  // the pooler
    list.vector(Part::norm, shape.hidden, 1);
  }
}

std::int64_t total(const ModelShape& shape) {
  std::int64_t sum = 0;
  for (const TensorGroup& group : shape.tensors) {
    sum += group.elements();
  }
  return sum;
}

/// Experts per layer and token where only the totals are published: as many as the totals hold.
void assume_experts(ShapeFacts& facts) {
  ModelShape& shape = facts.shape;
  if (shape.is_mixture() || facts.published_active <= 0 || facts.published_active >= facts.published_parameters ||
      shape.mlp.empty()) {
    return;
  }
  const double published = static_cast<double>(facts.published_parameters);
  const double counted = static_cast<double>(total(shape));
  const double active = static_cast<double>(facts.published_active);
  MlpGroup& group = shape.mlp.front();
  const double expert = static_cast<double>((shape.gated_mlp ? 3 : 2) * shape.hidden * group.width * group.layers);
  const double rest = counted - expert;
  group.experts = static_cast<std::int32_t>(std::lround((published - rest) / expert));
  group.experts_per_token = std::max(1, static_cast<std::int32_t>(std::lround((active - rest) / expert)));
  shape.notes.emplace_back("experts are assumed from the published totals");
  shape.is_bound = true;
}

void build_tensors(ShapeFacts& facts) {
  ModelShape& shape = facts.shape;
  shape.tensors.clear();
  TensorList list(shape.tensors);
  add_embeddings(list, facts);
  for (const AttentionGroup& group : shape.attention) {
    add_attention(list, facts, group);
  }
  for (const MlpGroup& group : shape.mlp) {
    add_mlp(list, facts, group);
  }
  const std::int64_t per_norm = shape.hidden * (facts.family->norm_bias.value_or(false) ? 2 : 1);
  list.vector(Part::norm, per_norm,
              static_cast<std::int64_t>(facts.family->norms_per_layer.value_or(2)) * shape.layers +
                  static_cast<std::int64_t>(facts.family->final_norms.value_or(1)));
}

std::int64_t active_parameters(const ModelShape& shape) {
  double active = 0;
  double share = 1;
  if (!shape.mlp.empty()) {
    for (const MlpGroup& group : shape.mlp) {
      share = group.experts > 0 ? static_cast<double>(group.experts_per_token) / group.experts : share;
    }
  }
  for (const TensorGroup& group : shape.tensors) {
    const bool looked_up = group.part == Part::embedding && !shape.tied_embeddings;
    if (!looked_up && group.part != Part::tower) {
      active += static_cast<double>(group.elements()) * (group.part == Part::expert ? share : 1);
    }
  }
  return std::llround(active);
}

}  // namespace

const FamilyRow* find_family(std::string_view model_type) {
  const auto* row = std::ranges::find(k_families, model_type, &FamilyRow::family);
  return row == std::end(k_families) ? nullptr : row;
}

void mark_parts(StoredAs& stored, std::string_view scope, bool mixture) {
  const auto mark = [&](Part part) { stored.parts[static_cast<std::size_t>(part)] = true; };
  if (scope == "all" || scope == "file") {
    stored.parts.fill(true);
    return;
  }
  if (scope == "mlp") {
    mark(Part::mlp);
    return;
  }
  if ((scope == "experts" || scope == "expert") && mixture) {
    mark(Part::expert);
    return;
  }
  for (const Part part :
       {Part::attention, Part::latent, Part::linear_attention, Part::mlp, Part::expert, Part::shared_expert}) {
    mark(part);
  }
}

std::int64_t linear_state_values(const ShapeFacts& facts) {
  return facts.mamba_heads > 0 ? facts.mamba_heads * facts.mamba_head_dim * facts.mamba_state
                               : facts.linear_value_heads * facts.linear_value_dim * facts.linear_key_dim;
}

std::int64_t linear_conv_values(const ShapeFacts& facts) {
  const std::int64_t width =
      facts.mamba_heads > 0
          ? facts.mamba_heads * facts.mamba_head_dim + 2 * facts.mamba_groups * facts.mamba_state
          : 2 * facts.linear_key_heads * facts.linear_key_dim + facts.linear_value_heads * facts.linear_value_dim;
  return width * std::max<std::int64_t>(facts.conv_kernel - 1, 0);
}

ModelShape build_shape(ShapeFacts facts) {
  ModelShape& shape = facts.shape;
  build_tensors(facts);
  assume_experts(facts);
  build_tensors(facts);
  // A published total above the count is an encoder or a rounded name; both are held, in 16 bits.
  constexpr double k_worth_telling = 0.0005;
  const std::int64_t beyond = facts.published_parameters - total(shape);
  if (static_cast<double>(beyond) > k_worth_telling * static_cast<double>(facts.published_parameters)) {
    shape.tensors.push_back({.part = Part::tower, .split = Split::even, .in = beyond});
  }
  shape.parameters = total(shape);
  shape.active_parameters = active_parameters(shape);
  return std::move(shape);
}

bool ModelShape::is_mixture() const {
  return std::ranges::any_of(mlp, [](const MlpGroup& group) { return group.experts > 0; });
}

std::int64_t ModelShape::count(Part part) const {
  std::int64_t sum = 0;
  for (const TensorGroup& group : tensors) {
    sum += group.part == part ? group.elements() : 0;
  }
  return sum;
}

std::string_view to_string(Part part) {
  constexpr std::string_view k_names[] = {
      "embedding", "output head",    "attention", "latent projections", "linear attention",   "mlp",
      "experts",   "shared experts", "router",    "norms and biases",   "towers and the rest"};
  static_assert(std::size(k_names) == k_parts);
  return k_names[static_cast<std::size_t>(part)];
}

}  // namespace kgpu::sizing
