#pragma once

#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

/// Numbers that can say how they came about.
namespace kgpu {

/// A constant of `data/`, with where it is from. Reads as its number.
struct Figure {
  double value = 0;
  std::string_view name;
  std::string_view unit;
  std::string_view file;    ///< of `data/`
  std::string_view source;  ///< where it was published

  // NOLINTNEXTLINE(google-explicit-constructor,hicpp-explicit-conversions): a number in every formula
  constexpr operator double() const { return value; }
};

/// What a number rests on: a flag, or a row of a file of `data/`.
struct Origin {
  std::string_view file;  ///< empty: `row` is a flag, or says how it was assumed
  std::string_view row;
  std::string_view published = {};  ///< where the row was published
};

/// How a number came about: the tree that `--explain` prints.
struct Derivation {
  std::string name;
  double value = 0;
  std::string unit;                  ///< bytes, ms, tokens; empty: a ratio or a count
  std::string formula;               ///< of the names of the children, numbers, + - * / and functions; empty: a leaf
  std::string source;                ///< of a leaf: the flag, or the row with its day
  std::string published;             ///< where that row was published
  std::vector<Derivation> children;  ///< each once, in the order of the formula

  bool operator==(const Derivation&) const = default;
};

class Trace;
struct TraceNode;

/// A number of an evaluation. Where a trace is kept it remembers its terms; elsewhere it is no more than a number.
class Term {
 public:
  constexpr Term() = default;
  // NOLINTNEXTLINE(google-explicit-constructor,hicpp-explicit-conversions): plain numbers stand in formulas
  constexpr Term(double value) : value_(value) {}
  // NOLINTNEXTLINE(google-explicit-constructor,hicpp-explicit-conversions): as do figures
  constexpr Term(const Figure& figure) : value_(figure.value), figure_(&figure) {}

  [[nodiscard]] constexpr double value() const { return value_; }
  /// The same number as a step of its own in the tree.
  [[nodiscard]] Term named(std::string_view name, std::string_view unit = {}) const {
    return node_ == nullptr ? *this : kept_as(name, unit);
  }

  friend Term operator+(const Term& a, const Term& b) { return joined("+", a, b, a.value_ + b.value_); }
  friend Term operator-(const Term& a, const Term& b) { return joined("-", a, b, a.value_ - b.value_); }
  friend Term operator*(const Term& a, const Term& b) { return joined("*", a, b, a.value_ * b.value_); }
  friend Term operator/(const Term& a, const Term& b) { return joined("/", a, b, a.value_ / b.value_); }
  friend Term max(const Term& a, const Term& b) {
    return joined("max", a, b, a.value_ < b.value_ ? b.value_ : a.value_);
  }
  friend Term min(const Term& a, const Term& b) {
    return joined("min", a, b, b.value_ < a.value_ ? b.value_ : a.value_);
  }
  friend Term pow(const Term& a, const Term& b);
  friend Term ceil(const Term& a);
  friend Term log2(const Term& a);

 private:
  friend class Trace;
  friend Derivation derivation_of(const Term& term, const std::function<std::string(const Origin&)>& words);

  static Term joined(std::string_view sign, const Term& a, const Term& b, double value) {
    return a.node_ == nullptr && b.node_ == nullptr ? Term(value) : kept(sign, a, &b, value);
  }
  static Term kept(std::string_view sign, const Term& a, const Term* b, double value);
  [[nodiscard]] Term kept_as(std::string_view name, std::string_view unit) const;

  double value_ = 0;
  const Figure* figure_ = nullptr;
  const TraceNode* node_ = nullptr;
};

/// Keeps how the terms of one evaluation came about; outlives them.
class Trace {
 public:
  Trace();
  ~Trace();
  Trace(const Trace&) = delete;
  Trace& operator=(const Trace&) = delete;
  Trace(Trace&&) = delete;
  Trace& operator=(Trace&&) = delete;

  [[nodiscard]] Term given(double value, std::string_view name, std::string_view unit, const Origin& origin);
  /// Under a name of its own, or the figure's.
  [[nodiscard]] Term given(const Figure& figure, std::string_view name = {});

 private:
  friend class Term;
  const TraceNode* keep(TraceNode node);

  std::vector<std::unique_ptr<const TraceNode>> nodes_;
};

/// A leaf of the tree where a trace is kept, else the number alone.
[[nodiscard]] inline Term given(Trace* trace, double value, std::string_view name, std::string_view unit,
                                const Origin& origin) {
  return trace == nullptr ? Term(value) : trace->given(value, name, unit, origin);
}

[[nodiscard]] inline Term given(Trace* trace, const Figure& figure, std::string_view name = {}) {
  return trace == nullptr ? Term(figure) : trace->given(figure, name);
}

/// The tree of a term; `words` names the file and the row of an origin, and its day.
[[nodiscard]] Derivation derivation_of(const Term& term, const std::function<std::string(const Origin&)>& words);

}  // namespace kgpu
