#include "kgpu/base/error.hpp"
#include "kgpu/base/text.hpp"
#include "kgpu/document/template.hpp"
#include "kgpu/output/yaml_scalar.hpp"

namespace kgpu::document {

std::string yaml_quoted(std::string_view text) {
  if (text.find('\0') != std::string_view::npos) {
    throw usage_error("a value holds a NUL byte, which YAML cannot carry: " + in_quotes(text));
  }
  if (!is_valid_utf8(text)) {
    throw usage_error("a value is not UTF-8, which YAML cannot carry: " + in_quotes(text));
  }
  return output::yaml_quoted(text);
}

std::string comment_words(std::string_view text) {
  // The escapes of a quoted scalar are what a comment needs too; its quotes and backslashes may stay.
  std::string words;
  while (!text.empty()) {
    const Utf8Character character = first_utf8_character(text);
    const std::size_t length = character.length == 0 ? 1 : character.length;
    const std::string_view raw = text.substr(0, length);
    if (character.length == 0) {
      words += printable(raw);
    } else if (raw == "\"" || raw == "\\") {
      words += raw;
    } else {
      const std::string quoted = output::yaml_quoted(raw);
      words += quoted.substr(1, quoted.size() - 2);
    }
    text.remove_prefix(length);
  }
  return words;
}

}  // namespace kgpu::document
