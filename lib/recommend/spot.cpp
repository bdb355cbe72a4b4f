#include "spot.hpp"

#include "recommend_tables.hpp"

#include <algorithm>
#include <cmath>

namespace kgpu::recommend {
namespace {

constexpr double k_seconds_per_hour = 3600;
constexpr double k_hours_per_month = 730;
constexpr double k_giga = 1e9;
constexpr double k_mega = 1e6;

/// Percent of spot instances that are interrupted within a month: the band's middle.
double monthly_percent(catalog::InterruptionBand band) {
  switch (band) {
    case catalog::InterruptionBand::under_5:
      return factor::interruption_under_5;
    case catalog::InterruptionBand::from_5_to_10:
      return factor::interruption_5_to_10;
    case catalog::InterruptionBand::from_10_to_15:
      return factor::interruption_10_to_15;
    case catalog::InterruptionBand::from_15_to_20:
      return factor::interruption_15_to_20;
    case catalog::InterruptionBand::over_20:
      break;
  }
  return factor::interruption_over_20;
}

double network_bytes_s(const catalog::InstanceType& type) {
  constexpr double k_bits = 8;
  const auto gbps = type.network_gbps;
  return gbps ? static_cast<double>(gbps->nanos()) / static_cast<double>(Decimal::k_scale) * k_giga / k_bits
              : std::numeric_limits<double>::infinity();
}

/// Daly's optimum, at least a minute, at most the job.
double interval_hours(const SpotJob& job) {
  const double save = job.checkpoint_hours;
  const double mtbf = job.mtbf_hours;
  constexpr double k_thirds = 3;
  constexpr double k_eighteenths = 18;
  double interval = mtbf;
  if (save < 2 * mtbf) {
    interval =
        std::sqrt(2 * save * mtbf) * (1 + std::sqrt(save / (2 * mtbf)) / k_thirds + save / (k_eighteenths * mtbf)) -
        save;
  }
  if (job.hours) {
    interval = std::min(interval, *job.hours);
  }
  return std::max(interval, 1.0 / 60);
}

}  // namespace

double time_on_spot(const SpotJob& job) {
  const double interval = interval_hours(job);
  return job.mtbf_hours * std::exp(job.restart_hours / job.mtbf_hours) *
         std::expm1((interval + job.checkpoint_hours) / job.mtbf_hours) / interval;
}

SpotJob spot_job(const Question& question, const DeviceKind& kind, const Layout& layout,
                 const catalog::InstanceType& type, const pricing::OfferPrice& price, const Verdict& verdict,
                 bool& was_assumed) {
  const sizing::Training training = training_of(question, kind, layout);
  const double state = factor::checkpoint_bytes_per_parameter * sizing::trained_parameters(training);
  const double weights = sizing::total_weight_bytes(*training.shape, question.workload->stored);
  const double wire = network_bytes_s(type);
  SpotJob job;
  was_assumed = !question.mtbf_hours && !price.interruption;
  job.mtbf_hours = factor::mtbf_assumed_hours;
  if (question.mtbf_hours) {
    job.mtbf_hours = *question.mtbf_hours;
  } else if (price.interruption) {
    constexpr double k_percent = 100;
    job.mtbf_hours =
        k_hours_per_month / (-std::log1p(-monthly_percent(*price.interruption) / k_percent) * layout.nodes);
  }
  job.checkpoint_hours = state / (factor::checkpoint_mb_s * k_mega) / k_seconds_per_hour;
  const double restart =
      factor::provision_s + std::ceil(factor::training_image_gb * k_giga / std::min(factor::pull_mb_s * k_mega, wire)) +
      factor::container_start_s + std::ceil(weights / std::min(factor::weights_mb_s * k_mega, wire)) +
      factor::engine_start_s + std::ceil(state / std::min(factor::checkpoint_mb_s * k_mega, wire));
  job.restart_hours = restart / k_seconds_per_hour;
  job.hours = verdict.hours;
  return job;
}

}  // namespace kgpu::recommend
