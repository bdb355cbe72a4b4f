#pragma once

#include "kgpu/base/error.hpp"
#include "kgpu/commands/common_options.hpp"
#include "kgpu/commands/env.hpp"

#include <string>

namespace kgpu::commands {

/// What was built. `commit` is `unknown` when the sources were no git checkout.
struct Build {
  std::string version;  ///< project(VERSION)
  std::string commit;   ///< of the checkout; local changes do not show, so that equal sources give equal bytes
};

/// `version`: which program this is, and the day of the newest figure in each file of the catalogue.
[[nodiscard]] ExitCode run_version(const Build& build, output::Format format, Env& env);

}  // namespace kgpu::commands
