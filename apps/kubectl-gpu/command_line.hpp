#pragma once

#include "kgpu/base/error.hpp"
#include "kgpu/commands/env.hpp"

namespace kgpu::app {

/// Parses `env.arguments`, runs the command, and turns every failure into `error: …` (and `hint: …`) on `env.err` and
/// an exit code of CONTRACTS §2. The one place where exceptions end.
[[nodiscard]] ExitCode run(commands::Env& env);

}  // namespace kgpu::app
