#pragma once

#include "kgpu/base/error.hpp"
#include "kgpu/commands/common_options.hpp"
#include "kgpu/commands/env.hpp"

#include <string>

namespace kgpu::commands {

struct InstanceDescribeOptions {
  std::string type;
  std::string region;  ///< empty: the default one in the table, all with `-o wide`, json and yaml
  PriceOptions prices;
  ReportOptions report;
};

/// `kubectl gpu instance describe TYPE`.
[[nodiscard]] ExitCode run_instance_describe(const InstanceDescribeOptions& options, Env& env);

}  // namespace kgpu::commands
