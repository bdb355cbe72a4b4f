#include "config_fields.hpp"
#include "config_layers.hpp"
#include "config_quantisation.hpp"
#include "shape_facts.hpp"
#include "sizing_tables.hpp"

#include "kgpu/base/error.hpp"
#include "kgpu/base/text.hpp"
#include "kgpu/sizing/model_source.hpp"

#include <vector>

namespace kgpu::sizing {
namespace {

const FamilyRow& family_of(const ConfigFields& fields, UnknownArchitecture unknown, ModelShape& shape) {
  const std::string type = fields.word({"model_type"});
  const std::string own = text_at(fields.whole(), "model_type");
  const std::string& outer = own.empty() ? type : own;
  for (const std::string& name : {type, outer}) {
    if (const FamilyRow* row = find_family(name)) {
      shape.family = name;
      return *row;
    }
  }
  if (unknown == UnknownArchitecture::refuse) {
    std::vector<std::string_view> names;
    for (const FamilyRow& row : k_families) {
      names.push_back(row.family);
    }
    const std::string meant = did_you_mean(type, names);
    fields.fail(type.empty() ? "model_type is missing" : "model_type " + in_quotes(type) + " is not understood",
                meant.empty() ? "--assume-decoder counts it as a plain decoder, a bound" : meant);
  }
  shape.family = type.empty() ? "unknown" : printable(type);
  shape.is_bound = true;
  shape.notes.push_back("model_type " + in_quotes(type) + " is not understood: counted as a plain decoder");
  return *find_family("llama");
}

void read_scalars(const ConfigFields& fields, ShapeFacts& facts) {
  ModelShape& shape = facts.shape;
  shape.layers = static_cast<std::int32_t>(fields.get({"num_hidden_layers", "n_layer", "n_layers", "num_layers"}));
  shape.hidden = fields.get({"hidden_size", "d_model", "n_embd"});
  shape.vocabulary = fields.get({"vocab_size"});
  shape.heads = static_cast<std::int32_t>(fields.get({"num_attention_heads", "n_head", "num_heads"}));
  const bool one_kv_head =
      fields.flag("multi_query").value_or(false) && !fields.flag("new_decoder_architecture").value_or(false);
  shape.kv_heads = static_cast<std::int32_t>(
      fields.get_or({"num_key_value_heads", "num_kv_heads", "n_head_kv"}, one_kv_head ? 1 : shape.heads));
  shape.head_dim = static_cast<std::int32_t>(fields.get_or({"head_dim", "d_kv"}, shape.hidden / shape.heads));
  constexpr std::int64_t k_usual_context = 2048;  // what configs without the field were trained on (Falcon, T5)
  shape.max_context = fields.get_or({"max_position_embeddings", "n_positions", "seq_length"}, k_usual_context);
  shape.tied_embeddings = fields.flag("tie_word_embeddings").value_or(facts.family->tied_by_default.value_or(false));
  if (shape.heads > (1 << 16) || shape.layers > (1 << 16) || shape.hidden > (1 << 24)) {
    fields.fail("num_attention_heads, num_hidden_layers or hidden_size is beyond any model");
  }
}

void read_latent(const ConfigFields& fields, ShapeFacts& facts) {
  facts.q_lora_rank = fields.get_or({"q_lora_rank"}, 0);
  facts.kv_lora_rank = fields.get_or({"kv_lora_rank"}, 0);
  facts.nope_dim = fields.get_or({"qk_nope_head_dim"}, 0);
  facts.rope_dim = fields.get_or({"qk_rope_head_dim"}, 0);
  facts.value_dim = fields.get_or({"v_head_dim"}, 0);
  facts.o_lora_rank = fields.get_or({"o_lora_rank"}, 0);
  facts.o_groups = fields.get_or({"o_groups"}, 0);
  facts.index_heads = fields.get_or({"index_n_heads"}, 0);
  facts.index_dim = fields.get_or({"index_head_dim"}, 0);
}

void read_mixers(const ConfigFields& fields, ShapeFacts& facts) {
  facts.linear_key_heads = fields.get_or({"linear_num_key_heads"}, 0);
  facts.linear_key_dim = fields.get_or({"linear_key_head_dim"}, 0);
  facts.linear_value_heads = fields.get_or({"linear_num_value_heads"}, 0);
  facts.linear_value_dim = fields.get_or({"linear_value_head_dim"}, 0);
  facts.conv_kernel = fields.get_or({"linear_conv_kernel_dim", "conv_kernel"}, 0);
  facts.mamba_heads = fields.get_or({"mamba_num_heads"}, 0);
  facts.mamba_head_dim = fields.get_or({"mamba_head_dim"}, 0);
  facts.mamba_state = fields.get_or({"ssm_state_size"}, 0);
  facts.mamba_groups = facts.mamba_heads > 0 ? fields.get_or({"n_groups"}, 1) : 0;
}

void read_flags(const ConfigFields& fields, ShapeFacts& facts) {
  facts.values_are_keys = fields.flag("attention_k_eq_v").value_or(false);
  facts.attention_gate = fields.flag("attn_output_gate").value_or(facts.shape.family.starts_with("qwen3_next"));
  facts.router_bias = fields.word({"topk_method"}) == "noaux_tc" || fields.flag("use_routing_bias").value_or(false) ||
                      facts.shape.family == "gpt_oss";
  facts.extra_attention_bias = fields.flag("attention_bias").value_or(false) && !facts.family->qkv_bias.value_or(false);
}

/// Weights of an image encoder as its own config states them: 4 H^2 attention and 2 H I a layer.
std::int64_t tower_parameters(const ConfigFields& fields) {
  const nlohmann::json* vision = fields.object("vision_config");
  if (vision == nullptr) {
    return 0;
  }
  const auto read = [&](std::initializer_list<const char*> names) -> std::int64_t {
    for (const char* field : names) {
      const auto found = vision->find(field);
      if (found != vision->end() && found->is_number_integer() && found->get<std::int64_t>() < (1 << 20)) {
        return found->get<std::int64_t>();
      }
    }
    return 0;
  };
  const std::int64_t hidden = read({"hidden_size", "vt_hidden_size"});
  const std::int64_t width = read({"intermediate_size", "vt_intermediate_size"});
  const std::int64_t layers = read({"num_hidden_layers", "depth", "vt_num_hidden_layers"});
  const std::int64_t text_hidden = fields.get_or({"hidden_size"}, 0);
  const bool gated = text_at(*vision, "model_type") == "pixtral";
  const std::int64_t projector = hidden * text_hidden + text_hidden * text_hidden;
  return layers * (4 * hidden * hidden + (gated ? 3 : 2) * hidden * width) + projector;
}

StoredAs read_stored(const ConfigFields& fields, std::string_view quantisation, const ShapeFacts& facts) {
  StoredAs stored;
  const std::string type = fields.word({"dtype", "torch_dtype"});
  const Precision* base = find_precision(type.empty() ? (facts.shape.family == "bert" ? "fp32" : "bf16") : type);
  stored.base = base != nullptr && base->scope == "all" ? base : find_precision("bf16");
  const nlohmann::json* own = fields.object("quantization_config");
  const bool mixture = facts.shape.is_mixture();
  if (own != nullptr) {
    read_quantisation(*own, fields.name(), mixture, facts.shape.layers, stored);
  } else if (!quantisation.empty()) {
    const ConfigFields other(quantisation, "hf_quant_config.json");
    const nlohmann::json* section = other.object("quantization");
    read_quantisation(section != nullptr ? *section : other.whole(), "hf_quant_config.json", mixture,
                      facts.shape.layers, stored);
  }
  if (fields.word({"expert_dtype"}) == "fp4" && stored.quantised != nullptr) {
    stored.experts = find_precision("mxfp4");
  }
  return stored;
}

}  // namespace

ModelShape shape_of_config(std::string_view config, std::string_view name, std::string_view quantisation,
                           UnknownArchitecture unknown) {
  const ConfigFields fields(config, name);
  ShapeFacts facts;
  facts.shape.id = printable(name);
  facts.shape.given_by = "--config " + facts.shape.id;
  facts.family = &family_of(fields, unknown, facts.shape);
  facts.shape.task = facts.shape.family == "bert" ? "embedding" : "text-generation";
  facts.shape.gated_mlp = facts.family->gated_mlp.value_or(true);
  read_scalars(fields, facts);
  read_latent(fields, facts);
  read_mixers(fields, facts);
  read_flags(fields, facts);
  read_layers(fields, facts);
  facts.shape.stored = read_stored(fields, quantisation, facts);
  ModelShape shape = build_shape(std::move(facts));
  if (const std::int64_t tower = tower_parameters(fields); tower > 0) {
    shape.tensors.push_back({.part = Part::tower, .split = Split::even, .in = tower});
    shape.parameters += tower;
  }
  return shape;
}

}  // namespace kgpu::sizing
