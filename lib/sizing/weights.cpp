#include "sizing_tables.hpp"
#include "weight_type.hpp"

#include "kgpu/sizing/memory.hpp"

#include <algorithm>
#include <cmath>

namespace kgpu::sizing {
namespace {

double rounded_up(double value, double multiple) {
  return std::ceil(value / multiple) * multiple;
}

/// The part of a tensor that one rank of a tensor-parallel group holds.
double rank_share(const TensorGroup& group, std::int32_t tp) {
  switch (group.split) {
    case Split::replicated:
      return 1;
    case Split::even:
      return 1.0 / tp;
    case Split::kv_heads:
      return 1.0 / std::min(tp, std::max(group.kv_heads, 1));
  }
  return 1;
}

/// The part of the layers that the fullest pipeline stage holds.
double stage_share(const ModelShape& shape, const Parallelism& parallel) {
  const std::int32_t layers = std::max(shape.layers, 1);
  const std::int32_t on_stage = (layers + parallel.pipeline - 1) / parallel.pipeline;
  return std::min(1.0, static_cast<double>(on_stage) / layers);
}

/// MXFP4 experts padded as a kernel wants them, over the unpadded bytes.
double mxfp4_growth(const TensorGroup& group, std::int32_t tp, bool marlin) {
  const double hidden_side = static_cast<double>(group.splits_input ? group.out : group.in);
  const double width_side = static_cast<double>(group.splits_input ? group.in : group.out) / tp;
  if (marlin) {
    return rounded_up(hidden_side, factor::mxfp4_marlin_hidden_multiple) / hidden_side *
           rounded_up(width_side, factor::mxfp4_marlin_width_multiple) / width_side;
  }
  // The packed part alone is padded; the scales, one byte to 32 values of half a byte, are not.
  const double input = group.splits_input ? width_side : hidden_side;
  constexpr double k_packed_bits = 4;
  const double packed = k_packed_bits / find_precision("mxfp4")->bits.value_or(k_packed_bits);
  return packed * rounded_up(input, factor::mxfp4_input_multiple) / input + (1 - packed);
}

/// Bytes that vLLM on AMD adds to the rows of an fp8 matrix, over all ranks.
double amd_padding_over(const TensorGroup& group, std::int32_t tp) {
  const double width = static_cast<double>(group.in) / (group.splits_input ? tp : 1);
  const double rows = static_cast<double>(group.out) * static_cast<double>(group.count) *
                      (group.splits_input ? tp : rank_share(group, tp) * tp);
  return std::fmod(width, factor::amd_fp8_row_multiple) == 0 ? rows * factor::amd_fp8_row_padding : 0;
}

/// The same on one rank. Narrower rows may escape the padding; the smaller degrees' padding is kept then, so that
/// more ranks never hold less in all.
double amd_row_padding(const TensorGroup& group, std::int32_t tp) {
  double most = 0;
  for (std::int32_t degree = 1; degree <= tp; degree *= 2) {
    most = std::max(most, amd_padding_over(group, degree));
  }
  return std::max(most, amd_padding_over(group, tp)) / tp;
}

/// Counted, likely and highest bytes of one group on one rank, before pipeline stages.
Estimate rank_bytes(const Serving& serving, const TensorGroup& group) {
  const std::int32_t tp = serving.parallel.tensor;
  const double counted = stored_bytes(*serving.shape, serving.stored, group) * rank_share(group, tp);
  Estimate bytes = Estimate::exactly(counted);
  if (serving.engine.engine != Engine::vllm) {
    return bytes;
  }
  const Precision& type = type_of(serving.stored, group);
  if (type.name == "mxfp4" && group.part == Part::expert && serving.device.vendor == "NVIDIA") {
    const double triton = counted * mxfp4_growth(group, tp, false);
    const double marlin = counted * mxfp4_growth(group, tp, true);
    bytes.likely = serving.device.architecture == "Hopper" ? triton : marlin;
    bytes.high = std::max(triton, marlin);
  } else if (type.name == "fp8" && serving.device.vendor == "AMD") {
    bytes.likely = bytes.high = counted + amd_row_padding(group, tp);
  }
  return bytes;
}

}  // namespace

const Precision& type_of(const StoredAs& stored, const TensorGroup& group) {
  const bool whole_file = stored.quantised != nullptr && stored.quantised->scope == "file";
  const bool is_quantised =
      stored.quantised != nullptr && stored.parts[static_cast<std::size_t>(group.part)] && (group.matrix || whole_file);
  if (!is_quantised) {
    return *stored.base;
  }
  return group.part == Part::expert && stored.experts != nullptr ? *stored.experts : *stored.quantised;
}

double stored_bytes(const ModelShape& shape, const StoredAs& stored, const TensorGroup& group) {
  const double parameters = static_cast<double>(shape.parameters);
  const Precision& type = type_of(stored, group);
  const double elements = static_cast<double>(group.elements());
  const double bytes = elements * type.bytes_per_weight(parameters);
  if (&type == stored.base || stored.edge_layers == 0) {
    return bytes;
  }
  const double kept = std::min(1.0, static_cast<double>(stored.edge_layers) / std::max(shape.layers, 1));
  return bytes * (1 - kept) + elements * stored.base->bytes_per_weight(parameters) * kept;
}

double total_weight_bytes(const ModelShape& shape, const StoredAs& stored) {
  double sum = 0;
  for (const TensorGroup& group : shape.tensors) {
    sum += stored_bytes(shape, stored, group);
  }
  return sum;
}

Estimate weight_bytes(const Serving& serving) {
  const ModelShape& shape = *serving.shape;
  const double share = stage_share(shape, serving.parallel);
  Estimate sum;
  Estimate embeddings;
  Estimate largest_embedding;
  for (const TensorGroup& group : shape.tensors) {
    const Estimate bytes = rank_bytes(serving, group);
    if (group.part == Part::embedding || group.part == Part::lm_head) {
      embeddings = embeddings + bytes;
      largest_embedding = bytes.likely > largest_embedding.likely ? bytes : largest_embedding;
    } else {
      sum = sum + bytes * share;
    }
  }
  // With stages, the input and the output matrix stand on different ends.
  sum = sum + (serving.parallel.pipeline > 1 ? largest_embedding : embeddings);
  sum.high *= factor::weights_high;
  return sum;
}

}  // namespace kgpu::sizing
