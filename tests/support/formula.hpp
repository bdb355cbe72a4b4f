#pragma once

#include "kgpu/base/derivation.hpp"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <stdexcept>
#include <string>

/// Reads the formula of a derivation and evaluates it over its children: an independent check of each step.
namespace kgpu::test {

class Formula {
 public:
  explicit Formula(const Derivation& step) : step_(step), text_(step.formula) {}

  double value() {
    const double result = sum();
    if (at_ != text_.size()) {
      throw std::runtime_error("cannot read '" + text_.substr(at_) + "' of '" + text_ + "'");
    }
    return result;
  }

 private:
  bool take(const std::string& word) {
    if (text_.compare(at_, word.size(), word) != 0) {
      return false;
    }
    at_ += word.size();
    return true;
  }

  double sum() {
    double result = product();
    for (;;) {
      if (take(" + ")) {
        result += product();
      } else if (take(" - ")) {
        result -= product();
      } else {
        return result;
      }
    }
  }

  double product() {
    double result = one();
    for (;;) {
      if (take(" * ")) {
        result *= one();
      } else if (take(" / ")) {
        result /= one();
      } else {
        return result;
      }
    }
  }

  double one() {
    const Derivation* longest = nullptr;
    for (const Derivation& child : step_.children) {
      const bool here = text_.compare(at_, child.name.size(), child.name) == 0;
      if (here && (longest == nullptr || child.name.size() > longest->name.size())) {
        longest = &child;
      }
    }
    if (longest != nullptr) {
      at_ += longest->name.size();
      return longest->value;
    }
    for (const char* name : {"max(", "min(", "pow(", "ceil(", "log2(", "("}) {
      if (take(name)) {
        return call(name);
      }
    }
    char* end = nullptr;
    const double number = std::strtod(text_.c_str() + at_, &end);
    if (end == text_.c_str() + at_) {
      throw std::runtime_error("no number at '" + text_.substr(at_) + "' of '" + text_ + "'");
    }
    at_ = static_cast<std::size_t>(end - text_.c_str());
    return number;
  }

  double call(const std::string& name) {
    const double a = sum();
    const double b = take(", ") ? sum() : 0;
    take(")");
    return name == "max("    ? std::max(a, b)
           : name == "min("  ? std::min(a, b)
           : name == "pow("  ? std::pow(a, b)
           : name == "ceil(" ? std::ceil(a)
           : name == "log2(" ? std::log2(a)
                             : a;
  }

  const Derivation& step_;
  std::string text_;
  std::size_t at_ = 0;
};

}  // namespace kgpu::test
