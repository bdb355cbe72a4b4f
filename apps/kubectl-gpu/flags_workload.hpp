#pragma once

#include "command_table.hpp"

#include "kgpu/model/workload.hpp"

#include <cstdint>
#include <string>
#include <string_view>

namespace CLI {
class App;
}  // namespace CLI

/// Flags that say what is to run.
namespace kgpu::app {

/// `MODEL` (or, with `names` of a flag, that), `--config`, `--params`, `--assume-decoder`.
void add_model_flags(CLI::App& verb, model::ModelChoice& choice, Completions& completions,
                     const std::string& names = "MODEL");

/// Precision, lengths, engine and training.
void add_workload_flags(CLI::App& verb, model::WorkloadOptions& options, Completions& completions);

/// `8k` is 8192 tokens, `1m` 1048576. Throws Error{usage} naming `flag`.
[[nodiscard]] std::int64_t parse_tokens(std::string_view text, std::string_view flag, std::int64_t least);

}  // namespace kgpu::app
