#include "kgpu/sizing/training.hpp"

#include "leaves.hpp"
#include "sizing_tables.hpp"
#include "weight_type.hpp"

#include "kgpu/base/memory_size.hpp"
#include "kgpu/sizing/model_source.hpp"
#include "kgpu/sizing/terms.hpp"

#include <algorithm>
#include <cmath>

namespace kgpu::sizing {
namespace {

constexpr double k_gibibyte = static_cast<double>(k_gib);

bool shards(const Training& training, Sharding from) {
  return training.sharding >= from;
}

Term of_model(const Training& training, double value, std::string_view name) {
  return of_model(training.trace, *training.shape, value, name);
}

Term in_bytes(const Training& training, const Figure& gib, std::string_view name) {
  return given(training.trace, gib.value * k_gibibyte, name, "bytes", {gib.file, gib.name, gib.source});
}

Term ranks_term(const Training& training) {
  return of_flag(training.trace, training.ranks, "data-parallel ranks", "--count");
}

Term tensor_term(const Training& training) {
  return of_flag(training.trace, training.parallel.tensor, "tensor parallelism", "--tensor-parallel");
}

Term divided(const Training& training, const Term& bytes, Sharding from) {
  return shards(training, from) && training.ranks > 1 ? bytes / ranks_term(training) : bytes;
}

/// Bytes of moments per trained parameter; 16-bit training keeps 16-bit moments.
Term moment_bytes(const Training& training) {
  const bool wide = training.fp32_master || training.fp32_parameters;
  const Figure& values = wide ? factor::training_moment_bytes_fp32 : factor::training_moment_bytes_16bit;
  switch (training.optimizer) {
    case Optimizer::adamw:
      return 2 * given(training.trace, values, "bytes of a moment");
    case Optimizer::adamw_8bit:
      return given(training.trace, factor::training_moment_bytes_8bit, "bytes of the moments");
    case Optimizer::lion:
    case Optimizer::sgd:
    case Optimizer::muon:
      return given(training.trace, values, "bytes of a moment");
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

Term stored_weights(const Training& training, const StoredAs& stored, std::string_view name) {
  const bool is_adapted = training.method == TrainingMethod::qlora;
  return given(training.trace, total_weight_bytes(*training.shape, stored), name, "bytes",
               {training.shape->figures, label(training.trace, "{}, stored as {}", training.shape->id,
                                               is_adapted ? "nf4-double" : stored.base->name)});
}

Term layer_term(const Training& training, const StoredAs& stored) {
  const ModelShape& shape = *training.shape;
  double layers = 0;
  for (const TensorGroup& group : shape.tensors) {
    const bool at_an_end = group.part == Part::embedding || group.part == Part::lm_head || group.part == Part::tower;
    layers += at_an_end ? 0 : stored_bytes(shape, stored, group);
  }
  return of_model(training, layers / std::max(shape.layers, 1), "bytes of a layer");
}

Term largest_matrix_bytes(const Training& training) {
  double largest = 0;
  for (const TensorGroup& group : training.shape->tensors) {
    if (group.matrix && group.part != Part::embedding && group.part != Part::lm_head && group.part != Part::tower) {
      largest = std::max(largest, static_cast<double>(group.in) * static_cast<double>(group.out));
    }
  }
  return of_model(training, largest, "values of the largest matrix") * factor::activation_bytes;
}

/// Of a model that other ranks hold parts of.
Term of_share(const Training& training, const Term& whole) {
  return training.parallel.devices() == 1
             ? whole
             : whole / of_flag(training.trace, training.parallel.devices(), "ranks of a model",
                               "--tensor-parallel x --pipeline-parallel");
}

Term weight_bytes(const Training& training, const StoredAs& stored) {
  const bool dequantises = training.method == TrainingMethod::qlora;
  Term bytes = of_share(training, stored_weights(training, stored, "stored weights"));
  if (shards(training, Sharding::zero3) && training.ranks > 1) {
    const StoredAs gathered = dequantises ? stored : stored_as(*training.shape, find_precision("bf16"));
    bytes = bytes / ranks_term(training) +
            factor::training_gathered_layers * layer_term(training, gathered) / tensor_term(training);
  }
  return dequantises ? bytes + largest_matrix_bytes(training) : bytes;
}

/// Activations of one layer, per device.
Term layer_activation(const Training& training, const Term& tokens) {
  const ModelShape& shape = *training.shape;
  const Term hidden = of_model(training, static_cast<double>(shape.hidden), "hidden size");
  const Term heads = of_model(training, (static_cast<double>(shape.heads) + 2.0 * shape.kv_heads) * shape.head_dim,
                              "width of Q, K and V");
  double width = 0;
  for (const MlpGroup& group : shape.mlp) {
    const double active = static_cast<double>(group.width) * std::max(group.experts_per_token, 1);
    width = std::max(width, active + static_cast<double>(group.shared_width));
  }
  return (tokens *
          (factor::training_hidden_bytes * hidden + factor::training_head_bytes * heads +
           factor::training_mlp_bytes * of_model(training, width, "active MLP width")) /
          tensor_term(training))
      .named("activations of a layer", "bytes");
}

Term activation_bytes(const Training& training, const Term& tokens) {
  const ModelShape& shape = *training.shape;
  const Term layers =
      of_model(training, std::ceil(static_cast<double>(shape.layers) / training.parallel.pipeline), "layers");
  const Term hidden = of_model(training, static_cast<double>(shape.hidden), "hidden size");
  const auto one = [&] { return layer_activation(training, tokens); };
  switch (training.checkpointing) {
    case Checkpointing::none:
      return training.is_compiled ? layers * one() : layers * one() * factor::training_eager;
    case Checkpointing::selective:
      return factor::training_selective_bytes * tokens * hidden * layers / tensor_term(training);
    case Checkpointing::full:
      return factor::training_checkpoint_bytes * tokens * hidden * layers + one();
    case Checkpointing::offloaded:
      return 2 * one();
  }
  return 0;
}

Term tokens_of(const Training& training) {
  if (training.tokens_per_device > 0) {
    return of_flag(training.trace, static_cast<double>(training.tokens_per_device), "tokens of a device", "--batch");
  }
  return (of_flag(training.trace, static_cast<double>(training.batch), "sequences of a device", "--batch") *
          of_flag(training.trace, static_cast<double>(training.sequence), "sequence length", "--sequence-length"))
      .named("tokens of a device", "tokens");
}

Term logit_bytes(const Training& training, const Term& tokens) {
  const Term whole = factor::training_logit_bytes * tokens *
                     of_model(training, static_cast<double>(training.shape->vocabulary), "vocabulary");
  const Term chunk = training.logit_chunks > 1
                         ? whole / of_flag(training.trace, training.logit_chunks, "pieces of the loss", "given")
                         : whole;
  return (chunk / tensor_term(training)).named("logits", "bytes");
}

Term gradient_bytes(const Training& training, const Term& trained) {
  const bool wide = training.fp32_parameters && training.method == TrainingMethod::full;
  const Figure& each = wide ? factor::training_gradient_bytes_fp32 : factor::training_gradient_bytes;
  const Term all = divided(training, trained * each, Sharding::zero2);
  return (training.fused_step ? all / std::max(training.shape->layers, 1) : all).named("all gradients", "bytes");
}

Term optimizer_bytes(const Training& training, const Term& trained) {
  if (training.paged_optimizer) {
    return 0;
  }
  const bool keeps_copy = training.fp32_master && !training.fp32_parameters;
  const Term moments = moment_bytes(training);
  const Term each = keeps_copy ? moments + factor::training_master_bytes : moments;
  return divided(training, trained * each, Sharding::zero1);
}

Term trained_term(const Training& training) {
  return of_flag(training.trace, trained_parameters(training), "trained parameters",
                 training.method == TrainingMethod::full ? "--method full: all of the model's"
                                                         : "--method: rank x (in + out) of every adapted matrix");
}

Term utilisation(const Training& training) {
  const Figure* figure = training.shape->is_mixture()               ? &factor::mfu_moe
                         : training.device.architecture == "Hopper" ? &factor::mfu_hopper
                                                                    : &factor::mfu_other;
  if (training.device.is_neuron()) {
    figure = &factor::mfu_neuron;
  }
  const bool sharded_over_pcie =
      training.ranks > 1 && training.sharding != Sharding::none && training.device.link == Link::pcie;
  const Term share = given(training.trace, *figure);
  return sharded_over_pcie ? share * factor::mfu_pcie_share : share;
}

}  // namespace

double trained_parameters(const Training& training) {
  const ModelShape& shape = *training.shape;
  if (training.method == TrainingMethod::full) {
    return static_cast<double>(shape.parameters) / training.parallel.devices();
  }
  double sides = 0;
  for (const TensorGroup& group : shape.tensors) {
    const bool adapted = group.matrix && group.part != Part::embedding && group.part != Part::lm_head &&
                         group.part != Part::router && group.part != Part::tower && group.part != Part::expert;
    sides += adapted ? static_cast<double>(group.in + group.out) * static_cast<double>(group.count) : 0;
  }
  return training.lora_rank * sides / training.parallel.devices();
}

TrainingTerms training_terms(const Training& training) {
  const Term tokens = tokens_of(training);
  const Term trained = trained_term(training);
  Term weights = weight_bytes(training, frozen_weights(training));
  if (training.method != TrainingMethod::full) {
    weights = weights + trained * factor::activation_bytes;
  }
  const Term activation =
      (activation_bytes(training, tokens) + logit_bytes(training, tokens)).named("activations", "bytes");
  const Term gradients = gradient_bytes(training, trained);
  TrainingTerms need;
  need.weights = Terms::exactly(weights.named("weights", "bytes"));
  need.optimizer = Terms::exactly(optimizer_bytes(training, trained).named("optimiser", "bytes"));
  need.activation = Terms::exactly(activation);
  // Gradients appear as the activations go: the peak has the larger of the two. High: accumulated gradients stay.
  const Term above = max(0, gradients - activation);
  need.gradients = Terms{above, above, gradients}.named("gradients", "bytes");
  const Term parts = need.weights.likely + need.optimizer.likely + activation + gradients;
  Term high = in_bytes(training, factor::training_fixed_high_gib, "context") +
              (given(training.trace, factor::training_slack_high) - 1) * parts;
  if (training.ranks * training.parallel.devices() > 1) {
    high = high + in_bytes(training, factor::training_nccl_high_gib, "communication");
  }
  const Term fixed = in_bytes(training, factor::training_fixed_low_gib, "context");
  need.overhead = {0, fixed.named("runtime", "bytes"), high.named("runtime", "bytes")};
  return need;
}

TrainingNeed training_need(const Training& training) {
  return training_terms(training).values();
}

std::optional<Term> training_tokens_per_second_term(const Training& training) {
  if (!training.device.peak_16bit_flops) {
    return std::nullopt;
  }
  const bool recomputes =
      training.checkpointing == Checkpointing::full || training.checkpointing == Checkpointing::offloaded;
  const Figure& passes =
      training.method == TrainingMethod::full ? factor::training_flops_full : factor::training_flops_adapter;
  const Term each = given(training.trace, passes);
  const Term per_token = recomputes ? each + factor::training_flops_recompute : each;
  const Term peak =
      of_device(training.trace, training.device, *training.device.peak_16bit_flops, "peak", "operations/s");
  const double devices = static_cast<double>(training.ranks) * training.parallel.devices();
  return (of_flag(training.trace, devices, "devices", "--count") * utilisation(training) * peak /
          (per_token * of_model(training, static_cast<double>(training.shape->active_parameters), "active parameters")))
      .named("tokens per second", "tokens/s");
}

std::optional<Estimate> training_tokens_per_second(const Training& training) {
  const auto rate = training_tokens_per_second_term(training);
  return rate ? std::optional(
                    Estimate{rate->value() / factor::spread_old, rate->value(), rate->value() * factor::spread_old})
              : std::nullopt;
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
