#pragma once

#include "device_kind.hpp"

#include "kgpu/recommend/answer.hpp"
#include "kgpu/sizing/measured.hpp"
#include "kgpu/sizing/memory.hpp"
#include "kgpu/sizing/speed.hpp"
#include "kgpu/sizing/training.hpp"

/// Does a need fit a kind of device laid out so, with how many replicas, and how fast (recommend.md 18-34)?
namespace kgpu::recommend {

/// A replica's devices.
struct Layout {
  sizing::Parallelism parallel;
  std::int32_t devices = 1;  ///< of one replica; in training, of all ranks
  std::int32_t nodes = 1;    ///< of one replica
};

/// A workload is there, and nothing stands against it on this kind. `measured` are the runs of its model and precision.
[[nodiscard]] Verdict judge_serving(const std::vector<sizing::MeasuredRun>& measured, const Question& question,
                                    const DeviceKind& kind, const Layout& layout);
[[nodiscard]] Verdict judge_training(const Question& question, const DeviceKind& kind, const Layout& layout);

[[nodiscard]] sizing::Serving serving_of(const Question& question, const DeviceKind& kind, const Layout& layout,
                                         std::int64_t concurrency);
[[nodiscard]] sizing::Training training_of(const Question& question, const DeviceKind& kind, const Layout& layout);

/// Times of one replica under a load; empty where the figures of the device are not known.
struct Speed {
  std::optional<sizing::Estimate> decode_ms;
  std::optional<sizing::Estimate> first_token_ms;
  std::optional<double> tokens_per_second;
  std::string_view measured_row = {};  ///< of the published run that the time per token is from
};
[[nodiscard]] Speed speed_of(const DeviceKind& kind, const sizing::Serving& serving, const sizing::Load& load);
/// The same on a CPU machine (recommend.md 28).
[[nodiscard]] Speed cpu_speed_of(const sizing::Serving& serving, const sizing::Load& load);
/// Its tokens per second, with how they came about.
[[nodiscard]] Term cpu_rate_term(const sizing::Serving& serving, const sizing::Load& load);

/// Does a figure meet a limit on its best estimate? One that is not known meets those that nobody gave (recommend.md
/// 29).
[[nodiscard]] bool within(const std::optional<sizing::Estimate>& figure, const std::optional<double>& limit,
                          bool given);

/// More replicas than this are not proposed (recommend.md 19).
inline constexpr std::int64_t k_most_replicas = 64;

}  // namespace kgpu::recommend
