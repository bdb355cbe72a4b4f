#include "kgpu/sizing/engine.hpp"

#include "sizing_tables.hpp"

#include "kgpu/base/error.hpp"
#include "kgpu/base/memory_size.hpp"
#include "kgpu/base/text.hpp"

#include <algorithm>
#include <array>
#include <charconv>

namespace kgpu::sizing {
namespace {

constexpr double k_gibibyte = static_cast<double>(k_gib);
constexpr double k_mebibyte = static_cast<double>(k_mib);

constexpr std::array<std::string_view, static_cast<std::size_t>(Engine::neuron) + 1> k_names = {
    "vllm", "sglang", "tensorrt-llm", "tgi", "transformers", "llama.cpp", "neuron"};

bool is_version(std::string_view text) {
  return !text.empty() && text.front() >= '0' && text.front() <= '9' &&
         std::ranges::all_of(text, [](char c) { return (c >= '0' && c <= '9') || c == '.'; });
}

/// The number in front, taken off with its dot; 0 where there is none. Asked for each candidate: it allocates nothing.
std::int64_t next_number(std::string_view& version) {
  const std::string_view part = version.substr(0, version.find('.'));
  std::int64_t number = 0;
  if (part.size() <= 9) {
    std::from_chars(part.data(), part.data() + part.size(), number);
  }
  version.remove_prefix(std::min(part.size() + 1, version.size()));
  return number;
}

bool is_large(const Device& device) {
  return device.capacity_bytes.value_or(0) >= factor::large_device_gib * k_gibibyte && !device.name.starts_with("A100");
}

const EngineRow& row_of(Engine engine, std::string_view version, const Device& device) {
  const std::string_view name = to_string(engine);
  const EngineRow* best = nullptr;
  for (const EngineRow& row : k_engine_rows) {
    const bool for_device = row.devices == "any" || (row.devices == "large") == is_large(device);
    const bool in_time = version.empty() || !version_less(version, row.since);
    if (row.engine == name && for_device && in_time && (best == nullptr || !version_less(row.since, best->since))) {
      best = &row;
    }
  }
  if (best == nullptr) {
    throw usage_error("no memory rule for engine " + in_quotes(name));
  }
  return *best;
}

EngineRule::FractionOf fraction_of(std::string_view word) {
  return word == "before-load"  ? EngineRule::FractionOf::before_load
         : word == "after-load" ? EngineRule::FractionOf::after_load
                                : EngineRule::FractionOf::total;
}

EngineRule::Sampler sampler(std::string_view word) {
  return word == "first"      ? EngineRule::Sampler::first
         : word == "last"     ? EngineRule::Sampler::last_token
         : word == "reserved" ? EngineRule::Sampler::reserved
                              : EngineRule::Sampler::every;
}

EngineRule::Windows windows(std::string_view word) {
  return word == "no"        ? EngineRule::Windows::cached_whole
         : word == "uniform" ? EngineRule::Windows::uniform
                             : EngineRule::Windows::all;
}

/// What SGLang does at once on a device of a size, unless told.
struct SglangStep {
  double chunk = 0;   ///< prompt tokens
  double graphs = 0;  ///< sequences of its largest CUDA graph
};

SglangStep sglang_step(double capacity, std::int32_t tp) {
  const bool wide = tp >= 4;
  if (capacity < factor::sglang_tiny_below_gib * k_gibibyte) {
    return {factor::sglang_chunk_tokens_tiny, factor::sglang_graph_sequences_tiny};
  }
  if (capacity < factor::sglang_medium_below_gib * k_gibibyte) {
    const bool small = capacity < factor::sglang_small_below_gib * k_gibibyte;
    return {factor::sglang_chunk_tokens_small, wide    ? factor::sglang_graph_sequences_small_parallel
                                               : small ? factor::sglang_graph_sequences_small
                                                       : factor::sglang_graph_sequences_medium};
  }
  if (capacity > factor::sglang_huge_above_gib * k_gibibyte) {
    return {factor::sglang_chunk_tokens_huge, factor::sglang_graph_sequences_huge};
  }
  return {factor::sglang_chunk_tokens, wide ? factor::sglang_graph_sequences_parallel : factor::sglang_graph_sequences};
}

/// SGLang reserves by the size of its steps and graphs, and gives the rest to weights and cache.
void apply_sglang_reserve(EngineRule& rule, const Device& device, std::int32_t tp, std::int32_t pp) {
  const double capacity = device.capacity_bytes.value_or(0);
  const auto [chunk, graphs] = sglang_step(capacity, tp);
  double reserve =
      (factor::sglang_reserve_mib + factor::sglang_reserve_mib_per_chunk_token * chunk +
       factor::sglang_reserve_mib_per_graph_sequence * graphs + factor::sglang_reserve_mib_per_rank * tp * pp) *
      k_mebibyte;
  if (capacity > factor::sglang_least_reserve_above_gib * k_gibibyte) {
    reserve = std::max(reserve, factor::sglang_least_reserve_gib * k_gibibyte);
  }
  rule.max_batched_tokens = static_cast<std::int64_t>(chunk);
  rule.memory_fraction = capacity > 0 ? std::max(0.0, 1 - reserve / capacity) : 0;
}

}  // namespace

std::string_view to_string(Engine engine) {
  return k_names[static_cast<std::size_t>(engine)];
}

std::optional<Engine> parse_engine(std::string_view text) {
  const auto* found = std::ranges::find(k_names, to_lower(text));
  return found == k_names.end() ? std::nullopt : std::optional(static_cast<Engine>(found - k_names.begin()));
}

std::span<const std::string_view> engine_names() {
  return std::span(k_names).first(k_names.size() - 1);
}

bool version_less(std::string_view a, std::string_view b) {
  while (!a.empty() || !b.empty()) {
    const std::int64_t of_a = next_number(a);
    const std::int64_t of_b = next_number(b);
    if (of_a != of_b) {
      return of_a < of_b;
    }
  }
  return false;
}

std::int64_t EngineRule::step_tokens(std::int64_t context_tokens) const {
  if (max_batched_tokens <= 0) {
    return context_tokens;
  }
  if (whole_prompts && context_tokens <= static_cast<std::int64_t>(factor::vllm_whole_prompt_limit)) {
    return std::max(context_tokens, static_cast<std::int64_t>(factor::vllm_whole_prompt_least));
  }
  return max_batched_tokens;
}

EngineRule engine_rule(Engine engine, const EngineFlags& flags, const Device& device, std::int32_t tensor_parallel,
                       std::int32_t pipeline_parallel) {
  if (!flags.version.empty() && !is_version(flags.version)) {
    throw usage_error("--engine-version: " + in_quotes(flags.version) + " is not a version", "write it as 0.11.0");
  }
  const EngineRow& row = row_of(engine, flags.version, device);
  const bool parallel = tensor_parallel * pipeline_parallel > 1;
  EngineRule rule;
  rule.engine = engine;
  rule.version = flags.version.empty() ? std::string(row.since) : flags.version;
  rule.source = row.source;
  rule.since = row.since;
  rule.devices = row.devices;
  rule.memory_fraction = row.memory_fraction.value_or(1);
  rule.fraction_of = fraction_of(row.fraction_of);
  rule.max_num_seqs = static_cast<std::int64_t>(row.max_num_seqs.value_or(0));
  rule.max_batched_tokens = static_cast<std::int64_t>(row.max_batched_tokens.value_or(0));
  rule.whole_prompts = row.whole_prompts.value_or(false);
  rule.sampler = sampler(row.sampler);
  rule.non_torch_bytes = (parallel ? row.non_torch_gib_parallel : row.non_torch_gib).value_or(0) * k_gibibyte;
  rule.windows = windows(row.caches_windows);
  rule.block_tokens = static_cast<std::int64_t>(row.block_tokens.value_or(1));
  rule.groups_layers = engine == Engine::vllm;
  if (engine == Engine::sglang) {
    apply_sglang_reserve(rule, device, tensor_parallel, pipeline_parallel);
  }
  rule.fraction_given = flags.memory_fraction.has_value();
  rule.sequences_given = flags.max_num_seqs.has_value();
  rule.tokens_given = flags.max_batched_tokens.has_value();
  rule.memory_fraction = flags.memory_fraction.value_or(rule.memory_fraction);
  rule.max_num_seqs = flags.max_num_seqs.value_or(rule.max_num_seqs);
  if (flags.max_batched_tokens) {
    rule.max_batched_tokens = *flags.max_batched_tokens;
    rule.whole_prompts = false;
  }
  return rule;
}

}  // namespace kgpu::sizing
