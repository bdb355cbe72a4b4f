#pragma once

#include "device_kind.hpp"

#include "kgpu/recommend/question.hpp"

#include <set>
#include <string>
#include <string_view>

/// Whether an engine serves a kind of weights on a device (recommend.md 8, 16).
namespace kgpu::recommend {

/// The engine that rows of this kind run: the one asked for; llama.cpp on CPUs; Neuron's own.
[[nodiscard]] sizing::Engine engine_of(const Question& question, const DeviceKind& kind);

/// What stands against the workload on this kind of device: reasons; empty when nothing does. Reasons that do not
/// stand against it, such as `bf16-as-fp16`, go to `notes`.
[[nodiscard]] std::set<std::string> refusals(const Question& question, const DeviceKind& kind,
                                             std::set<std::string>& notes);

/// Can it be bought that way at all (`not_sold.csv`)?
[[nodiscard]] bool is_sold(const catalog::InstanceType& type, catalog::Capacity capacity);

/// EFA of 100 Gb/s and more, or a network of that kind on other clouds (recommend.md 12).
[[nodiscard]] bool joins_nodes(const catalog::InstanceType& type);

}  // namespace kgpu::recommend
