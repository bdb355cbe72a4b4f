#pragma once

#include "judge.hpp"

/// What interruptions add to the hours of a job on spot (recommend.md 35, endpoints.md 10).
namespace kgpu::recommend {

struct SpotJob {
  double mtbf_hours = 0;
  double checkpoint_hours = 0;  ///< to save one
  double restart_hours = 0;     ///< a node, the image, the engine, the weights and the checkpoint
  std::optional<double> hours;  ///< of the work; empty: longer than any interval
};

/// Time on spot over the time of the work, at Daly's interval. Exact for any mean time between failures.
[[nodiscard]] double time_on_spot(const SpotJob& job);

/// Of a training on so many nodes that must live together; `was_assumed`: no band is published.
[[nodiscard]] SpotJob spot_job(const Question& question, const DeviceKind& kind, const Layout& layout,
                               const catalog::InstanceType& type, const pricing::OfferPrice& price,
                               const Verdict& verdict, bool& was_assumed);

}  // namespace kgpu::recommend
