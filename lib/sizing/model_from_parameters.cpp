#include "shape_facts.hpp"
#include "sizing_tables.hpp"

#include "kgpu/base/decimal.hpp"
#include "kgpu/base/error.hpp"
#include "kgpu/base/text.hpp"
#include "kgpu/sizing/model_source.hpp"

#include <fmt/format.h>

#include <bit>
#include <cmath>

namespace kgpu::sizing {

std::int64_t parse_parameters(std::string_view text, std::string_view flag) {
  std::string_view digits = text;
  std::int64_t unit = 1;
  if (!digits.empty()) {
    switch (digits.back()) {
      case 'T':
      case 't':
        unit = 1'000'000'000'000;
        break;
      case 'B':
      case 'b':
        unit = 1'000'000'000;
        break;
      case 'M':
      case 'm':
        unit = 1'000'000;
        break;
      default:
        break;
    }
    digits.remove_suffix(unit > 1 ? 1 : 0);
  }
  const auto value = Decimal::parse(digits);
  constexpr std::int64_t k_most = 100'000'000'000'000;
  if (!value || value->nanos() <= 0 || value->nanos() / (Decimal::k_scale / 1000) > k_most / unit * 1000) {
    throw usage_error(std::string(flag) + ": " + in_quotes(text) + " is not a number of parameters",
                      "write it as 8B, 0.5B or 350M");
  }
  const double count =
      static_cast<double>(value->nanos()) / static_cast<double>(Decimal::k_scale) * static_cast<double>(unit);
  return std::max<std::int64_t>(1, std::llround(count));
}

ModelShape shape_of_parameters(std::int64_t parameters) {
  // P = 12 L H^2 with H = 128 L is where dense decoders of 1B to 400B lie; 8 KV heads of 128 is what they share.
  const double side = std::cbrt(static_cast<double>(parameters) / factor::bound_layer_matrices /
                                (factor::bound_hidden_per_layer * factor::bound_hidden_per_layer));
  const auto layers = static_cast<std::int32_t>(std::max(1.0, std::ceil(side)));
  const auto head_dim = static_cast<std::int32_t>(factor::bound_head_dim);
  const double wanted = std::max(1.0, std::ceil(side * factor::bound_hidden_per_layer / factor::bound_head_dim));
  // Heads in whole groups of KV heads, so that the usual degrees divide them.
  const auto kv_heads = static_cast<std::int32_t>(
      std::min(factor::bound_kv_heads.value, std::bit_ceil(static_cast<std::uint32_t>(wanted)) * 1.0));
  const auto heads = static_cast<std::int32_t>(std::ceil(wanted / kv_heads)) * kv_heads;
  ShapeFacts facts;
  ModelShape& shape = facts.shape;
  shape.id = fmt::format("{} parameters", parameters);
  shape.given_by = fmt::format("--params {}, as a plain decoder", parameters);
  shape.family = "llama";
  shape.task = "text-generation";
  shape.layers = layers;
  shape.hidden = std::int64_t{heads} * head_dim;
  shape.vocabulary = static_cast<std::int64_t>(factor::bound_vocabulary);
  shape.max_context = static_cast<std::int64_t>(factor::bound_max_context);
  shape.heads = heads;
  shape.kv_heads = kv_heads;
  shape.head_dim = head_dim;
  shape.is_bound = true;
  shape.notes.push_back(
      fmt::format("shape assumed: {} layers, {} heads of {}, {} KV heads", layers, heads, head_dim, kv_heads));
  shape.attention.push_back(
      {.kind = AttentionKind::full, .layers = layers, .heads = heads, .kv_heads = kv_heads, .head_dim = head_dim});
  shape.mlp.push_back(
      {.layers = layers,
       .width = static_cast<std::int64_t>(std::llround(static_cast<double>(shape.hidden) * factor::bound_mlp_ratio))});
  shape.stored.base = find_precision("bf16");
  shape.parameters = parameters;
  shape.active_parameters = parameters;
  // The tensors are the parameters given, whatever the assumed shape would count: all of them in linear layers.
  const std::int64_t vocabulary = std::min(parameters / 4, shape.vocabulary * shape.hidden);
  shape.tensors = {{.part = Part::lm_head, .split = Split::even, .in = vocabulary},
                   {.part = Part::mlp, .split = Split::even, .in = parameters - vocabulary}};
  return shape;
}

}  // namespace kgpu::sizing
