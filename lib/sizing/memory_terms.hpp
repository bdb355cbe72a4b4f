#pragma once

#include "kgpu/sizing/terms.hpp"

/// The parts of memory_terms, each where its rules are.
namespace kgpu::sizing {

[[nodiscard]] Terms weight_terms(const Serving& serving);
[[nodiscard]] Term sequence_cache_term(const Serving& serving, const Term& tokens);
[[nodiscard]] Term mean_cache_term(const Serving& serving, const Term& tokens);
[[nodiscard]] Term forward_term(const Serving& serving, const Term& tokens);

}  // namespace kgpu::sizing
