#include "kgpu/output/derivation.hpp"

#include "kgpu/base/memory_size.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <cstdint>

namespace kgpu::output {
namespace {

constexpr double k_exact = 9e15;  // whole numbers up to there are written whole

bool is_whole(double value) {
  return std::abs(value) < k_exact && value == std::floor(value);
}

std::string digits(double value, std::chars_format format, int precision) {
  std::array<char, 64> text{};
  const auto end = std::to_chars(text.data(), text.data() + text.size(), value, format, precision).ptr;
  return {text.data(), end};
}

std::string number_text(double value) {
  constexpr int k_significant = 6;
  constexpr double k_large = 1e5;
  return is_whole(value) || std::abs(value) >= k_large ? digits(value, std::chars_format::fixed, 0)
                                                       : digits(value, std::chars_format::general, k_significant);
}

std::string value_text(const Derivation& step) {
  std::string text = number_text(step.value);
  text += step.unit.empty() ? "" : " " + step.unit;
  if (step.unit == "bytes" && step.value >= static_cast<double>(k_mib)) {
    text += " (" + digits(step.value / static_cast<double>(k_gib), std::chars_format::fixed, 2) + " GiB)";
  }
  return text;
}

class Writer {
 public:
  void write(const Derivation& step, std::size_t depth = 0) {
    text_ += std::string(2 * depth, ' ') + step.name + ": " + value_text(step);
    const bool is_above = std::ranges::any_of(above_, [&](const Derivation* other) { return *other == step; });
    if (is_above) {
      text_ += "  [above]\n";
      return;
    }
    above_.push_back(&step);
    text_ += step.formula.empty() ? "" : " = " + step.formula;
    text_ += step.source.empty() ? "" : "  [" + source_text(step) + "]";
    text_ += '\n';
    for (const Derivation& child : step.children) {
      write(child, depth + 1);
    }
  }

  [[nodiscard]] const std::string& text() const { return text_; }

 private:
  /// Where a row was published is said once.
  [[nodiscard]] std::string source_text(const Derivation& step) const {
    const bool is_known = std::ranges::any_of(above_, [&](const Derivation* other) {
      return other != &step && other->source == step.source && other->published == step.published;
    });
    return step.published.empty() || is_known ? step.source : step.source + ": " + step.published;
  }

  std::string text_;
  std::vector<const Derivation*> above_;
};

Json derivation_json(const Derivation& derivation) {
  Json json = Json::object();
  json.set("name", derivation.name);
  json.set("value", is_whole(derivation.value) ? Json(static_cast<std::int64_t>(derivation.value))
                                               : Json::real(derivation.value));
  const auto set_text = [&](const char* key, const std::string& text) {
    if (!text.empty()) {
      json.set(key, text);
    }
  };
  set_text("unit", derivation.unit);
  set_text("formula", derivation.formula);
  set_text("source", derivation.source);
  set_text("published", derivation.published);
  if (!derivation.children.empty()) {
    json.set("terms", derivations_json(derivation.children));
  }
  return json;
}

}  // namespace

std::string derivations_text(const std::vector<Derivation>& derivations) {
  Writer writer;
  std::string text;
  for (const Derivation& derivation : derivations) {
    const std::size_t start = writer.text().size();
    writer.write(derivation);
    text += "\n" + writer.text().substr(start);
  }
  return text;
}

Json derivations_json(const std::vector<Derivation>& derivations) {
  Json json = Json::array();
  for (const Derivation& derivation : derivations) {
    json.push(derivation_json(derivation));
  }
  return json;
}

}  // namespace kgpu::output
