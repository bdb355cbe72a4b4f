#pragma once

#include "kgpu/commands/env.hpp"
#include "kgpu/system/files.hpp"

#include <string>
#include <vector>

namespace kgpu::commands {

enum class Overwrite { no, yes };

/// What `--output-dir DIR [--overwrite]` does: writes the files below `directory` (paths are relative to it), whole or
/// not at all, and prints their paths on stdout. Throws Error{io} naming what is there already with other contents,
/// unless it may be overwritten; then nothing is written.
void write_to_directory(const std::string& directory, std::vector<system::FileText> files, Overwrite overwrite,
                        Env& env);

}  // namespace kgpu::commands
