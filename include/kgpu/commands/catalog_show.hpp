#pragma once

#include "kgpu/base/error.hpp"
#include "kgpu/commands/common_options.hpp"
#include "kgpu/commands/env.hpp"

#include <string>

namespace kgpu::commands {

struct CatalogShowOptions {
  std::string catalog_directory;  ///< `--catalog`; empty for the built-in figures alone
  ReportOptions report;           ///< wide and csv have a row for every source
};

/// `kubectl gpu catalog show`: files, rows, days, sources. Reads no clock.
[[nodiscard]] ExitCode run_catalog_show(const CatalogShowOptions& options, Env& env);

}  // namespace kgpu::commands
