#pragma once

#include <string_view>

namespace kgpu::app {

/// In a source of its own that the build writes, so that a new commit compiles one file.
extern const std::string_view k_version;
extern const std::string_view k_commit;

}  // namespace kgpu::app
