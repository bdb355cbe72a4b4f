#include "kgpu/base/derivation.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <map>

namespace kgpu {

/// An operation on other nodes, a name for one, or a leaf.
struct TraceNode {
  Trace* trace = nullptr;
  double value = 0;
  std::string sign;  ///< of an operation; `=` gives `a` a name; empty: a leaf
  const TraceNode* a = nullptr;
  const TraceNode* b = nullptr;
  const Figure* figure = nullptr;
  std::string name;  ///< empty: a plain number, or a step without a name
  std::string unit;
  std::string file;
  std::string row;
  std::string published;
};

namespace {

std::string number_text(double value) {
  constexpr double k_exact = 9e15;  // whole numbers up to there are written whole
  std::array<char, 32> text{};
  const bool is_whole = std::abs(value) < k_exact && value == std::floor(value);
  const auto end = is_whole
                       ? std::to_chars(text.data(), text.data() + text.size(), static_cast<std::int64_t>(value)).ptr
                       : std::to_chars(text.data(), text.data() + text.size(), value).ptr;
  return {text.data(), end};
}

int strength(const TraceNode& node) {
  constexpr int k_leaf = 3;
  return !node.name.empty()                     ? k_leaf
         : node.sign == "+" || node.sign == "-" ? 1
         : node.sign == "*" || node.sign == "/" ? 2
                                                : k_leaf;
}

/// Writes one step: the formula down to the next names, which become its children.
class Writer {
 public:
  explicit Writer(const std::function<std::string(const Origin&)>& words) : words_(words) {}

  Derivation write(const TraceNode& node) {
    Derivation result;
    result.name = node.name;
    result.value = node.value;
    result.unit = node.unit;
    if (node.sign.empty()) {
      result.source = words_({node.file, node.row});
      result.published = node.published;
      return result;
    }
    children_ = &result.children;
    result.formula = text(node.sign == "=" ? *node.a : node);
    return result;
  }

 private:
  std::string text(const TraceNode& node) {
    if (!node.name.empty()) {
      return child(node);
    }
    if (node.sign.empty()) {
      return number_text(node.value);
    }
    if (strength(node) > 2) {
      const std::string first = text(*node.a);
      return node.sign + "(" + first + (node.b != nullptr ? ", " + text(*node.b) : "") + ")";
    }
    const std::string left = part(*node.a, strength(*node.a) < strength(node));
    const bool keeps_order = node.sign == "-" || node.sign == "/";
    const int right = strength(*node.b);
    return left + " " + node.sign + " " +
           part(*node.b, right < strength(node) || (keeps_order && right == strength(node)));
  }

  std::string part(const TraceNode& node, bool in_brackets) {
    return in_brackets ? "(" + text(node) + ")" : text(node);
  }

  /// The name it has among the children, where it is written once.
  std::string child(const TraceNode& node) {
    const auto known = names_.find(&node);
    if (known != names_.end()) {
      return known->second;
    }
    Derivation derivation = Writer(words_).write(node);
    for (const Derivation& other : *children_) {
      if (other == derivation) {
        return names_.emplace(&node, other.name).first->second;
      }
    }
    const auto taken = [&](const std::string& name) {
      return std::ranges::any_of(*children_, [&](const Derivation& other) { return other.name == name; });
    };
    const std::string base = derivation.name;
    for (int i = 2; taken(derivation.name); ++i) {
      derivation.name = base + " #" + std::to_string(i);
    }
    children_->push_back(derivation);
    return names_.emplace(&node, derivation.name).first->second;
  }

  const std::function<std::string(const Origin&)>& words_;
  std::vector<Derivation>* children_ = nullptr;
  std::map<const TraceNode*, std::string> names_;
};

}  // namespace

Trace::Trace() = default;
Trace::~Trace() = default;

const TraceNode* Trace::keep(TraceNode node) {
  node.trace = this;
  return nodes_.emplace_back(std::make_unique<const TraceNode>(std::move(node))).get();
}

Term Trace::given(double value, std::string_view name, std::string_view unit, const Origin& origin) {
  TraceNode node;
  node.value = value;
  node.name = name;
  node.unit = unit;
  node.file = origin.file;
  node.row = origin.row;
  node.published = origin.published;
  Term term(value);
  term.node_ = keep(std::move(node));
  return term;
}

Term Trace::given(const Figure& figure, std::string_view name) {
  std::string words(name.empty() ? figure.name : name);
  std::ranges::replace(words, '_', ' ');
  const std::string_view unit = figure.unit == "ratio" ? std::string_view() : figure.unit;
  return given(figure.value, words, unit, {figure.file, figure.name, figure.source});
}

Term Term::kept_as(std::string_view name, std::string_view unit) const {
  TraceNode node;
  node.value = value_;
  node.sign = "=";
  node.a = node_;
  node.name = name;
  node.unit = unit;
  Term term(value_);
  term.node_ = node_->trace->keep(std::move(node));
  return term;
}

Term Term::kept(std::string_view sign, const Term& a, const Term* b, double value) {
  Trace& trace = *(a.node_ != nullptr ? a.node_ : b->node_)->trace;
  const auto node_of = [&](const Term& term) {
    if (term.node_ != nullptr) {
      return term.node_;
    }
    if (term.figure_ != nullptr) {
      return trace.given(*term.figure_).node_;
    }
    TraceNode plain;
    plain.value = term.value_;
    return trace.keep(std::move(plain));
  };
  TraceNode node;
  node.value = value;
  node.sign = sign;
  node.a = node_of(a);
  node.b = b != nullptr ? node_of(*b) : nullptr;
  Term term(value);
  term.node_ = trace.keep(std::move(node));
  return term;
}

Term pow(const Term& a, const Term& b) {
  return Term::joined("pow", a, b, std::pow(a.value_, b.value_));
}

Term ceil(const Term& a) {
  const double value = std::ceil(a.value_);
  return a.node_ == nullptr ? Term(value) : Term::kept("ceil", a, nullptr, value);
}

Term log2(const Term& a) {
  const double value = std::log2(a.value_);
  return a.node_ == nullptr ? Term(value) : Term::kept("log2", a, nullptr, value);
}

Derivation derivation_of(const Term& term, const std::function<std::string(const Origin&)>& words) {
  if (term.node_ == nullptr) {
    Derivation plain;
    plain.value = term.value_;
    return plain;
  }
  return Writer(words).write(*term.node_);
}

}  // namespace kgpu
