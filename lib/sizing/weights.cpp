#include "leaves.hpp"
#include "memory_terms.hpp"
#include "sizing_tables.hpp"
#include "weight_type.hpp"

#include <algorithm>
#include <array>
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

/// The same as a step of the formula; a whole tensor has none.
Term on_rank(const Serving& serving, const TensorGroup& group, const Term& bytes) {
  const double share = rank_share(group, serving.parallel.tensor);
  if (share == 1) {
    return bytes;
  }
  const Term ranks = group.split == Split::even
                         ? tensor_ranks(serving)
                         : of_model(serving, std::round(1 / share), "ranks that share the KV heads");
  return bytes * (1 / ranks);
}

/// The part of the layers that the fullest pipeline stage holds.
Term on_stage(const Serving& serving, const Term& bytes) {
  const Parallelism& parallel = serving.parallel;
  const std::int32_t layers = std::max(serving.shape->layers, 1);
  const std::int32_t held = (layers + parallel.pipeline - 1) / parallel.pipeline;
  const double share = std::min(1.0, static_cast<double>(held) / layers);
  return share == 1 ? bytes
                    : bytes * of_flag(serving.trace, share, "layers of the fullest stage", "--pipeline-parallel");
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
Terms rank_bytes(const Serving& serving, const TensorGroup& group) {
  const std::int32_t tp = serving.parallel.tensor;
  const Term counted = on_rank(serving, group, stored_term(serving.trace, *serving.shape, serving.stored, group));
  Terms bytes = Terms::exactly(counted);
  if (serving.engine.engine != Engine::vllm) {
    return bytes;
  }
  const Precision& type = type_of(serving.stored, group);
  const auto padded = [&](double growth) {
    return counted * given(serving.trace, growth, "padding of the kernel", {}, {"sizing_factors.csv", "mxfp4_*"});
  };
  if (type.name == "mxfp4" && group.part == Part::expert && serving.device.vendor == "NVIDIA") {
    const Term triton = padded(mxfp4_growth(group, tp, false));
    const Term marlin = padded(mxfp4_growth(group, tp, true));
    bytes.likely = serving.device.architecture == "Hopper" ? triton : marlin;
    bytes.high = triton.value() < marlin.value() ? marlin : triton;
  } else if (type.name == "fp8" && serving.device.vendor == "AMD") {
    bytes.likely = bytes.high = counted + given(serving.trace, amd_row_padding(group, tp), "padding of rows", "bytes",
                                                {"sizing_factors.csv", "amd_fp8_row_*"});
  }
  return bytes;
}

/// The weights of one part on one rank, by how they are stored and split.
struct PartTerms {
  Terms sum;
  bool has_any = false;
};

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

Term stored_term(Trace* trace, const ModelShape& shape, const StoredAs& stored, const TensorGroup& group) {
  const double parameters = static_cast<double>(shape.parameters);
  const Precision& type = type_of(stored, group);
  const auto each = [&](const Precision& precision) {
    return given(trace, precision.bytes_per_weight(parameters), label(trace, "bytes of a {} weight", precision.name),
                 "bytes", {"precisions.csv", precision.name, precision.source});
  };
  const Term elements = of_model(trace, shape, static_cast<double>(group.elements()),
                                 label(trace, "values of {} x [{}, {}]", group.count, group.in, group.out));
  const Term bytes = elements * each(type);
  if (&type == stored.base || stored.edge_layers == 0) {
    return bytes;
  }
  const Term kept =
      of_model(trace, shape, std::min(1.0, static_cast<double>(stored.edge_layers) / std::max(shape.layers, 1)),
               "part of the layers that stay wide");
  return bytes * (1 - kept) + elements * each(*stored.base) * kept;
}

double total_weight_bytes(const ModelShape& shape, const StoredAs& stored) {
  double sum = 0;
  for (const TensorGroup& group : shape.tensors) {
    sum += stored_bytes(shape, stored, group);
  }
  return sum;
}

Terms weight_terms(const Serving& serving) {
  std::array<PartTerms, k_parts> parts;
  Terms largest_embedding;
  for (const TensorGroup& group : serving.shape->tensors) {
    const Terms bytes = rank_bytes(serving, group);
    PartTerms& part = parts[static_cast<std::size_t>(group.part)];
    part.sum = part.has_any ? part.sum + bytes : bytes;
    part.has_any = true;
    const bool at_an_end = group.part == Part::embedding || group.part == Part::lm_head;
    if (at_an_end && bytes.likely.value() > largest_embedding.likely.value()) {
      largest_embedding = bytes;
    }
  }
  // With stages, the input and the output matrix stand on different ends.
  const bool has_stages = serving.parallel.pipeline > 1;
  Terms sum;
  bool is_first = true;
  const auto add = [&](const Terms& bytes, std::string_view name) {
    const Terms named = bytes.named(name, "bytes");
    sum = is_first ? named : sum + named;
    is_first = false;
  };
  for (std::size_t i = 0; i < parts.size(); ++i) {
    const auto part = static_cast<Part>(i);
    const bool at_an_end = part == Part::embedding || part == Part::lm_head;
    if (!parts[i].has_any || (at_an_end && has_stages)) {
      continue;
    }
    const Terms& bytes = parts[i].sum;
    add(at_an_end ? bytes
                  : Terms{on_stage(serving, bytes.low), on_stage(serving, bytes.likely), on_stage(serving, bytes.high)},
        label(serving.trace, "weights of {}", to_string(part)));
  }
  if (has_stages && largest_embedding.likely.value() > 0) {
    add(largest_embedding, "largest embedding");
  }
  sum.high = sum.high * factor::weights_high;
  return sum.named("weights", "bytes");
}

Estimate weight_bytes(const Serving& serving) {
  return weight_terms(serving).values();
}

}  // namespace kgpu::sizing
