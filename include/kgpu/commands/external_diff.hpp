#pragma once

#include "kgpu/base/error.hpp"
#include "kgpu/commands/env.hpp"
#include "kgpu/document/difference.hpp"

#include <optional>
#include <span>
#include <string>
#include <vector>

namespace kgpu::commands {

/// The user's own program for comparing, with kubectl's rules (kubernetes-client 5.4).
struct DiffProgram {
  std::string command;
  std::vector<std::string> args;      ///< after the two folders
  std::vector<std::string> left_out;  ///< words that kubectl does not pass on: others than letters, digits, `-` and `=`
};

/// What KUBECTL_EXTERNAL_DIFF names, split at spaces; empty where it is not set: then the built-in comparison is shown.
[[nodiscard]] std::optional<DiffProgram> external_diff(const Env& env);

/// Runs it on two private folders, LIVE-… and MERGED-…, a file an object, and removes them, by Ctrl-C too. Its output
/// is ours. `failed` where it says 1, that something differs. Throws Error{io} where it cannot be run or says more
/// than 1.
[[nodiscard]] ExitCode run_external_diff(const DiffProgram& program, std::span<const document::Comparison> comparisons,
                                         Env& env);

}  // namespace kgpu::commands
