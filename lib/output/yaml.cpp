#include "json_number.hpp"

#include "kgpu/output/json.hpp"
#include "kgpu/output/yaml_scalar.hpp"

namespace kgpu::output {
namespace {

// A key before `:` on one line may not be longer (YAML 1.1 and 1.2, implicit keys); `? ` begins one that is.
constexpr std::size_t k_longest_plain_key = 1024;

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
  void operator()(const std::string& value) { text += yaml_scalar(value) + '\n'; }

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
      begin_member(yaml_scalar(key));
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
