#pragma once

#include "kgpu/base/error.hpp"
#include "kgpu/commands/common_options.hpp"
#include "kgpu/commands/env.hpp"
#include "kgpu/model/describe.hpp"

#include <string>

namespace kgpu::commands {

struct ModelDescribeOptions {
  model::ModelChoice model;
  std::string catalog_directory;
  ReportOptions report;
};

/// `kubectl gpu model describe MODEL`.
[[nodiscard]] ExitCode run_model_describe(const ModelDescribeOptions& options, Env& env);

struct ModelListOptions {
  std::string part;  ///< of the id; empty for all
  std::string catalog_directory;
  ReportOptions report;
};

/// `kubectl gpu model list`.
[[nodiscard]] ExitCode run_model_list(const ModelListOptions& options, Env& env);

}  // namespace kgpu::commands
