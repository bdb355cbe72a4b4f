#include "kgpu/model/levers.hpp"

#include "kgpu/base/error.hpp"

#include <fmt/format.h>

namespace kgpu::model {
namespace {

constexpr std::size_t k_most_levers = 3;
constexpr std::int32_t k_most_devices = 8;

/// One change of the flags.
struct Change {
  std::string flags;
  WorkloadOptions options;
  Placement placement;
  bool is_second = false;  ///< of no interest where a smaller change fits
};

void add_precisions(std::vector<Change>& changes, const WorkloadOptions& options, const Placement& placement,
                    const FitReport& report) {
  const Workload& workload = report.workload;
  const std::string_view weights = report.accelerator->fp8_dense_tflops ? "fp8" : "int4";
  const bool can_cache = workload.cache_bytes_per_value > 1;
  const bool can_store = workload.stored.quantised == nullptr;
  for (const auto& [cache, stored] : {std::pair(true, false), std::pair(false, true), std::pair(true, true)}) {
    if ((cache && !can_cache) || (stored && !can_store)) {
      continue;
    }
    Change change{{}, options, placement, cache && stored};
    if (stored) {
      change.options.precision = weights;
      change.flags = fmt::format("--precision {}", weights);
    }
    if (cache) {
      change.options.kv_precision = "fp8";
      change.flags += std::string(change.flags.empty() ? "" : " ") + "--kv-precision fp8";
    }
    changes.push_back(std::move(change));
  }
}

void add_lengths(std::vector<Change>& changes, const WorkloadOptions& options, const Placement& placement,
                 const FitReport& report) {
  const Workload& workload = report.workload;
  if (const std::int64_t half = workload.context_tokens / 2; half > 0 && workload.task != Task::training) {
    Change change{fmt::format("--context-length {}", half), options, placement, false};
    change.options.context_tokens = half;
    // Their shares of the context stay; lengths of their own would not fit the shorter one.
    change.options.prompt_tokens.reset();
    change.options.output_tokens.reset();
    changes.push_back(std::move(change));
  }
  if (workload.concurrency > 1) {
    Change change{fmt::format("--concurrency {}", workload.concurrency / 2), options, placement, false};
    change.options.concurrency = workload.concurrency / 2;
    changes.push_back(std::move(change));
  }
  if (!options.engine_flags.max_num_seqs) {
    Change change{fmt::format("--max-num-seqs {}", workload.concurrency), options, placement, false};
    change.options.engine_flags.max_num_seqs = workload.concurrency;
    changes.push_back(std::move(change));
  }
}

void add_devices(std::vector<Change>& changes, const WorkloadOptions& options, const Placement& placement) {
  for (std::int32_t count = 2 * placement.count; count <= k_most_devices; count *= 2) {
    Change change{fmt::format("--count {}", count), options, placement, false};
    change.placement.count = count;
    change.placement.tensor_parallel.reset();
    change.placement.pipeline_parallel.reset();
    changes.push_back(std::move(change));
  }
}

}  // namespace

std::vector<Lever> levers_of(const catalog::Catalog& catalog, const WorkloadOptions& options,
                             const Placement& placement, Basis basis, const FitReport& report) {
  std::vector<Lever> levers;
  if (report.fits != sizing::Fits::no || report.workload.task == Task::training) {
    return levers;
  }
  std::vector<Change> changes;
  add_precisions(changes, options, placement, report);
  add_lengths(changes, options, placement, report);
  add_devices(changes, options, placement);
  for (const Change& change : changes) {
    if (levers.size() == k_most_levers) {
      break;
    }
    if (change.is_second && !levers.empty()) {
      continue;
    }
    try {
      const FitReport changed = plan_fit(catalog, change.options, change.placement, basis);
      if (changed.fits && *changed.fits != sizing::Fits::no) {
        levers.push_back({change.flags, *changed.fits});
      }
    } catch (const Error&) {
      continue;  // a type the model cannot be stored in, a degree that does not divide: no lever
    }
  }
  return levers;
}

}  // namespace kgpu::model
