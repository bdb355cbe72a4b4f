#include "kgpu/document/document.hpp"

#include <algorithm>
#include <string_view>

namespace kgpu::document {
namespace {

bool is_blank(char c) {
  return c == ' ' || c == '\t';
}

std::size_t indent_of(std::string_view line) {
  return std::min(line.find_first_not_of(" \t"), line.size());
}

/// Finds where comments begin, one line after the other.
class CommentFinder {
 public:
  /// How much of the line stays; the line's size when it has no comment.
  std::size_t content_size(std::string_view line) {
    const std::size_t indent = indent_of(line);
    if (indent == line.size()) {
      return line.size();
    }
    if (block_ && static_cast<std::ptrdiff_t>(indent) > parent_) {
      return line.size();  // text of a block scalar
    }
    block_ = false;
    std::size_t at = quote_ == '\0' ? indent : read_quoted(line, 0);
    if (quote_ == '\0' && at == indent) {
      const bool continues = plain_open_ && (flow_depth_ > 0 || static_cast<std::ptrdiff_t>(indent) > parent_);
      plain_open_ = false;
      if (continues && line[indent] != '#') {
        at = read_plain(line, indent);
      } else if (flow_depth_ == 0) {
        parent_ = parent_column(line, indent);
      }
    }
    if (quote_ == '\0' && flow_depth_ == 0 && is_document_start(line)) {
      at = 3;
    }
    return read_tokens(line, at);
  }

 private:
  static bool is_document_start(std::string_view line) {
    return line.starts_with("---") && (line.size() == 3 || is_blank(line[3]));
  }

  std::size_t read_tokens(std::string_view line, std::size_t at) {
    while (at < line.size() && quote_ == '\0') {
      const char c = line[at];
      const bool begins_word = at == 0 || is_blank(line[at - 1]);
      if (is_blank(c)) {
        ++at;
      } else if (c == '#' && begins_word) {
        return at;
      } else if (c == '"' || c == '\'') {
        plain_open_ = false;
        quote_ = c;
        at = read_quoted(line, at + 1);
      } else if (is_indicator(line, at)) {
        plain_open_ = false;
        flow_depth_ += c == '[' || c == '{' ? 1U : 0U;
        flow_depth_ -= (c == ']' || c == '}') && flow_depth_ > 0 ? 1U : 0U;
        ++at;
      } else if (c == '&' || c == '!' || c == '*') {  // anchor, tag, alias: what they stand before comes next
        at = std::min(line.find_first_of(flow_depth_ > 0 ? " \t,]}" : " \t", at), line.size());
      } else if ((c == '|' || c == '>') && flow_depth_ == 0) {
        block_ = true;
        at = std::min(line.find_first_of(" \t", at), line.size());
      } else {
        at = read_plain(line, at);
      }
    }
    return line.size();
  }

  [[nodiscard]] bool is_indicator(std::string_view line, std::size_t at) const {
    const char c = line[at];
    if (c == '[' || c == '{' || (flow_depth_ > 0 && (c == ']' || c == '}' || c == ','))) {
      return true;
    }
    const bool ends_word = at + 1 == line.size() || is_blank(line[at + 1]);
    return c == ':' ? ends_word || flow_depth_ > 0 : (c == '-' || c == '?') && ends_word;
  }

  /// A plain scalar, up to a comment, a key's colon, or in a flow what ends an element.
  std::size_t read_plain(std::string_view line, std::size_t at) {
    plain_open_ = true;
    for (; at < line.size(); ++at) {
      const char c = line[at];
      const bool after_blank = at > 0 && is_blank(line[at - 1]);
      const bool before_blank = at + 1 == line.size() || is_blank(line[at + 1]);
      const bool flow_end = flow_depth_ > 0 && std::string_view(",[]{}").find(c) != std::string_view::npos;
      if ((c == '#' && after_blank) || (c == ':' && (before_blank || is_flow_colon(line, at))) || flow_end) {
        break;
      }
    }
    return at;
  }

  [[nodiscard]] bool is_flow_colon(std::string_view line, std::size_t at) const {
    return flow_depth_ > 0 && std::string_view(",[]{}").find(line[at + 1]) != std::string_view::npos;
  }

  /// To behind the closing quote, or to the end of the line when it is not on this one.
  std::size_t read_quoted(std::string_view line, std::size_t at) {
    for (; at < line.size(); ++at) {
      if (quote_ == '"' && line[at] == '\\') {
        ++at;
      } else if (line[at] == quote_) {
        if (quote_ == '\'' && at + 1 < line.size() && line[at + 1] == '\'') {
          ++at;
          continue;
        }
        quote_ = '\0';
        return at + 1;
      }
    }
    return line.size();
  }

  /// The column that text of a block scalar or of a plain scalar over several lines must stand right of.
  [[nodiscard]] static std::ptrdiff_t parent_column(std::string_view line, std::size_t indent) {
    if (is_document_start(line)) {
      return -1;
    }
    auto column = static_cast<std::ptrdiff_t>(indent);
    std::size_t at = indent;
    while (at + 1 < line.size() && (line[at] == '-' || line[at] == '?') && is_blank(line[at + 1])) {
      const std::size_t next = std::min(line.find_first_not_of(" \t", at + 1), line.size());
      const bool holds_scalar = next < line.size() && (line[next] == '|' || line[next] == '>');
      column = static_cast<std::ptrdiff_t>(holds_scalar ? at : next);
      at = next;
    }
    const bool is_scalar_alone = at == indent && at < line.size() && (line[at] == '|' || line[at] == '>');
    return is_scalar_alone ? column - 1 : column;
  }

  char quote_ = '\0';
  bool block_ = false;
  bool plain_open_ = false;
  std::size_t flow_depth_ = 0;
  std::ptrdiff_t parent_ = -1;
};

}  // namespace

std::string without_comments(const std::string& yaml) {
  std::string result;
  CommentFinder finder;
  std::string_view rest = yaml;
  for (bool first = true; !rest.empty(); first = false) {
    const auto end = std::min(rest.find('\n'), rest.size());
    const std::string_view line = rest.substr(0, end);
    const std::string_view line_end = rest.substr(end, 1);
    rest.remove_prefix(end + line_end.size());
    const std::size_t size = finder.content_size(line);
    if (size == line.size() || (first && size == 0)) {
      result.append(line).append(line_end);
      continue;
    }
    const std::string_view content = line.substr(0, line.find_last_not_of(" \t", size == 0 ? 0 : size - 1) + 1);
    if (size > 0 && !content.empty() && indent_of(content) < content.size()) {
      result.append(content).append(line_end);
    }
  }
  return result;
}

}  // namespace kgpu::document
