#pragma once

#include "kgpu/recommend/answer.hpp"

#include <string>
#include <vector>

/// How a choice of hardware is told (recommend.md 45).
namespace kgpu::pool {

/// `2 x Inferentia2 on 2 x inf2.xlarge, $1.52 an hour`: what runs the whole need.
[[nodiscard]] std::string row_words(const recommend::Row& row);

/// What is run, how it fits, what it costs; `types` is how many are in the pool.
[[nodiscard]] std::vector<std::string> reasons_for(const recommend::Question& question, const recommend::Row& winner,
                                                   std::size_t types);

}  // namespace kgpu::pool
