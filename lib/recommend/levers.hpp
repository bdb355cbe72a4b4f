#pragma once

#include "search.hpp"

namespace kgpu::recommend {

/// What would change the answer (recommend.md 43): at most three, each computed in full. `best` is the winner, or null
/// when nothing fits; then those that fit are given. `near` is the winner, else what came nearest: its card decides
/// which weights are smaller.
[[nodiscard]] std::vector<Lever> levers(const catalog::Catalog& catalog, const Question& question,
                                        const std::vector<Candidate>& found, const Candidate* best,
                                        const Candidate* near, Memory memory);

/// The row that ranks highest, or null.
[[nodiscard]] const Candidate* best_of(const std::vector<Candidate>& candidates);

/// The one that came nearest where nothing fits, or null.
[[nodiscard]] const Candidate* nearest_of(const std::vector<Candidate>& candidates);

}  // namespace kgpu::recommend
