#pragma once

#include "kgpu/base/error.hpp"
#include "kgpu/commands/env.hpp"
#include "kgpu/commands/output_directory.hpp"

#include <string>

namespace kgpu::commands {

struct CatalogExportOptions {
  std::string catalog_directory;  ///< `--catalog`: what is exported is the catalogue with this laid over it
  std::string output_directory;
  Overwrite overwrite = Overwrite::no;
};

/// `kubectl gpu catalog export`: the files of the catalogue, to edit and to read back with `--catalog`.
[[nodiscard]] ExitCode run_catalog_export(const CatalogExportOptions& options, Env& env);

}  // namespace kgpu::commands
