#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace kgpu::snapshot {

/// JSON on one line, written as it comes. What has no value is left out: a text that is empty, a number that is 0, an
/// object or a list without members.
class JsonLine {
 public:
  void open();                           ///< an object: the whole, or an element of a list
  void open(std::string_view key);       ///< a member that is an object
  void open_list(std::string_view key);  ///< a member that is a list
  void close();                          ///< what was opened last
  void text(std::string_view key, std::string_view value);
  void text_or_empty(std::string_view key, std::string_view value);
  void number(std::string_view key, std::int64_t value);
  void number_or_zero(std::string_view key, std::int64_t value);
  void truth(std::string_view key, bool value);
  void element(std::string_view text);

  [[nodiscard]] const std::string& line() const { return line_; }
  void clear() { line_.clear(); }
  void end_line() { line_ += '\n'; }

 private:
  struct Level {
    std::size_t begin;  ///< where it began, its key and comma included
    std::size_t first;  ///< where its first member stands
    char close;
    bool optional;
  };

  void comma();
  void begin_member(std::string_view key);
  void quoted(std::string_view text);
  void open_level(std::size_t begin, char mark, bool optional);

  std::string line_;
  std::vector<Level> levels_;
};

}  // namespace kgpu::snapshot
