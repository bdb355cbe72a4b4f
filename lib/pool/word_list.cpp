#include "word_list.hpp"

#include <algorithm>

namespace kgpu::pool {

std::string word_list(const std::vector<std::string>& words, std::string_view last_word) {
  constexpr std::size_t k_most_listed = 8;
  const std::size_t shown = std::min(words.size(), k_most_listed);
  std::string text;
  for (std::size_t i = 0; i < shown; ++i) {
    const bool last = !last_word.empty() && i + 1 == words.size();
    const std::string between = last ? " " + std::string(last_word) + " " : ", ";
    text += (i == 0 ? "" : between) + words[i];
  }
  return shown < words.size() ? text + " and " + std::to_string(words.size() - shown) + " more" : text;
}

std::string name_list(const std::vector<const catalog::InstanceType*>& types) {
  std::vector<std::string> names;
  for (const catalog::InstanceType* type : types) {
    names.emplace_back(type->name);
  }
  return word_list(names);
}

std::vector<std::string> numbers_as_words(const std::vector<std::int64_t>& numbers) {
  std::vector<std::string> words;
  for (const std::int64_t number : numbers) {
    words.push_back(std::to_string(number));
  }
  return words;
}

}  // namespace kgpu::pool
