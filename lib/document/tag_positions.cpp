#include "tag_positions.hpp"

#include "kgpu/base/error.hpp"
#include "kgpu/base/text.hpp"

#include <algorithm>

namespace kgpu::document {
namespace {

using Kind = TemplateToken::Kind;

bool is_blank(char c) {
  return c == ' ' || c == '\t';
}

/// Where in the YAML the reader stands, character by character. Sections are read as if all were shown.
struct Place {
  char quote = '\0';           ///< the quote that is open, if any
  std::size_t flow_depth = 0;  ///< open `[` and `{`
  bool in_comment = false;
  std::size_t comment_depth = 0;  ///< sections open where the comment began
  bool comment_may_be_gone = false;
  char previous = '\n';      ///< the last character
  char last_solid = '\n';    ///< the last on this line that is no blank
  char last_of_flow = '\n';  ///< the last that is no blank, on whichever line
  std::size_t sections = 0;  ///< open sections

  /// A quote or bracket is one only where a scalar may begin; elsewhere it belongs to a plain scalar.
  [[nodiscard]] bool scalar_may_begin() const {
    const bool after_indicator = std::string_view("\n:-").find(last_solid) != std::string_view::npos &&
                                 (last_solid == '\n' || is_blank(previous));
    return after_indicator || (flow_depth > 0 && std::string_view("[{,").find(last_solid) != std::string_view::npos);
  }

  void read(char c) {
    if (c == '\n') {
      in_comment = false;
      comment_may_be_gone = false;
      previous = last_solid = '\n';
      return;
    }
    if (in_comment) {
      return;
    }
    if (quote != '\0') {
      // `''` closes and opens again, which comes to the same; `\"` does not close.
      const bool escaped = quote == '"' && previous == '\\';
      quote = c == quote && !escaped ? '\0' : quote;
      previous = escaped && c == '\\' ? ' ' : c;
      last_solid = last_of_flow = quote == '\0' ? '"' : last_solid;
      return;
    }
    if (c == '#' && (previous == '\n' || is_blank(previous))) {
      in_comment = true;
      comment_depth = sections;
      return;
    }
    if ((c == '"' || c == '\'') && scalar_may_begin()) {
      quote = c;
    } else if ((c == '[' || c == '{') && scalar_may_begin()) {
      ++flow_depth;
    } else if ((c == ']' || c == '}') && flow_depth > 0) {
      --flow_depth;
    }
    previous = c;
    last_solid = is_blank(c) ? last_solid : c;
    last_of_flow = is_blank(c) ? last_of_flow : c;
  }

  void open_section() { ++sections; }
  void close_section() {
    --sections;
    comment_may_be_gone = comment_may_be_gone || (in_comment && sections < comment_depth);
  }
};

enum class Left { scalar_begins, line_begins, neither };

/// What stands to the left of token `at`, whichever sections are shown.
Left left_of(const std::vector<TemplateToken>& tokens, std::size_t at, bool in_flow, bool after_blank = false) {
  if (at == 0) {
    return Left::line_begins;
  }
  const TemplateToken& token = tokens[at - 1];
  switch (token.kind) {
    case Kind::variable:
      return Left::neither;
    case Kind::open:
    case Kind::open_inverted:
      // `{{#a}}…{{/a}}{{^a}}…`: only one of the two is ever shown.
      if (at >= 2 && tokens[at - 2].kind == Kind::close && tokens[at - 2].text == token.text &&
          tokens[tokens[at - 2].match].kind != token.kind) {
        return left_of(tokens, tokens[at - 2].match, in_flow, after_blank);
      }
      return left_of(tokens, at - 1, in_flow, after_blank);
    case Kind::close: {
      const Left shown = left_of(tokens, at - 1, in_flow, after_blank);
      const Left left_out = left_of(tokens, token.match, in_flow, after_blank);
      return shown == left_out ? shown : Left::neither;
    }
    case Kind::text:
      break;
  }
  const auto last = token.text.find_last_not_of(" \t");
  const bool blank = after_blank || last + 1 < token.text.size();
  if (last == std::string_view::npos) {
    return left_of(tokens, at - 1, in_flow, true);
  }
  const char c = token.text[last];
  if (c == '\n') {
    return Left::line_begins;
  }
  if (c == '[' || c == '{' || c == ',') {
    return in_flow ? Left::scalar_begins : Left::neither;
  }
  if (c == '-') {
    const bool item = last == 0 ? at == 1 : is_blank(token.text[last - 1]) || token.text[last - 1] == '\n';
    return item && blank ? Left::scalar_begins : Left::neither;
  }
  return c == ':' && blank ? Left::scalar_begins : Left::neither;
}

/// The characters to the right of token `at`, with all sections shown, up to the next variable.
std::string right_of(const std::vector<TemplateToken>& tokens, std::size_t at) {
  std::string text;
  for (++at; at < tokens.size() && tokens[at].kind != Kind::variable && text.size() < 2; ++at) {
    text += tokens[at].kind == Kind::text ? tokens[at].text : std::string_view();
  }
  return text;
}

bool is_whole_scalar(const std::vector<TemplateToken>& tokens, std::size_t at, const Place& place) {
  const bool in_flow = place.flow_depth > 0;
  const Left left = left_of(tokens, at, in_flow);
  const std::string right = right_of(tokens, at) + '\n';
  const bool is_key = right.front() == ':' && (is_blank(right[1]) || right[1] == '\n');
  if (left == Left::neither) {
    return false;
  }
  if (left == Left::line_begins) {
    // In a flow over several lines, an element may begin here or a plain scalar go on.
    const bool element = in_flow && std::string_view("[{,:").find(place.last_of_flow) != std::string_view::npos;
    if (in_flow ? !element : !is_key) {
      return false;
    }
  }
  return is_key || std::string_view(" \t\n,]}").find(right.front()) != std::string_view::npos;
}

void check_tag(std::string_view name, const std::vector<TemplateToken>& tokens, std::size_t at, const Place& place) {
  const TemplateToken& tag = tokens[at];
  std::string why;
  std::string hint;
  if (place.in_comment) {
    why = place.comment_may_be_gone ? "follows a comment that a section may leave out" : "";
  } else if (place.quote != '\0') {
    why = "stands inside quotes";
    hint = "leave the quotes out: a tag brings its own";
  } else if (!is_whole_scalar(tokens, at, place)) {
    why = "does not stand for a whole value";
    hint = "a tag is a value, a list item, a key, or words in a comment, with nothing joined to it";
  }
  if (!why.empty()) {
    throw data_error(std::string(name) + ":" + std::to_string(tag.line) + ": tag " + in_quotes(tag.text) + " " + why,
                     std::move(hint));
  }
}

}  // namespace

TagUse check_tag_positions(std::string_view name, const std::vector<TemplateToken>& tokens) {
  TagUse use;
  Place place;
  for (std::size_t at = 0; at < tokens.size(); ++at) {
    const TemplateToken& token = tokens[at];
    switch (token.kind) {
      case Kind::text:
        std::ranges::for_each(token.text, [&](char c) { place.read(c); });
        break;
      case Kind::open:
      case Kind::open_inverted:
        use.sections.emplace(token.text, token.line);
        place.open_section();
        break;
      case Kind::close:
        place.close_section();
        break;
      case Kind::variable:
        check_tag(name, tokens, at, place);
        use.variables.emplace(token.text, token.line);
        if (!place.in_comment) {
          use.scalars.emplace(token.text);
          place.previous = place.last_solid = place.last_of_flow = 'x';
        }
        break;
    }
  }
  for (const auto& [tag, line] : use.variables) {
    if (use.sections.contains(tag)) {
      throw data_error(std::string(name) + ":" + std::to_string(line) + ": tag " + in_quotes(tag) +
                       " is used both as a value and as a section");
    }
  }
  return use;
}

}  // namespace kgpu::document
