#include "config_layers.hpp"

#include "config_fields.hpp"
#include "shape_facts.hpp"

#include "kgpu/base/text.hpp"

#include <algorithm>
#include <cmath>
#include <map>

namespace kgpu::sizing {
namespace {

using nlohmann::json;

/// How many layers there are of each kind.
struct LayerCounts {
  std::int32_t full = 0;
  std::int32_t sliding = 0;
  std::int32_t chunked = 0;
  std::int32_t linear = 0;
};

LayerCounts count_types(const ConfigFields& fields, const json& types) {
  LayerCounts counts;
  for (const json& type : types) {
    const std::string word = type.is_string() ? type.get<std::string>() : type.dump();
    if (word == "full_attention" || word == "global" || word == "attention") {
      ++counts.full;
    } else if (word == "sliding_attention" || word == "local") {
      ++counts.sliding;
    } else if (word == "chunked_attention") {
      ++counts.chunked;
    } else if (word == "linear_attention" || word == "mamba") {
      ++counts.linear;
    } else {
      fields.fail("layer_types has " + in_quotes(word) + ", which is not understood");
    }
  }
  return counts;
}

/// Every n-th layer is full, the rest slides.
LayerCounts every_nth_full(std::int32_t layers, std::int64_t n) {
  const auto full = static_cast<std::int32_t>(n > 0 ? layers / n : layers);
  return {.full = full, .sliding = layers - full};
}

LayerCounts counts_by_family(const ConfigFields& fields, const ShapeFacts& facts) {
  const std::int32_t layers = facts.shape.layers;
  const std::string_view rule = facts.family->windows;
  const std::int64_t window = fields.get_or({"sliding_window"}, 0);
  if (const auto interval = fields.find({"full_attention_interval"}); interval && *interval > 0) {
    const auto full = static_cast<std::int32_t>(layers / *interval);
    return {.full = full, .linear = layers - full};
  }
  if (rule == "chunked-3-of-4" && fields.get_or({"attention_chunk_size"}, 0) > 0) {
    return {.full = layers / 4, .chunked = layers - layers / 4};
  }
  // A window that no sequence can exceed is none.
  if (window == 0 || window >= facts.shape.max_context || rule == "none") {
    return {.full = layers};
  }
  if (const auto pattern = fields.find({"sliding_window_pattern", "_sliding_window_pattern"})) {
    return every_nth_full(layers, *pattern);
  }
  if (rule == "every-2nd-full") {
    return every_nth_full(layers, 2);
  }
  if (rule == "every-4th-full") {
    return every_nth_full(layers, 4);
  }
  if (rule == "every-6th-full") {
    return every_nth_full(layers, 6);
  }
  if (rule == "if-used") {
    const auto from =
        static_cast<std::int32_t>(std::min<std::int64_t>(fields.get_or({"max_window_layers"}, layers), layers));
    return fields.flag("use_sliding_window").value_or(false) ? LayerCounts{.full = from, .sliding = layers - from}
                                                             : LayerCounts{.full = layers};
  }
  return {.sliding = layers};
}

AttentionGroup head_group(const ShapeFacts& facts, AttentionKind kind, std::int32_t layers) {
  return {.kind = kind,
          .layers = layers,
          .heads = facts.shape.heads,
          .kv_heads = facts.shape.kv_heads,
          .head_dim = facts.shape.head_dim};
}

void add_groups(const ConfigFields& fields, ShapeFacts& facts, const LayerCounts& counts) {
  std::vector<AttentionGroup>& groups = facts.shape.attention;
  if (counts.full > 0) {
    AttentionGroup group = head_group(facts, AttentionKind::full, counts.full);
    group.kv_heads = static_cast<std::int32_t>(fields.get_or({"num_global_key_value_heads"}, group.kv_heads));
    group.head_dim = static_cast<std::int32_t>(fields.get_or({"global_head_dim"}, group.head_dim));
    groups.push_back(group);
  }
  if (counts.sliding > 0) {
    groups.push_back(head_group(facts, AttentionKind::sliding, counts.sliding));
    groups.back().window = static_cast<std::int32_t>(fields.get({"sliding_window"}));
  }
  if (counts.chunked > 0) {
    groups.push_back(head_group(facts, AttentionKind::chunked, counts.chunked));
    groups.back().window = static_cast<std::int32_t>(fields.get({"attention_chunk_size"}));
  }
  if (counts.linear > 0) {
    groups.push_back(head_group(facts, AttentionKind::linear, counts.linear));
    groups.back().state_values = linear_state_values(facts);
    groups.back().conv_values = linear_conv_values(facts);
    if (groups.back().state_values == 0) {
      fields.fail("linear_num_value_heads is missing, and layers are linear");
    }
  }
}

void read_attention(const ConfigFields& fields, ShapeFacts& facts) {
  ModelShape& shape = facts.shape;
  if (shape.family == "bert") {
    shape.attention.push_back(head_group(facts, AttentionKind::uncached, shape.layers));
    return;
  }
  if (facts.kv_lora_rank > 0) {
    AttentionGroup group = head_group(facts, AttentionKind::latent, shape.layers);
    group.latent_dim = static_cast<std::int32_t>(facts.kv_lora_rank + facts.rope_dim);
    group.index_dim = static_cast<std::int32_t>(facts.index_dim);
    shape.attention.push_back(group);
    return;
  }
  if (fields.text().contains("compress_ratios")) {
    AttentionGroup group = head_group(facts, AttentionKind::compressed, shape.layers);
    group.latent_dim = shape.head_dim;
    group.index_dim = static_cast<std::int32_t>(facts.index_dim);
    shape.attention.push_back(group);
    shape.is_bound = true;
    shape.notes.emplace_back("the compressed cache has no confirmed formula: sized as if nothing were compressed");
    return;
  }
  const auto types = fields.text().find("layer_types");
  const bool listed = types != fields.text().end() && types->is_array();
  add_groups(fields, facts, listed ? count_types(fields, *types) : counts_by_family(fields, facts));
}

std::int32_t moe_layers(const ConfigFields& fields, const ShapeFacts& facts) {
  const std::int32_t layers = facts.shape.layers;
  const std::int64_t every =
      std::max<std::int64_t>(fields.get_or({"interleave_moe_layer_step", "decoder_sparse_step"}, 1), 1);
  std::int64_t dense = fields.get_or({"first_k_dense_replace"}, 0);
  const auto only = fields.text().find("mlp_only_layers");
  dense += only != fields.text().end() && only->is_array() ? static_cast<std::int64_t>(only->size()) : 0;
  return static_cast<std::int32_t>(std::clamp<std::int64_t>(every > 1 ? layers / every : layers - dense, 0, layers));
}

void read_mlp(const ConfigFields& fields, ShapeFacts& facts) {
  ModelShape& shape = facts.shape;
  const bool falcon = shape.family == "falcon" || shape.family == "gpt_neox" || shape.family == "bloom";
  const std::int64_t usual = falcon ? 4 * shape.hidden : 0;
  const std::int64_t experts = fields.get_or({"n_routed_experts", "num_local_experts", "num_experts"}, 0);
  if (experts == 0) {
    const std::int64_t width = fields.get_or({"intermediate_size", "d_ff", "ffn_hidden_size", "n_inner"}, usual);
    if (width == 0) {
      fields.fail("intermediate_size is missing");
    }
    shape.mlp.push_back({.layers = shape.layers, .width = width});
    return;
  }
  const std::int32_t sparse = moe_layers(fields, facts);
  const std::int64_t width = fields.get({"moe_intermediate_size", "intermediate_size"});
  std::int64_t shared = fields.get_or(
      {"shared_expert_intermediate_size", "moe_shared_expert_intermediate_size", "shared_intermediate_size"}, 0);
  if (shared == 0) {
    shared = fields.get_or({"n_shared_experts"}, 0) * width;
  }
  if (shape.family.starts_with("llama4")) {
    shared = width;
  } else if (fields.flag("enable_moe_block").value_or(false)) {
    shared = fields.get({"intermediate_size"});  // gemma-4 runs a dense MLP beside its experts
  }
  shape.mlp.push_back({.layers = sparse,
                       .width = width,
                       .experts = static_cast<std::int32_t>(experts),
                       .experts_per_token = static_cast<std::int32_t>(
                           fields.get({"num_experts_per_tok", "experts_per_token", "top_k_experts"})),
                       .shared_width = shared});
  if (sparse < shape.layers) {
    shape.mlp.push_back(
        {.layers = shape.layers - sparse,
         .width = fields.get({shape.family.starts_with("llama4") ? "intermediate_size_mlp" : "intermediate_size"})});
  }
}

/// Nemotron-H: a letter a layer, M mixer, * attention, - MLP, E experts.
void read_pattern(const ConfigFields& fields, ShapeFacts& facts, const std::string& pattern) {
  const auto count = [&](char letter) { return static_cast<std::int32_t>(std::ranges::count(pattern, letter)); };
  const std::int32_t known = count('M') + count('*') + count('-') + count('E');
  if (known != static_cast<std::int32_t>(pattern.size()) || known != facts.shape.layers) {
    fields.fail("hybrid_override_pattern " + in_quotes(pattern) + " is not one letter of M*-E a layer");
  }
  add_groups(fields, facts, {.full = count('*'), .linear = count('M')});
  if (count('E') > 0) {
    facts.shape.mlp.push_back({.layers = count('E'),
                               .width = fields.get({"moe_intermediate_size", "intermediate_size"}),
                               .experts = static_cast<std::int32_t>(fields.get({"n_routed_experts"})),
                               .experts_per_token = static_cast<std::int32_t>(fields.get({"num_experts_per_tok"})),
                               .shared_width = fields.get_or({"moe_shared_expert_intermediate_size"}, 0)});
  }
  if (count('-') > 0) {
    facts.shape.mlp.push_back({.layers = count('-'), .width = fields.get({"intermediate_size"})});
  }
  facts.router_bias = true;
}

/// Nemotron-NAS: a block a layer, attention and MLP each with a size of its own or left out.
void read_blocks(const ConfigFields& fields, ShapeFacts& facts, const json& blocks) {
  ModelShape& shape = facts.shape;
  std::map<std::int64_t, std::int32_t> by_kv_heads;
  std::map<std::int64_t, std::int32_t> by_width;
  constexpr std::int64_t k_width_multiple = 256;
  for (const json& block : blocks) {
    const json attention = value_at(block, "attention");
    const json mlp = value_at(block, "ffn");
    if (!truth_at(attention, "no_op") && !truth_at(attention, "replace_with_linear")) {
      const json in_group = value_at(attention, "n_heads_in_group");
      if (!in_group.is_number_integer() || in_group.get<std::int64_t>() <= 0) {
        fields.fail("block_configs: attention.n_heads_in_group is missing");
      }
      ++by_kv_heads[shape.heads / in_group.get<std::int64_t>()];
    }
    const json multiple = value_at(mlp, "ffn_mult");
    if (!truth_at(mlp, "no_op") && multiple.is_number()) {
      const double exact = 2.0 * multiple.get<double>() * static_cast<double>(shape.hidden) / 3.0;
      constexpr double k_widest = 1e9;
      if (!(exact >= 0 && exact <= k_widest)) {
        fields.fail("block_configs: ffn.ffn_mult is " + in_quotes(multiple.dump()));
      }
      ++by_width[(static_cast<std::int64_t>(exact) + k_width_multiple - 1) / k_width_multiple * k_width_multiple];
    }
  }
  for (const auto& [kv_heads, layers] : by_kv_heads) {
    AttentionGroup group = head_group(facts, AttentionKind::full, layers);
    group.kv_heads = static_cast<std::int32_t>(kv_heads);
    shape.kv_heads = group.kv_heads;
    shape.attention.push_back(group);
  }
  for (const auto& [width, layers] : by_width) {
    shape.mlp.push_back({.layers = layers, .width = width});
  }
}

/// T5: encoder and decoder of equal width, cross-attention in the decoder.
void read_encoder_decoder(const ConfigFields& fields, ShapeFacts& facts) {
  ModelShape& shape = facts.shape;
  const auto decoder = static_cast<std::int32_t>(fields.get_or({"num_decoder_layers", "decoder_layers"}, shape.layers));
  shape.attention = {head_group(facts, AttentionKind::uncached, shape.layers),
                     head_group(facts, AttentionKind::full, decoder), head_group(facts, AttentionKind::cross, decoder)};
  shape.attention.back().source_tokens = static_cast<std::int32_t>(shape.max_context);
  shape.layers += decoder;
  const std::int64_t width = fields.get({"d_ff", "encoder_ffn_dim"});
  shape.mlp = {{.layers = shape.layers, .width = width}};
  shape.gated_mlp = fields.word({"feed_forward_proj"}).starts_with("gated");
}

}  // namespace

void read_layers(const ConfigFields& fields, ShapeFacts& facts) {
  const json& text = fields.text();
  if (const std::string pattern = fields.word({"hybrid_override_pattern"}); !pattern.empty()) {
    read_pattern(fields, facts, pattern);
    return;
  }
  if (const auto blocks = text.find("block_configs"); blocks != text.end() && blocks->is_array()) {
    read_blocks(fields, facts, *blocks);
    return;
  }
  if (fields.flag("is_encoder_decoder").value_or(false)) {
    read_encoder_decoder(fields, facts);
    return;
  }
  read_attention(fields, facts);
  read_mlp(fields, facts);
}

}  // namespace kgpu::sizing
