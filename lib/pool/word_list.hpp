#pragma once

#include "kgpu/catalog/tables.hpp"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

/// Lists as sentences have them.
namespace kgpu::pool {

/// `a, b, c`, with `last_word` between the last two when given; at most eight, and then how many more.
[[nodiscard]] std::string word_list(const std::vector<std::string>& words, std::string_view last_word = {});

/// The types' names, so.
[[nodiscard]] std::string name_list(const std::vector<const catalog::InstanceType*>& types);

[[nodiscard]] std::vector<std::string> numbers_as_words(const std::vector<std::int64_t>& numbers);

}  // namespace kgpu::pool
