#pragma once

#include "kgpu/commands/need.hpp"

namespace CLI {
class App;
}  // namespace CLI

/// Flags that say how much is to run, and how well.
namespace kgpu::app {

/// `--requests-per-second`, `--tokens-per-second`, `--train-tokens`.
void add_need_load_flags(CLI::App& verb, commands::NeedOptions& need);

/// `--max-tpot`, `--max-ttft`, `--max-price`, `--max-hours`, `--max-nodes`, `--mtbf`.
void add_need_limit_flags(CLI::App& verb, commands::NeedOptions& need);

/// `--formula-only`.
void add_need_basis_flag(CLI::App& verb, commands::NeedOptions& need);

}  // namespace kgpu::app
