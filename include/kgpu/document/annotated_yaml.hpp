#pragma once

#include "kgpu/output/json.hpp"

#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace kgpu::document {

/// Comments for the lines of a YAML document. A place is a JSON pointer: `/spec/limits`, `/spec/requirements/0/key`;
/// the empty one is the whole document.
class Remarks {
 public:
  /// A line of its own before the place's.
  Remarks& above(const std::string& place, std::string words);
  /// Behind what the place's line says; one sentence, joined by `; ` to what is there.
  Remarks& beside(const std::string& place, const std::string& words);
  /// The first lines within a mapping: what it does not hold.
  Remarks& inside(const std::string& place, std::string words);

  struct Lines {
    std::vector<std::string> above;
    std::string beside;
    std::vector<std::string> inside;
  };
  /// Null when nothing is said of the place.
  [[nodiscard]] const Lines* at(const std::string& place) const;

 private:
  std::map<std::string, Lines, std::less<>> places_;
};

/// A step of a place: `~` and `/` of a key as a JSON pointer has them.
[[nodiscard]] std::string pointer_step(std::string_view key);

/// A mapping as YAML, with comments: block style, lists of scalars on one line where they fit, texts of several lines
/// as literal blocks. What is read back from it is the value. Remarks of a place that is not there are left out.
[[nodiscard]] std::string annotated_yaml(const output::Json& value, const Remarks& remarks);

}  // namespace kgpu::document
