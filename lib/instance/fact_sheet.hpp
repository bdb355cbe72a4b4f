#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace kgpu::instance {

/// Keys and values as `kubectl describe` lays them out: the values of a section under each other, sections indented.
class FactSheet {
 public:
  /// A line; left out when there is nothing known.
  void add(std::string key, std::string value);
  /// `KEY:` alone; what follows is indented until `end_section`.
  void begin_section(std::string key);
  void end_section() { --depth_; }
  /// Ready lines (a table), indented as a section's are.
  void add_block(const std::string& lines);

  [[nodiscard]] std::string text() const;

 private:
  struct Line {
    std::size_t depth = 0;
    std::string key;  ///< empty: `value` is a whole line
    std::string value;
  };
  std::vector<Line> lines_;
  std::size_t depth_ = 0;
};

}  // namespace kgpu::instance
