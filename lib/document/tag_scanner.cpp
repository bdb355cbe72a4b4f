#include "tag_scanner.hpp"

#include "kgpu/base/error.hpp"
#include "kgpu/base/text.hpp"

#include <algorithm>

namespace kgpu::document {
namespace {

using Kind = TemplateToken::Kind;

Error bad_template(std::string_view name, std::size_t line, const std::string& what, std::string hint = {}) {
  return data_error(std::string(name) + ":" + std::to_string(line) + ": " + what, std::move(hint));
}

bool is_tag_name(std::string_view name) {
  return !name.empty() &&
         std::ranges::all_of(name, [](char c) { return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '_'; });
}

Kind kind_of(char mark) {
  return mark == '#' ? Kind::open : mark == '^' ? Kind::open_inverted : Kind::close;
}

std::size_t count_lines(std::string_view text) {
  return static_cast<std::size_t>(std::ranges::count(text, '\n'));
}

/// One tag, between its braces. Adds nothing for a comment.
void add_tag(std::vector<TemplateToken>& tokens, std::string_view name, std::string_view inside, std::size_t line) {
  const char mark = inside.empty() ? ' ' : inside.front();
  switch (mark) {
    case '!':
      return;
    case '{':
    case '&':
      throw bad_template(name, line, "an unescaped tag, '{{{' or '{{&', is refused: its value could break the YAML",
                         "write {{name}}");
    case '>':
      throw bad_template(name, line, "a partial, '{{>', is refused: each template is one whole file");
    case '=':
      throw bad_template(name, line, "a change of delimiters, '{{=', is refused");
    default:
      break;
  }
  const bool is_section = mark == '#' || mark == '^' || mark == '/';
  const std::string_view tag = trim(is_section ? inside.substr(1) : inside);
  if (!is_tag_name(tag)) {
    throw bad_template(name, line, "no tag name: " + in_quotes(inside) + " (lower-case letters, digits and '_')");
  }
  tokens.push_back({.kind = is_section ? kind_of(mark) : Kind::variable, .text = tag, .line = line});
}

void match_sections(std::vector<TemplateToken>& tokens, std::string_view name) {
  std::vector<std::size_t> open;
  for (std::size_t i = 0; i < tokens.size(); ++i) {
    TemplateToken& token = tokens[i];
    if (token.kind == Kind::open || token.kind == Kind::open_inverted) {
      open.push_back(i);
    } else if (token.kind == Kind::close) {
      if (open.empty() || tokens[open.back()].text != token.text) {
        throw bad_template(name, token.line, "section " + in_quotes(token.text) + " ends but did not begin here");
      }
      token.match = open.back();
      tokens[open.back()].match = i;
      open.pop_back();
    }
  }
  if (!open.empty()) {
    const TemplateToken& token = tokens[open.back()];
    throw bad_template(name, token.line, "section " + in_quotes(token.text) + " does not end");
  }
}

/// A line of nothing but section tags, comments and blanks, with at least one tag.
bool is_standalone(std::string_view line) {
  bool has_tag = false;
  for (line = trim(line); !line.empty(); line = trim(line)) {
    const auto end = line.find("}}");
    const bool is_section =
        line.starts_with("{{#") || line.starts_with("{{^") || line.starts_with("{{/") || line.starts_with("{{!");
    if (!is_section || end == std::string_view::npos) {
      return false;
    }
    has_tag = true;
    line.remove_prefix(end + 2);
  }
  return has_tag;
}

}  // namespace

std::vector<TemplateToken> scan_tags(std::string_view name, std::string_view text) {
  std::vector<TemplateToken> tokens;
  std::size_t line = 1;
  while (!text.empty()) {
    const auto begin = std::min(text.find("{{"), text.size());
    if (begin > 0) {
      const std::string_view plain = text.substr(0, begin);
      tokens.push_back({.kind = Kind::text, .text = plain, .line = line});
      line += count_lines(plain);
      text.remove_prefix(begin);
      continue;
    }
    const auto end = text.find("}}");
    const std::string_view inside = text.substr(2, std::min(end, text.size()) - 2);
    if (end == std::string_view::npos || inside.find('\n') != std::string_view::npos) {
      throw bad_template(name, line, "a tag does not end on its line");
    }
    add_tag(tokens, name, inside, line);
    text.remove_prefix(end + 2);
  }
  match_sections(tokens, name);
  return tokens;
}

std::string without_standalone_lines(std::string_view text) {
  std::string result;
  while (!text.empty()) {
    const auto end = std::min(text.find('\n'), text.size() - 1) + 1;
    std::string_view line = text.substr(0, end);
    text.remove_prefix(end);
    const std::string_view content = line.ends_with('\n') ? line.substr(0, line.size() - 1) : line;
    result += is_standalone(content) ? trim(content) : line;
  }
  return result;
}

}  // namespace kgpu::document
