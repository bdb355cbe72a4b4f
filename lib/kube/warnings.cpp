#include "warnings.hpp"

#include "server_text.hpp"

#include <algorithm>
#include <optional>

namespace kgpu::kube {
namespace {

constexpr std::string_view k_code = "299";

void skip(std::string_view& text, std::string_view characters) {
  text.remove_prefix(std::min(text.find_first_not_of(characters), text.size()));
}

std::string_view take_word(std::string_view& text) {
  const std::string_view word = text.substr(0, text.find(' '));
  text.remove_prefix(word.size());
  skip(text, " ");
  return word;
}

std::optional<std::string> take_quoted(std::string_view& text) {
  if (!text.starts_with('"')) {
    return std::nullopt;
  }
  std::string result;
  for (std::size_t i = 1; i < text.size(); ++i) {
    if (text[i] == '"') {
      text.remove_prefix(i + 1);
      return result;
    }
    if (text[i] == '\\' && i + 1 < text.size()) {
      ++i;
    }
    result += text[i];
  }
  return std::nullopt;
}

}  // namespace

std::vector<std::string> warning_texts(std::string_view header) {
  std::vector<std::string> texts;
  while (skip(header, " \t,"), !header.empty()) {
    const std::string_view code = take_word(header);
    take_word(header);  // agent, `-` from Kubernetes
    const auto text = take_quoted(header);
    if (code.size() != k_code.size() || !text) {
      return texts;
    }
    if (code == k_code) {
      texts.push_back(neutralised(*text));
    }
    skip(header, " \t");
    if (header.starts_with('"') && !take_quoted(header)) {  // the date
      return texts;
    }
  }
  return texts;
}

}  // namespace kgpu::kube
