#pragma once

#include "kgpu/base/error.hpp"
#include "kgpu/commands/common_options.hpp"
#include "kgpu/commands/env.hpp"
#include "kgpu/instance/selection.hpp"

#include <optional>

namespace kgpu::commands {

struct InstanceListOptions {
  instance::Filter filter;
  std::optional<instance::SortKey> sort_key;  ///< by provider, accelerator, on-demand price and type when empty
  PriceOptions prices;
  ReportOptions report;
};

/// `kubectl gpu instance list`.
[[nodiscard]] ExitCode run_instance_list(const InstanceListOptions& options, Env& env);

}  // namespace kgpu::commands
