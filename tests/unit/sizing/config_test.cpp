// Configs written for these tests, with the figures that publishers state; every family's own way of saying it.
#include "kgpu/base/error.hpp"
#include "kgpu/sizing/model_source.hpp"

#include <doctest/doctest.h>

#include <string>

using namespace kgpu;
using sizing::AttentionKind;
using sizing::ModelShape;
using sizing::Part;
using sizing::shape_of_config;

namespace {

constexpr std::string_view k_llama_8b = R"({"model_type": "llama", "hidden_size": 4096, "intermediate_size": 14336,
  "num_attention_heads": 32, "num_key_value_heads": 8, "num_hidden_layers": 32, "vocab_size": 128256,
  "max_position_embeddings": 131072, "tie_word_embeddings": false, "torch_dtype": "bfloat16"})";

/// The 8B with fields replaced: `"a": 1` parts are put first, and JSON keeps the last of equal keys, so they come last.
std::string llama_with(std::string_view fields) {
  std::string text(k_llama_8b);
  text.insert(text.rfind('}'), ", " + std::string(fields));
  return text;
}

std::string message(std::string_view config) {
  try {
    static_cast<void>(shape_of_config(config, "config.json"));
  } catch (const Error& error) {
    return error.what();
  }
  return "no error";
}

}  // namespace

TEST_CASE("a plain decoder counts to its published parameters") {
  const ModelShape shape = shape_of_config(k_llama_8b, "config.json");
  CHECK(shape.parameters == 8'030'261'248);
  CHECK(shape.head_dim == 128);
  CHECK(shape.stored.name() == "bf16");
  REQUIRE(shape.attention.size() == 1);
  CHECK(shape.attention[0].kind == AttentionKind::full);
  CHECK(shape.attention[0].kv_heads == 8);
}

TEST_CASE("dtype has two names and may be absent") {
  CHECK(shape_of_config(llama_with(R"("torch_dtype": null, "dtype": "float16")"), "c").stored.name() == "fp16");
  CHECK(shape_of_config(llama_with(R"("torch_dtype": null)"), "c").stored.name() == "bf16");
}

TEST_CASE("the text model may be nested, with the type beside it") {
  const ModelShape shape = shape_of_config(
      R"({"model_type": "mistral3", "dtype": "bfloat16", "text_config": {"model_type": "ministral3", "hidden_size": 5120,
          "intermediate_size": 32768, "num_attention_heads": 32, "num_key_value_heads": 8, "head_dim": 128,
          "num_hidden_layers": 40, "vocab_size": 131072, "max_position_embeddings": 393216},
          "quantization_config": {"quant_method": "fp8", "modules_to_not_convert": ["model.vision_tower", "lm_head"]}})",
      "c");
  CHECK(shape.parameters == 23'572'403'200);  // Mistral-Small-24B
  CHECK(shape.stored.name() == "fp8");
  CHECK(shape.stored.parts[static_cast<std::size_t>(Part::attention)]);
  CHECK_FALSE(shape.stored.parts[static_cast<std::size_t>(Part::lm_head)]);
}

TEST_CASE("a window that is not used, or that no sequence exceeds, is none") {
  const char* cases[] = {R"("model_type": "qwen2", "sliding_window": 4096, "use_sliding_window": false)",
                         R"("model_type": "phi3", "sliding_window": 262144)",
                         R"("model_type": "mistral", "sliding_window": null)"};
  for (const char* fields : cases) {
    CAPTURE(fields);
    const ModelShape shape = shape_of_config(llama_with(fields), "c");
    REQUIRE(shape.attention.size() == 1);
    CHECK(shape.attention[0].kind == AttentionKind::full);
  }
}

TEST_CASE("which layers slide, by list, pattern and family") {
  struct Case {
    const char* fields;
    int full;
    int sliding;
  };
  const Case cases[] = {
      {R"("model_type": "gemma2", "sliding_window": 4096)", 16, 16},
      {R"("model_type": "gemma3_text", "sliding_window": 512, "sliding_window_pattern": 6)", 5, 27},
      {R"("model_type": "mistral", "sliding_window": 4096)", 0, 32},
      {R"("model_type": "gpt_oss", "sliding_window": 128)", 16, 16},
      {R"("model_type": "olmo3", "sliding_window": 4096, "num_hidden_layers": 4, "layer_types": ["sliding_attention",
          "sliding_attention", "sliding_attention", "full_attention"])",
       1, 3},
  };
  for (const Case& c : cases) {
    CAPTURE(c.fields);
    int full = 0;
    int sliding = 0;
    for (const auto& group : shape_of_config(llama_with(c.fields), "c").attention) {
      full += group.kind == AttentionKind::full ? group.layers : 0;
      sliding += group.kind == AttentionKind::sliding ? group.layers : 0;
    }
    CHECK(full == c.full);
    CHECK(sliding == c.sliding);
  }
}

TEST_CASE("latent attention: DeepSeek-V3 counts to 671B") {
  const ModelShape shape = shape_of_config(
      R"({"model_type": "deepseek_v3", "hidden_size": 7168, "intermediate_size": 18432, "moe_intermediate_size": 2048,
          "num_hidden_layers": 61, "num_attention_heads": 128, "num_key_value_heads": 128, "vocab_size": 129280,
          "q_lora_rank": 1536, "kv_lora_rank": 512, "qk_nope_head_dim": 128, "qk_rope_head_dim": 64, "v_head_dim": 128,
          "n_routed_experts": 256, "num_experts_per_tok": 8, "n_shared_experts": 1, "first_k_dense_replace": 3,
          "topk_method": "noaux_tc", "tie_word_embeddings": false, "max_position_embeddings": 163840,
          "quantization_config": {"quant_method": "fp8", "weight_block_size": [128, 128]}})",
      "c");
  CHECK(shape.parameters == doctest::Approx(671'026'419'200).epsilon(0.0001));
  REQUIRE(shape.attention.size() == 1);
  CHECK(shape.attention[0].kind == AttentionKind::latent);
  CHECK(shape.attention[0].latent_dim == 576);
  CHECK(shape.stored.parts[static_cast<std::size_t>(Part::expert)]);
  CHECK_FALSE(shape.stored.parts[static_cast<std::size_t>(Part::router)]);
}

TEST_CASE("a quantised file leaves out what it names") {
  struct Case {
    const char* quantisation;
    const char* precision;
    bool attention;
    bool mlp;
    int edges;
  };
  const Case cases[] = {
      {R"({"quant_method": "awq", "bits": 4, "group_size": 128})", "int4", true, true, 0},
      {R"({"quant_method": "gptq", "bits": 8, "group_size": 128})", "gptq-int8", true, true, 0},
      {R"({"quant_method": "bitsandbytes", "load_in_4bit": true, "bnb_4bit_use_double_quant": true})", "nf4-double",
       true, true, 0},
      {R"({"quant_method": "fp8", "modules_to_not_convert": ["model.layers.*.self_attn"]})", "fp8", false, true, 0},
      {R"({"quant_method": "compressed-tensors", "ignore": ["lm_head", "re:.*self_attn.*"], "config_groups": {"group_0":
          {"weights": {"num_bits": 4, "type": "int", "group_size": 32, "symmetric": true}}}})",
       "int4-g32", false, true, 0},
      {R"({"quant_method": "fp8", "modules_to_not_convert": ["model.layers.0.mlp.down_proj",
          "model.layers.31.mlp.down_proj"]})",
       "fp8", true, true, 2},
      {R"({"quant_method": "fp8", "modules_to_not_convert": ["gate", "lm_head"]})", "fp8", true, true, 0},
  };
  for (const Case& c : cases) {
    CAPTURE(c.quantisation);
    const auto stored =
        shape_of_config(llama_with(std::string(R"("quantization_config": )") + c.quantisation), "c").stored;
    CHECK(stored.name() == c.precision);
    CHECK(stored.parts[static_cast<std::size_t>(Part::attention)] == c.attention);
    CHECK(stored.parts[static_cast<std::size_t>(Part::mlp)] == c.mlp);
    CHECK(stored.edge_layers == c.edges);
  }
}

TEST_CASE("the quantisation may stand in a file of its own") {
  const auto stored =
      shape_of_config(k_llama_8b, "c", R"({"quantization": {"quant_algo": "NVFP4", "kv_cache_quant_algo": "FP8",
                                           "exclude_modules": ["lm_head"]}})")
          .stored;
  CHECK(stored.name() == "nvfp4");
  REQUIRE(stored.kv_cache != nullptr);
  CHECK(stored.kv_cache->name == "fp8");
}

TEST_CASE("mixers: a pattern letter a layer, and linear layers between full ones") {
  const ModelShape hybrid = shape_of_config(
      llama_with(R"("model_type": "qwen3_5_text", "full_attention_interval": 4, "linear_num_key_heads": 16,
                    "linear_key_head_dim": 128, "linear_num_value_heads": 48, "linear_value_head_dim": 128,
                    "linear_conv_kernel_dim": 4)"),
      "c");
  REQUIRE(hybrid.attention.size() == 2);
  CHECK(hybrid.attention[0].layers == 8);
  CHECK(hybrid.attention[1].kind == AttentionKind::linear);
  CHECK(hybrid.attention[1].state_values == 48 * 128 * 128);
  const ModelShape mamba = shape_of_config(
      llama_with(R"("model_type": "nemotron_h", "num_hidden_layers": 5, "hybrid_override_pattern": "M*-ME",
                    "mamba_num_heads": 64, "mamba_head_dim": 64, "ssm_state_size": 128, "n_groups": 8,
                    "conv_kernel": 4, "n_routed_experts": 8, "num_experts_per_tok": 2)"),
      "c");
  REQUIRE(mamba.attention.size() == 2);
  CHECK(mamba.attention[1].layers == 2);
  CHECK(mamba.attention[1].state_values == 64 * 64 * 128);
  CHECK(mamba.mlp.size() == 2);
}

TEST_CASE("what cannot be read says which field") {
  const std::pair<std::string, const char*> cases[] = {
      {"[1]", "config.json: is not a JSON object"},
      {"{", "config.json: is not a JSON object"},
      {"{}", "config.json: model_type is missing"},
      {R"({"model_type": "lama"})", "config.json: model_type 'lama' is not understood"},
      {R"({"model_type": "llama"})", "config.json: num_hidden_layers is missing"},
      {llama_with(R"("hidden_size": "wide")"),
       "config.json: hidden_size is '\"wide\"', not a whole number of at least 0"},
      {llama_with(R"("hidden_size": -1)"), "config.json: hidden_size is '-1', not a whole number of at least 0"},
      {llama_with(R"("num_attention_heads": 0)"), "config.json: num_attention_heads is 0"},
      {llama_with(R"("layer_types": ["round_attention"])"),
       "config.json: layer_types has 'round_attention', which is not understood"},
      {llama_with(R"("quantization_config": {"quant_method": "magic"})"),
       "config.json: quantization_config: quant_method 'magic' is not understood"},
  };
  for (const auto& c : cases) {
    CAPTURE(c.first);
    CHECK(message(c.first) == c.second);
  }
}

TEST_CASE("an unknown architecture is a bound when asked") {
  const ModelShape shape =
      shape_of_config(llama_with(R"("model_type": "lama")"), "c", {}, sizing::UnknownArchitecture::bound);
  CHECK(shape.is_bound);
  CHECK(shape.parameters == 8'030'261'248);
}

TEST_CASE("a number of parameters is a bound") {
  CHECK(sizing::parse_parameters("8B") == 8'000'000'000);
  CHECK(sizing::parse_parameters("0.5b") == 500'000'000);
  CHECK(sizing::parse_parameters("350M") == 350'000'000);
  CHECK(sizing::parse_parameters("1.6T") == 1'600'000'000'000);
  for (const char* bad : {"", "B", "-1B", "8G", "1e9", "900000T"}) {
    CAPTURE(bad);
    CHECK_THROWS_AS(static_cast<void>(sizing::parse_parameters(bad)), Error);
  }
  const ModelShape shape = sizing::shape_of_parameters(8'000'000'000);
  CHECK(shape.parameters == 8'000'000'000);
  CHECK(shape.is_bound);
}

TEST_CASE("a member of another kind than it should be is refused, not a crash") {
  const std::string rest = R"("num_hidden_layers":4,"hidden_size":256,"intermediate_size":512,)"
                           R"("num_attention_heads":8,"vocab_size":1000)";
  for (
      const std::string& config :
      {R"({"model_type":128,)" + rest + "}", R"({"model_type":"nemotron-nas","block_configs":[1,2,3,4],)" + rest + "}",
       R"({"model_type":"nemotron-nas","block_configs":[{"attention":{"n_heads_in_group":4},"ffn":{"ffn_mult":1e300}}],)" +
           rest + "}"}) {
    CAPTURE(config);
    CHECK_THROWS_AS((void)shape_of_config(config, "config.json"), Error);
  }
}
