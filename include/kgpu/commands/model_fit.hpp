#pragma once

#include "kgpu/base/error.hpp"
#include "kgpu/commands/common_options.hpp"
#include "kgpu/commands/env.hpp"
#include "kgpu/model/fit.hpp"

#include <string>

namespace kgpu::commands {

struct ModelFitOptions {
  model::WorkloadOptions workload;
  model::Placement placement;
  bool formula_only = false;  ///< no measured rows
  bool explains = false;      ///< how the figures came about, below them
  std::string catalog_directory;
  ReportOptions report;
};

/// `kubectl gpu model fit`: exit 3 when it does not fit, the report is printed all the same.
[[nodiscard]] ExitCode run_model_fit(const ModelFitOptions& given, Env& env);

/// Reads the files of `--config` into the choice: the config, and a `hf_quant_config.json` beside it.
void read_config(model::ModelChoice& choice, const Env& env);

/// `taken as ID (precision)` on stderr, where a name was not an id.
void say_taken_as(const model::Workload& workload, Env& env);

}  // namespace kgpu::commands
