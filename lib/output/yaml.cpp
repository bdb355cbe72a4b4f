#include "json_number.hpp"

#include "kgpu/base/text.hpp"
#include "kgpu/output/json.hpp"
#include "kgpu/output/yaml_scalar.hpp"

#include <algorithm>
#include <array>

namespace kgpu::output {
namespace {

// What YAML 1.1 reads as a boolean, null or number though it begins with a letter.
constexpr std::array<std::string_view, 10> k_taken_words = {"y",  "n",   "yes",  "no",  "true",
                                                            "on", "off", "null", "nan", "false"};

// A key before `:` on one line may not be longer (YAML 1.1 and 1.2, implicit keys); `? ` begins one that is.
constexpr std::size_t k_longest_plain_key = 1024;

bool is_letter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

/// Words that no YAML parser takes for anything but a string; all else is quoted.
bool is_bare_word(std::string_view text) {
  const auto allowed = [](char c) {
    return is_letter(c) || (c >= '0' && c <= '9') || c == '.' || c == '_' || c == '-' || c == '/';
  };
  return !text.empty() && is_letter(text.front()) && std::ranges::all_of(text, allowed) &&
         std::ranges::find(k_taken_words, to_lower(text)) == k_taken_words.end();
}

std::string scalar(const std::string& text) {
  return is_bare_word(text) ? text : yaml_quoted(text);
}

struct Writer {
  std::string text;
  std::size_t depth = 0;
  /// After `- ` a mapping or list begins on the same line.
  bool on_line_begun = true;

  void begin_line() {
    if (!on_line_begun) {
      text.append(2 * depth, ' ');
    }
    on_line_begun = false;
  }

  void begin_member(const std::string& key) {
    if (key.size() <= k_longest_plain_key) {
      text += key + ':';
      return;
    }
    text += "? " + key + '\n';
    begin_line();
    text += ':';
  }

  void operator()(std::monostate) { text += "null\n"; }
  void operator()(bool value) { text += value ? "true\n" : "false\n"; }
  void operator()(std::int64_t value) { text += std::to_string(value) + '\n'; }
  void operator()(Decimal value) { text += value.to_string() + '\n'; }
  void operator()(double value) { text += shortest_number(value) + '\n'; }
  void operator()(const std::string& value) { text += scalar(value) + '\n'; }

  void operator()(const Json::Array& items) {
    if (items.empty()) {
      text += "[]\n";
      return;
    }
    for (const Json& item : items) {
      begin_line();
      text += "- ";
      ++depth;
      on_line_begun = true;
      std::visit(*this, item.value());
      on_line_begun = false;
      --depth;
    }
  }

  void operator()(const Json::Object& members) {
    if (members.empty()) {
      text += "{}\n";
      return;
    }
    for (const auto& [key, value] : members) {
      begin_line();
      begin_member(scalar(key));
      const auto* array = std::get_if<Json::Array>(&value.value());
      const auto* object = std::get_if<Json::Object>(&value.value());
      const bool below = (array != nullptr && !array->empty()) || (object != nullptr && !object->empty());
      text += below ? '\n' : ' ';
      ++depth;
      on_line_begun = false;
      std::visit(*this, value.value());
      --depth;
    }
  }
};

}  // namespace

std::string to_yaml(const Json& value) {
  Writer writer;
  std::visit(writer, value.value());
  return writer.text;
}

}  // namespace kgpu::output
