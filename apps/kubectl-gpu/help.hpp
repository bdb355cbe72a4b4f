#pragma once

#include "command_table.hpp"

#include <string>
#include <string_view>

namespace kgpu::app {

/// `pool create`, or `version`.
[[nodiscard]] std::string command_name(const CommandRow& row);

[[nodiscard]] std::string program_help();
[[nodiscard]] std::string noun_help(std::string_view noun);
/// An example first, then usage and the flags, so that it fits a screen.
[[nodiscard]] std::string verb_help(const CommandRow& row, const CLI::App& verb);

}  // namespace kgpu::app
