#include "kgpu/model/fit.hpp"

#include "explain_fit.hpp"

#include "kgpu/base/error.hpp"
#include "kgpu/base/text.hpp"
#include "kgpu/sizing/measured.hpp"
#include "kgpu/sizing/parallelism.hpp"
#include "kgpu/sizing/terms.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace kgpu::model {
namespace {

using sizing::Engine;
using sizing::Estimate;

Estimate whole_bytes(const Estimate& bytes) {
  return {std::ceil(bytes.low), std::ceil(bytes.likely), std::ceil(bytes.high)};
}

void set_memory(FitReport& report, std::vector<MemoryPart> parts) {
  report.total = {};
  for (MemoryPart& part : parts) {
    part.bytes = whole_bytes(part.bytes);
    report.total = report.total + part.bytes;
  }
  report.memory = std::move(parts);
}

std::string fault_of(const Workload& workload, Engine engine, const sizing::Parallelism& parallel) {
  const std::string tensor = sizing::tensor_parallel_fault(*workload.shape, workload.stored, engine, parallel.tensor);
  return tensor.empty() ? sizing::pipeline_parallel_fault(*workload.shape, parallel.pipeline) : tensor;
}

/// As given; what is not given is the most tensor parallelism that is possible, and stages for the rest.
sizing::Parallelism serving_parallelism(const Workload& workload, Engine engine, const Placement& placement,
                                        std::int32_t ranks) {
  sizing::Parallelism parallel{placement.tensor_parallel.value_or(1), placement.pipeline_parallel.value_or(1)};
  if (!placement.tensor_parallel) {
    const std::int32_t room = std::max(1, ranks / parallel.pipeline);
    for (std::int32_t tp = room; tp >= 1; --tp) {
      if (room % tp == 0 && sizing::tensor_parallel_fault(*workload.shape, workload.stored, engine, tp).empty()) {
        parallel.tensor = tp;
        break;
      }
    }
  }
  if (!placement.pipeline_parallel) {
    parallel.pipeline = std::max(1, ranks / parallel.tensor);
  }
  if (parallel.devices() != ranks) {
    throw usage_error(fmt::format("--tensor-parallel {} and --pipeline-parallel {} do not make --count {}",
                                  parallel.tensor, parallel.pipeline, ranks));
  }
  if (const std::string fault = fault_of(workload, engine, parallel); !fault.empty()) {
    std::vector<std::string> degrees;
    for (const std::int32_t degree : sizing::tensor_degrees(*workload.shape, workload.stored, engine)) {
      degrees.push_back(std::to_string(degree));
    }
    throw usage_error(fmt::format("{} cannot run with tensor parallelism {} and {} stages: {}", workload.shape->id,
                                  parallel.tensor, parallel.pipeline, fault),
                      "--tensor-parallel takes " + join(degrees, ", "));
  }
  return parallel;
}

/// A published run of this set-up at a load near the one asked for goes before the formulas (recommend.md 32).
void use_measured_speed(FitReport& report, const sizing::Serving& serving, const sizing::Load& load) {
  constexpr double k_ms = 1000;
  const auto measured = sizing::speed_at(sizing::speed_runs(serving), load);
  if (!measured) {
    return;
  }
  const Estimate& step = measured->decode_ms;
  report.decode_ms = step;
  report.tokens_per_second = {k_ms * load.streams / step.high, k_ms * load.streams / step.likely,
                              k_ms * load.streams / step.low};
  report.is_speed_measured = true;
  report.notes.push_back(
      fmt::format("time a token measured: {} of {} ({})", measured->row, measured->as_of, measured->source));
}

void add_speed(FitReport& report, const sizing::Serving& serving, Basis basis) {
  const Workload& workload = report.workload;
  if (!workload.has_speed()) {
    return;
  }
  const auto prompt = static_cast<double>(workload.prompt_tokens);
  const auto output = static_cast<double>(workload.output_tokens);
  const sizing::Load load{static_cast<double>(workload.concurrency), prompt, output};
  report.decode_ms = sizing::decode_ms_per_token(serving, load);
  report.first_token_ms = sizing::time_to_first_token_ms(serving, load);
  report.tokens_per_second = sizing::tokens_per_second(serving, load);
  const auto most =
      report.pool ? sizing::saturating_streams(serving, *report.pool, prompt, output) : std::optional<double>();
  if (most && *most >= 1) {
    report.saturated_tokens_per_second = sizing::tokens_per_second(serving, {*most, prompt, output});
  }
  if (basis == Basis::measured) {
    use_measured_speed(report, serving, load);
  }
}

/// The need, with what published runs say of it.
sizing::MemoryTerms need_of(FitReport& report, const catalog::Catalog& catalog, const sizing::Serving& serving,
                            Basis basis) {
  const sizing::MemoryTerms terms = sizing::memory_terms(serving);
  const auto measured = basis == Basis::measured ? sizing::measured_need(catalog, serving, terms.values())
                                                 : std::optional<sizing::MeasuredNeed>();
  if (!measured) {
    return terms;
  }
  report.is_measured = measured->is_whole;
  report.notes.push_back(fmt::format("{} measured: {} ({})", measured->is_whole ? "memory" : "weights as",
                                     measured->row, measured->source));
  return sizing::with_measured(terms, *measured, serving.trace);
}

void fit_serving(FitReport& report, const catalog::Catalog& catalog, const Placement& placement, Basis basis,
                 bool explains) {
  const Workload& workload = report.workload;
  const sizing::Device device = sizing::device_of(*report.accelerator);
  const Engine engine = device.is_neuron() ? Engine::neuron : workload.engine;
  sizing::Serving serving;
  serving.shape = workload.shape.get();
  serving.stored = workload.stored;
  serving.cache_bytes_per_value = workload.cache_bytes_per_value;
  serving.device = sizing::rank_of(device);
  serving.parallel = serving_parallelism(workload, engine, placement, placement.count * device.cores);
  serving.engine = sizing::engine_rule(engine, workload.engine_flags, serving.device, serving.parallel.tensor,
                                       serving.parallel.pipeline);
  serving.context_tokens = workload.context_tokens;
  serving.concurrency = workload.concurrency;
  serving.holds_cache = workload.task != Task::embedding;
  Trace trace;
  serving.trace = explains ? &trace : nullptr;
  const sizing::MemoryTerms terms = need_of(report, catalog, serving, basis);
  const sizing::MemoryNeed need = terms.values();
  set_memory(report, {{"weights_bytes", "weights", 'W', need.weights},
                      {"kv_cache_bytes", "KV cache", 'K', need.cache},
                      {"activation_bytes", "activations", 'A', need.activation},
                      {"overhead_bytes", "runtime", 'R', need.overhead}});
  const double tokens = static_cast<double>(std::max<std::int64_t>(workload.context_tokens, 1));
  report.cache_per_token = Estimate::exactly(sizing::sequence_cache_bytes(serving, workload.context_tokens) / tokens);
  report.parallel = serving.parallel;
  report.engine = engine;
  report.engine_version = serving.engine.version;
  report.capacity_bytes = serving.device.capacity_bytes;
  report.usable_bytes = sizing::usable_bytes(serving, need);
  report.fits = sizing::fits(serving, need);
  if (serving.holds_cache) {
    report.pool = sizing::cache_pool(serving, need);
  }
  add_speed(report, serving, basis);
  if (explains) {
    explain_serving(report, catalog, serving, terms, basis);
  }
  if (engine == Engine::neuron && workload.engine != Engine::neuron) {
    report.notes.emplace_back("Neuron devices run their own engine; tensor parallelism counts cores");
  }
}

void fit_training(FitReport& report, const catalog::Catalog& catalog, const Placement& placement, bool explains) {
  const Workload& workload = report.workload;
  const TrainingOptions& options = workload.training;
  sizing::Training training;
  training.shape = workload.shape.get();
  const sizing::Device device = sizing::device_of(*report.accelerator);
  training.device = sizing::rank_of(device);
  training.parallel = {placement.tensor_parallel.value_or(1), placement.pipeline_parallel.value_or(1)};
  const std::int32_t devices = placement.count * device.cores;
  if (devices % training.parallel.devices() != 0) {
    throw usage_error(fmt::format("--tensor-parallel {} and --pipeline-parallel {} do not divide {} devices",
                                  training.parallel.tensor, training.parallel.pipeline, devices));
  }
  training.ranks = devices / training.parallel.devices();
  training.method = options.method.value_or(sizing::TrainingMethod::lora);
  training.optimizer = options.optimizer.value_or(sizing::Optimizer::adamw);
  training.sharding = options.sharding.value_or(training.ranks > 1 ? sizing::Sharding::zero3 : sizing::Sharding::none);
  training.checkpointing = options.checkpointing.value_or(sizing::Checkpointing::full);
  training.batch = options.batch.value_or(1);
  training.sequence = workload.context_tokens;
  Trace trace;
  training.trace = explains ? &trace : nullptr;
  const sizing::TrainingTerms terms = sizing::training_terms(training);
  const sizing::TrainingNeed need = terms.values();
  if (explains) {
    explain_training(report, catalog, training, terms);
  }
  set_memory(report, {{"weights_bytes", "weights", 'W', need.weights},
                      {"optimizer_bytes", "optimiser", 'O', need.optimizer},
                      {"gradient_bytes", "gradients", 'G', need.gradients},
                      {"kv_cache_bytes", "KV cache", 'K', {}},
                      {"activation_bytes", "activations", 'A', need.activation},
                      {"overhead_bytes", "runtime", 'R', need.overhead}});
  report.training =
      fmt::format("{}, {}, sharding {}, checkpointing {}", to_string(training.method), to_string(training.optimizer),
                  to_string(training.sharding), to_string(training.checkpointing));
  report.parallel = training.parallel;
  report.ranks = training.ranks;
  report.capacity_bytes = training.device.capacity_bytes;
  report.usable_bytes = training.device.capacity_bytes;
  report.fits = sizing::fits(training, need);
  report.tokens_per_second = sizing::training_tokens_per_second(training);
  if (need.gradients.likely < need.gradients.high) {
    report.notes.emplace_back("gradients share the peak with activations; high keeps both, as accumulation does");
  }
}

}  // namespace

const catalog::Accelerator& require_accelerator(const catalog::Catalog& catalog, std::string_view name) {
  const auto found = catalog.find_accelerators(name);
  if (found.size() == 1) {
    return *found.front();
  }
  if (found.size() > 1) {
    std::vector<std::string> names;
    for (const catalog::Accelerator* accelerator : found) {
      names.emplace_back(accelerator->name);
    }
    throw usage_error("--accelerator: " + in_quotes(name) + " may be " + join(names, " or "), "name one of them");
  }
  std::vector<std::string_view> names;
  for (const catalog::Accelerator& accelerator : catalog.tables().accelerators) {
    names.push_back(accelerator.name);
  }
  throw usage_error("--accelerator: unknown accelerator " + in_quotes(name), did_you_mean(name, names));
}

FitReport plan_fit(const catalog::Catalog& catalog, const WorkloadOptions& options, const Placement& placement,
                   Basis basis, bool explains) {
  FitReport report;
  report.workload = plan_workload(catalog, options);
  report.accelerator = &require_accelerator(catalog, placement.accelerator);
  report.count = placement.count;
  report.notes = report.workload.shape->notes;
  if (report.workload.task == Task::training) {
    fit_training(report, catalog, placement, explains);
  } else {
    fit_serving(report, catalog, placement, basis, explains);
  }
  if (!report.capacity_bytes) {
    report.notes.push_back("the memory that a framework sees of " + std::string(report.accelerator->name) +
                           " is not known: no verdict");
  }
  return report;
}

}  // namespace kgpu::model
