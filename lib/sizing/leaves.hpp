#pragma once

#include "kgpu/base/derivation.hpp"
#include "kgpu/sizing/memory.hpp"

#include <fmt/format.h>

#include <string>
#include <string_view>

/// The leaves of the formulas: what is given, by whom.
namespace kgpu::sizing {

// Where the numbers of a workload come from.
constexpr std::string_view k_context_flag = "--context-length, or what it is without";
constexpr std::string_view k_streams_flag = "--concurrency, the part of one replica";
constexpr std::string_view k_prompt_flag = "--prompt-tokens, or 3/4 of the context";
constexpr std::string_view k_output_flag = "--output-tokens, or the rest of the context";

inline Origin origin_of(const ModelShape& shape) {
  return {shape.figures, shape.figures.empty() ? std::string_view(shape.given_by) : std::string_view(shape.id)};
}

inline Term of_model(Trace* trace, const ModelShape& shape, double value, std::string_view name,
                     std::string_view unit = {}) {
  return trace == nullptr ? Term(value) : trace->given(value, name, unit, origin_of(shape));
}

inline Term of_model(const Serving& serving, double value, std::string_view name, std::string_view unit = {}) {
  return of_model(serving.trace, *serving.shape, value, name, unit);
}

inline Term of_device(Trace* trace, const Device& device, double value, std::string_view name, std::string_view unit) {
  return given(trace, value, name, unit, {device.figures, device.name});
}

/// `is_flag`: the engine's own default was replaced.
inline Term of_engine(const Serving& serving, double value, std::string_view name, std::string_view unit = {},
                      std::string_view flag = {}, bool is_flag = false) {
  if (serving.trace == nullptr) {
    return value;
  }
  if (is_flag) {
    return serving.trace->given(value, name, unit, {{}, flag});
  }
  const EngineRule& rule = serving.engine;
  const std::string row = fmt::format("{} since {}, devices {}", to_string(rule.engine), rule.since, rule.devices);
  return serving.trace->given(value, name, unit, {"engine_memory.csv", row, rule.source});
}

inline Term of_flag(Trace* trace, double value, std::string_view name, std::string_view flag) {
  return given(trace, value, name, {}, {{}, flag});
}

inline Term tensor_ranks(const Serving& serving) {
  return of_flag(serving.trace, serving.parallel.tensor, "tensor parallelism", "--tensor-parallel, or as many as fit");
}

/// A name made of parts, where anyone will read it.
template <class... Parts>
std::string label(const Trace* trace, fmt::format_string<Parts...> text, Parts&&... parts) {
  return trace == nullptr ? std::string() : fmt::format(text, std::forward<Parts>(parts)...);
}

}  // namespace kgpu::sizing
