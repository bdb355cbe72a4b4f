#pragma once

#include "command_table.hpp"

#include "kgpu/base/error.hpp"

namespace CLI {
class ParseError;
}

namespace kgpu::app {

/// CLI11's exceptions as ours: its own sentences name neither the command nor the nearest flag.
[[nodiscard]] Error explain(const CLI::ParseError& failure, const CLI::App& verb, const CommandRow& row);

}  // namespace kgpu::app
