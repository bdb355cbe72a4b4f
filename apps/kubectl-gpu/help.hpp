#pragma once

#include "command_table.hpp"

#include <string>
#include <string_view>

namespace kgpu::app {

/// `pool create`, or `version`.
[[nodiscard]] std::string command_name(const CommandRow& row);

/// Columns that every help text keeps to; lines to be copied whole, such as examples, may be longer.
inline constexpr std::size_t k_help_width = 100;

[[nodiscard]] std::string program_help();
[[nodiscard]] std::string noun_help(std::string_view noun);
/// An example first, then usage and the flags, so that it fits a screen.
[[nodiscard]] std::string verb_help(const CommandRow& row, const CLI::App& verb);
/// The flags of the group `k_common_flags` of any verb, each with the verbs that read it; then kubectl's own.
[[nodiscard]] std::string common_flags_help();

}  // namespace kgpu::app
