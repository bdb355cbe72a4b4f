#include "kgpu/sizing/measured.hpp"

#include "sizing_tables.hpp"

#include "kgpu/base/memory_size.hpp"
#include "kgpu/sizing/model_source.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

namespace kgpu::sizing {
namespace {

constexpr double k_gibibyte = static_cast<double>(k_gib);

/// A run beside the set-up that is asked about.
struct Run {
  const MeasuredRow* row = nullptr;
  double weights = 0;  ///< bytes on a device of the set-up asked for
  bool same_place = false;
};

bool same_weights(const Serving& serving, const StoredAs& stored) {
  const auto bytes = [&](const StoredAs& type) { return total_weight_bytes(*serving.shape, type); };
  return stored.name() == serving.stored.name() && std::abs(bytes(stored) - bytes(serving.stored)) < 1;
}

bool same_steps(const EngineRule& a, const EngineRule& b) {
  // The peak of whole prompts depends on their length, which the figures do not.
  return a.engine == b.engine && !a.whole_prompts && !b.whole_prompts && a.max_num_seqs == b.max_num_seqs &&
         a.max_batched_tokens == b.max_batched_tokens && a.sampler == b.sampler;
}

Serving run_serving(const catalog::Catalog& catalog, const Serving& asked, const MeasuredRow& row) {
  Serving run = asked;
  run.parallel = {static_cast<std::int32_t>(*row.tensor_parallel), static_cast<std::int32_t>(*row.pipeline_parallel)};
  // By the canonical name, which the figures use: looking aliases up for each candidate took most of a search.
  const auto accelerators = catalog.tables().accelerators;
  if (const auto found = std::ranges::find(accelerators, row.accelerator, &catalog::Accelerator::name);
      found != accelerators.end()) {
    run.device = rank_of(device_of(*found));
  }
  EngineFlags flags;
  flags.version = row.engine_version;
  flags.memory_fraction = row.memory_fraction;
  run.engine = engine_rule(*parse_engine(row.engine), flags, run.device, run.parallel.tensor, run.parallel.pipeline);
  return run;
}

/// `asked_weights` are those that the formulas count where it is asked for.
Run run_beside(const MeasuredRun& measured, const Serving& asked, double asked_weights) {
  const MeasuredRow& row = *measured.row;
  Run run{.row = &row};
  // Elsewhere a rank holds more or less of it, and engines pad otherwise: the measured excess over the count carries.
  run.weights = *row.weights_gib * k_gibibyte;
  const Serving& there = measured.serving;
  const bool same_ranks =
      there.parallel.tensor == asked.parallel.tensor && there.parallel.pipeline == asked.parallel.pipeline;
  const bool same_device = !row.accelerator.empty() && there.device.name == asked.device.name;
  if (!same_ranks || !same_device) {
    run.weights *= asked_weights / measured.counted_weights;
  }
  run.same_place = same_ranks && same_device && !row.engine_version.empty() &&
                   row.count == static_cast<double>(asked.parallel.devices()) && same_steps(there.engine, asked.engine);
  return run;
}

bool same_fraction(const Run& run, const Serving& asked) {
  return run.row->memory_fraction == asked.engine.memory_fraction;
}

/// What is resident beside weights and activation: what the printed pool leaves of the engine's part, else as printed.
std::optional<double> measured_overhead(const Run& run, const Serving& asked, double activation) {
  const MeasuredRow& row = *run.row;
  if (row.kv_gib && same_fraction(run, asked) && asked.device.capacity_bytes &&
      asked.engine.fraction_of == EngineRule::FractionOf::total) {
    const double engines = *asked.device.capacity_bytes * asked.engine.memory_fraction;
    return std::max(0.0, engines - run.weights - activation - *row.kv_gib * k_gibibyte);
  }
  return row.non_torch_gib ? std::optional(*row.non_torch_gib * k_gibibyte) : std::nullopt;
}

void use_place(MemoryNeed& need, const Run& run, const Serving& asked) {
  need.weights = Estimate::exactly(run.weights);
  if (run.row->activation_gib) {
    need.activation = Estimate::exactly(*run.row->activation_gib * k_gibibyte);
  }
  if (const auto overhead = measured_overhead(run, asked, need.activation.likely)) {
    // Hosts differ: the margin of the high estimate stays.
    need.overhead = {*overhead, *overhead, *overhead + need.overhead.high - need.overhead.likely};
  }
}

Terms measured_terms(const Terms& computed, const Estimate& value, std::string_view name, const MeasuredNeed& measured,
                     Trace* trace) {
  const Estimate formula = computed.values();
  if (formula.low == value.low && formula.likely == value.likely && formula.high == value.high) {
    return computed;
  }
  const Origin origin{"measured_memory.csv", measured.row, measured.source};
  const auto leaf = [&](double bytes) { return given(trace, bytes, name, "bytes", origin); };
  return {leaf(value.low), leaf(value.likely), leaf(value.high)};
}

}  // namespace

MemoryTerms with_measured(const MemoryTerms& terms, const MeasuredNeed& measured, Trace* trace) {
  MemoryTerms result = terms;
  result.weights = measured_terms(terms.weights, measured.need.weights, "weights", measured, trace);
  if (measured.is_whole) {
    result.activation = measured_terms(terms.activation, measured.need.activation, "activations", measured, trace);
    result.overhead = measured_terms(terms.overhead, measured.need.overhead, "runtime", measured, trace);
    const Estimate& overhead = measured.need.overhead;
    if (trace != nullptr && overhead.high > overhead.likely && overhead.likely != terms.overhead.likely.value()) {
      const Term margin = given(trace, overhead.high - overhead.likely, "margin", "bytes",
                                {{}, "the formulas' runtime, high less likely: hosts differ"});
      result.overhead.high = (result.overhead.likely + margin).named("runtime", "bytes");
    }
  }
  return result;
}

std::vector<MeasuredRun> measured_runs(const catalog::Catalog& catalog, const Serving& asked) {
  std::vector<MeasuredRun> runs;
  for (const MeasuredRow& row : k_measured_rows) {
    if (row.model != asked.shape->id) {
      continue;
    }
    const auto models = catalog.tables().models;
    const auto model = std::ranges::find(models, row.model, &catalog::Model::id);
    const Precision* precision = row.file.empty() ? find_precision(row.precision) : nullptr;
    if (model == models.end() || !same_weights(asked, stored_as(shape_of(*model, row.file), precision))) {
      continue;
    }
    MeasuredRun run{.row = &row, .serving = run_serving(catalog, asked, row), .counted_weights = 0};
    run.counted_weights = weight_bytes(run.serving).likely;
    runs.push_back(std::move(run));
  }
  return runs;
}

std::optional<MeasuredNeed> measured_need(const std::vector<MeasuredRun>& measured_runs, const Serving& serving,
                                          const MemoryNeed& need) {
  std::vector<Run> runs;
  const double weights = measured_runs.empty() ? 0 : weight_bytes(serving).likely;
  for (const MeasuredRun& run : measured_runs) {
    runs.push_back(run_beside(run, serving, weights));
  }
  if (runs.empty()) {
    return std::nullopt;
  }
  const auto closeness = [&](const Run& run) {
    return (run.same_place ? 2 : 0) + (run.same_place && same_fraction(run, serving) ? 1 : 0);
  };
  const auto best = std::ranges::max_element(runs, {}, closeness);
  MeasuredNeed measured{need, std::string(best->row->row), std::string(best->row->source), best->same_place};
  if (best->same_place) {
    use_place(measured.need, *best, serving);
  } else {
    const auto [least, most] = std::ranges::minmax(runs, {}, &Run::weights);
    measured.need.weights = {least.weights, best->weights, most.weights};
  }
  return measured;
}

std::optional<MeasuredNeed> measured_need(const catalog::Catalog& catalog, const Serving& serving,
                                          const MemoryNeed& need) {
  return measured_need(measured_runs(catalog, serving), serving, need);
}

}  // namespace kgpu::sizing
