#include "kgpu/sizing/training.hpp"

#include "sizing_tables.hpp"
#include "weight_type.hpp"

#include "kgpu/base/memory_size.hpp"
#include "kgpu/base/text.hpp"
#include "kgpu/sizing/model_source.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace kgpu::sizing {
namespace {

constexpr double k_gibibyte = static_cast<double>(k_gib);

// Words of the flags, in the order of their enums.
constexpr std::array<std::string_view, 3> k_methods = {"full", "lora", "qlora"};
constexpr std::array<std::string_view, 6> k_optimizers = {"adamw", "adamw-8bit", "lion", "sgd", "muon", "adafactor"};
constexpr std::array<std::string_view, 4> k_shardings = {"none", "zero1", "zero2", "zero3"};
constexpr std::array<std::string_view, 4> k_checkpointings = {"none", "selective", "full", "offloaded"};

template <class T, std::size_t n>
std::optional<T> parse_word(const std::array<std::string_view, n>& words, std::string_view text) {
  const auto* found = std::ranges::find(words, to_lower(text));
  return found == words.end() ? std::nullopt : std::optional(static_cast<T>(found - words.begin()));
}

bool shards(const Training& training, Sharding from) {
  return training.sharding >= from;
}

double divided(const Training& training, double bytes, Sharding from) {
  return shards(training, from) ? bytes / training.ranks : bytes;
}

/// Bytes of moments per trained parameter; 16-bit training keeps 16-bit moments.
double moment_bytes(const Training& training) {
  const bool wide = training.fp32_master || training.fp32_parameters;
  const double values = wide ? factor::training_moment_bytes_fp32 : factor::training_moment_bytes_16bit;
  switch (training.optimizer) {
    case Optimizer::adamw:
      return 2 * values;
    case Optimizer::adamw_8bit:
      return factor::training_moment_bytes_8bit;
    case Optimizer::lion:
    case Optimizer::sgd:
    case Optimizer::muon:
      return values;
    case Optimizer::adafactor:
      return 0;
  }
  return 0;
}

StoredAs frozen_weights(const Training& training) {
  if (training.method != TrainingMethod::qlora) {
    const bool wide = training.fp32_parameters && training.method == TrainingMethod::full;
    return stored_as(*training.shape, find_precision(wide ? "fp32" : "bf16"));
  }
  StoredAs stored = stored_as(*training.shape, find_precision("nf4-double"));
  return stored;
}

double largest_layer_bytes(const Training& training, const StoredAs& stored) {
  const ModelShape& shape = *training.shape;
  double layers = 0;
  for (const TensorGroup& group : shape.tensors) {
    const bool at_an_end = group.part == Part::embedding || group.part == Part::lm_head || group.part == Part::tower;
    layers += at_an_end ? 0 : stored_bytes(shape, stored, group);
  }
  return layers / std::max(shape.layers, 1);
}

double largest_matrix_bytes(const ModelShape& shape) {
  double largest = 0;
  for (const TensorGroup& group : shape.tensors) {
    if (group.matrix && group.part != Part::embedding && group.part != Part::lm_head && group.part != Part::tower) {
      largest = std::max(largest, static_cast<double>(group.in) * static_cast<double>(group.out));
    }
  }
  return largest * factor::activation_bytes;
}

double model_share(const Training& training) {
  return 1.0 / training.parallel.devices();
}

double weight_bytes(const Training& training, const StoredAs& stored) {
  const double all = total_weight_bytes(*training.shape, stored) * model_share(training);
  if (!shards(training, Sharding::zero3) || training.ranks == 1) {
    return all + (training.method == TrainingMethod::qlora ? largest_matrix_bytes(*training.shape) : 0);
  }
  const StoredAs gathered =
      training.method == TrainingMethod::qlora ? stored : stored_as(*training.shape, find_precision("bf16"));
  return all / training.ranks +
         factor::training_gathered_layers * largest_layer_bytes(training, gathered) / training.parallel.tensor +
         (training.method == TrainingMethod::qlora ? largest_matrix_bytes(*training.shape) : 0);
}

/// Activations of one layer, per device.
double layer_activation(const Training& training, double tokens) {
  const ModelShape& shape = *training.shape;
  const double hidden = static_cast<double>(shape.hidden);
  const double heads = (static_cast<double>(shape.heads) + 2.0 * shape.kv_heads) * shape.head_dim;
  double width = 0;
  for (const MlpGroup& group : shape.mlp) {
    const double active = static_cast<double>(group.width) * std::max(group.experts_per_token, 1);
    width = std::max(width, active + static_cast<double>(group.shared_width));
  }
  return tokens *
         (factor::training_hidden_bytes * hidden + factor::training_head_bytes * heads +
          factor::training_mlp_bytes * width) /
         training.parallel.tensor;
}

double activation_bytes(const Training& training, double tokens) {
  const ModelShape& shape = *training.shape;
  const double layers = std::ceil(static_cast<double>(shape.layers) / training.parallel.pipeline);
  const double hidden = static_cast<double>(shape.hidden);
  const double one = layer_activation(training, tokens);
  switch (training.checkpointing) {
    case Checkpointing::none:
      return layers * one * (training.is_compiled ? 1 : factor::training_eager);
    case Checkpointing::selective:
      return factor::training_selective_bytes * tokens * hidden * layers / training.parallel.tensor;
    case Checkpointing::full:
      return factor::training_checkpoint_bytes * tokens * hidden * layers + one;
    case Checkpointing::offloaded:
      return 2 * one;
  }
  return 0;
}

double tokens_of(const Training& training) {
  return static_cast<double>(training.tokens_per_device > 0 ? training.tokens_per_device
                                                            : training.batch * training.sequence);
}

double logit_bytes(const Training& training, double tokens) {
  return factor::training_logit_bytes * tokens * static_cast<double>(training.shape->vocabulary) /
         std::max(training.logit_chunks, 1) / training.parallel.tensor;
}

double gradient_bytes(const Training& training, double trained) {
  const bool wide = training.fp32_parameters && training.method == TrainingMethod::full;
  const double each = wide ? factor::training_gradient_bytes_fp32 : factor::training_gradient_bytes;
  const double all = divided(training, trained * each, Sharding::zero2);
  return training.fused_step ? all / std::max(training.shape->layers, 1) : all;
}

double optimizer_bytes(const Training& training, double trained) {
  if (training.paged_optimizer) {
    return 0;
  }
  const bool keeps_copy = training.fp32_master && !training.fp32_parameters;
  const double each = moment_bytes(training) + (keeps_copy ? factor::training_master_bytes : 0);
  return divided(training, trained * each, Sharding::zero1);
}

double utilisation(const Training& training) {
  double share = training.shape->is_mixture()               ? factor::mfu_moe
                 : training.device.architecture == "Hopper" ? factor::mfu_hopper
                                                            : factor::mfu_other;
  if (training.device.is_neuron()) {
    share = factor::mfu_neuron;
  }
  const bool sharded_over_pcie =
      training.ranks > 1 && training.sharding != Sharding::none && training.device.link == Link::pcie;
  return sharded_over_pcie ? share * factor::mfu_pcie_share : share;
}

}  // namespace

std::optional<TrainingMethod> parse_training_method(std::string_view text) {
  return parse_word<TrainingMethod>(k_methods, text);
}
std::optional<Optimizer> parse_optimizer(std::string_view text) {
  return parse_word<Optimizer>(k_optimizers, text);
}
std::optional<Sharding> parse_sharding(std::string_view text) {
  return parse_word<Sharding>(k_shardings, text);
}
std::optional<Checkpointing> parse_checkpointing(std::string_view text) {
  return parse_word<Checkpointing>(k_checkpointings, text);
}

std::string_view to_string(TrainingMethod method) {
  return k_methods[static_cast<std::size_t>(method)];
}
std::string_view to_string(Optimizer optimizer) {
  return k_optimizers[static_cast<std::size_t>(optimizer)];
}
std::string_view to_string(Sharding sharding) {
  return k_shardings[static_cast<std::size_t>(sharding)];
}
std::string_view to_string(Checkpointing checkpointing) {
  return k_checkpointings[static_cast<std::size_t>(checkpointing)];
}

double trained_parameters(const Training& training) {
  const ModelShape& shape = *training.shape;
  if (training.method == TrainingMethod::full) {
    return static_cast<double>(shape.parameters) * model_share(training);
  }
  double sides = 0;
  for (const TensorGroup& group : shape.tensors) {
    const bool adapted = group.matrix && group.part != Part::embedding && group.part != Part::lm_head &&
                         group.part != Part::router && group.part != Part::tower && group.part != Part::expert;
    sides += adapted ? static_cast<double>(group.in + group.out) * static_cast<double>(group.count) : 0;
  }
  return training.lora_rank * sides * model_share(training);
}

TrainingNeed training_need(const Training& training) {
  const double tokens = tokens_of(training);
  const double trained = trained_parameters(training);
  const StoredAs stored = frozen_weights(training);
  double weights = weight_bytes(training, stored);
  if (training.method != TrainingMethod::full) {
    weights += trained * factor::activation_bytes;
  }
  const double activation = activation_bytes(training, tokens) + logit_bytes(training, tokens);
  const double gradients = gradient_bytes(training, trained);
  TrainingNeed need;
  need.weights = Estimate::exactly(weights);
  need.optimizer = Estimate::exactly(optimizer_bytes(training, trained));
  need.activation = Estimate::exactly(activation);
  // Gradients appear as the activations go: the peak has the larger of the two. High: accumulated gradients stay.
  const double above = std::max(0.0, gradients - activation);
  need.gradients = {above, above, gradients};
  const double fixed = factor::training_fixed_low_gib * k_gibibyte;
  const double parts = weights + need.optimizer.likely + activation + gradients;
  const double nccl =
      training.ranks * training.parallel.devices() > 1 ? factor::training_nccl_high_gib * k_gibibyte : 0;
  need.overhead = {0, fixed,
                   factor::training_fixed_high_gib * k_gibibyte + nccl + (factor::training_slack_high - 1) * parts};
  return need;
}

std::optional<Estimate> training_tokens_per_second(const Training& training) {
  if (!training.device.peak_16bit_flops) {
    return std::nullopt;
  }
  const double per_token =
      (training.method == TrainingMethod::full ? factor::training_flops_full : factor::training_flops_adapter) +
      (training.checkpointing == Checkpointing::full || training.checkpointing == Checkpointing::offloaded
           ? factor::training_flops_recompute
           : 0);
  const double devices = static_cast<double>(training.ranks) * training.parallel.devices();
  const double rate = devices * utilisation(training) * *training.device.peak_16bit_flops /
                      (per_token * static_cast<double>(training.shape->active_parameters));
  return Estimate{rate / factor::spread_old, rate, rate * factor::spread_old};
}

std::optional<Fits> fits(const Training& training, const TrainingNeed& need) {
  if (!training.device.capacity_bytes) {
    return std::nullopt;
  }
  if (need.total().likely > *training.device.capacity_bytes) {
    return Fits::no;
  }
  const bool certain =
      need.total().high <= *training.device.capacity_bytes && !training.shape->is_bound && !training.device.is_neuron();
  return certain ? Fits::yes : Fits::likely;
}

}  // namespace kgpu::sizing
