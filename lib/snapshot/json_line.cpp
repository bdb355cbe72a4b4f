#include "json_line.hpp"

#include "kgpu/output/json.hpp"

#include <algorithm>

namespace kgpu::snapshot {

void JsonLine::comma() {
  if (!levels_.empty() && line_.size() > levels_.back().first) {
    line_ += ',';
  }
}

void JsonLine::begin_member(std::string_view key) {
  comma();
  quoted(key);
  line_ += ':';
}

/// Almost all texts are names: only others need the escapes of the JSON library.
void JsonLine::quoted(std::string_view text) {
  const bool plain = std::ranges::all_of(text, [](char c) { return c >= ' ' && c <= '~' && c != '"' && c != '\\'; });
  if (plain) {
    line_ += '"';
    line_ += text;
    line_ += '"';
    return;
  }
  line_ += output::to_json(output::Json(text));
  line_.pop_back();  // its line end
}

void JsonLine::open_level(std::size_t begin, char mark, bool optional) {
  line_ += mark;
  levels_.push_back({.begin = begin, .first = line_.size(), .close = mark == '{' ? '}' : ']', .optional = optional});
}

void JsonLine::open() {
  const std::size_t begin = line_.size();
  comma();
  open_level(begin, '{', false);
}

void JsonLine::open(std::string_view key) {
  const std::size_t begin = line_.size();
  begin_member(key);
  open_level(begin, '{', true);
}

void JsonLine::open_list(std::string_view key) {
  const std::size_t begin = line_.size();
  begin_member(key);
  open_level(begin, '[', true);
}

void JsonLine::close() {
  const Level level = levels_.back();
  levels_.pop_back();
  if (level.optional && line_.size() == level.first) {
    line_.resize(level.begin);
  } else {
    line_ += level.close;
  }
}

void JsonLine::text(std::string_view key, std::string_view value) {
  if (!value.empty()) {
    text_or_empty(key, value);
  }
}

void JsonLine::text_or_empty(std::string_view key, std::string_view value) {
  begin_member(key);
  quoted(value);
}

void JsonLine::number(std::string_view key, std::int64_t value) {
  if (value != 0) {
    number_or_zero(key, value);
  }
}

void JsonLine::number_or_zero(std::string_view key, std::int64_t value) {
  begin_member(key);
  line_ += std::to_string(value);
}

void JsonLine::truth(std::string_view key, bool value) {
  if (value) {
    begin_member(key);
    line_ += "true";
  }
}

void JsonLine::element(std::string_view text) {
  comma();
  quoted(text);
}

}  // namespace kgpu::snapshot
