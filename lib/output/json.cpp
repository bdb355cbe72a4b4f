#include "kgpu/output/json.hpp"

#include "json_number.hpp"

#include <nlohmann/json.hpp>

#include <array>
#include <charconv>

namespace kgpu::output {
namespace {

std::string quoted(const std::string& text) {
  return nlohmann::json(text).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

struct Writer {
  std::string text;
  std::size_t depth = 0;

  void new_line() {
    text += '\n';
    text.append(2 * depth, ' ');
  }

  void operator()(std::monostate) { text += "null"; }
  void operator()(bool value) { text += value ? "true" : "false"; }
  void operator()(std::int64_t value) { text += std::to_string(value); }
  void operator()(Decimal value) { text += value.to_string(); }
  void operator()(double value) { text += shortest_number(value); }
  void operator()(const std::string& value) { text += quoted(value); }

  void operator()(const Json::Array& items) {
    if (items.empty()) {
      text += "[]";
      return;
    }
    text += '[';
    ++depth;
    for (std::size_t i = 0; i < items.size(); ++i) {
      text += i == 0 ? "" : ",";
      new_line();
      std::visit(*this, items[i].value());
    }
    --depth;
    new_line();
    text += ']';
  }

  void operator()(const Json::Object& members) {
    if (members.empty()) {
      text += "{}";
      return;
    }
    text += '{';
    ++depth;
    for (std::size_t i = 0; i < members.size(); ++i) {
      text += i == 0 ? "" : ",";
      new_line();
      text += quoted(members[i].first) + ": ";
      std::visit(*this, members[i].second.value());
    }
    --depth;
    new_line();
    text += '}';
  }
};

}  // namespace

std::string shortest_number(double value) {
  std::array<char, 32> buffer{};
  char* const last = buffer.data() + buffer.size();
  std::string text(buffer.data(), std::to_chars(buffer.data(), last, value).ptr);
  if (text.find_first_of(".e") == std::string::npos) {
    // Bare digits would be read as an integer, which may not hold them.
    text.assign(buffer.data(), std::to_chars(buffer.data(), last, value, std::chars_format::scientific).ptr);
  }
  if (text.find('.') == std::string::npos) {
    text.insert(text.find('e'), ".0");  // a float of YAML 1.1 has a point
  }
  return text;
}

Json& Json::set(std::string key, Json value) {
  if (!std::holds_alternative<Object>(value_)) {
    value_ = Object{};
  }
  std::get<Object>(value_).emplace_back(std::move(key), std::move(value));
  return *this;
}

Json& Json::push(Json value) {
  if (!std::holds_alternative<Array>(value_)) {
    value_ = Array{};
  }
  std::get<Array>(value_).push_back(std::move(value));
  return *this;
}

Json& Json::replace(const std::string& key, Json value) {
  if (Json* const present = find(key)) {
    *present = std::move(value);
    return *this;
  }
  return set(key, std::move(value));
}

void Json::remove(std::string_view key) {
  if (auto* members = std::get_if<Object>(&value_)) {
    std::erase_if(*members, [key](const auto& member) { return member.first == key; });
  }
}

Json* Json::find(std::string_view key) {
  return const_cast<Json*>(std::as_const(*this).find(key));  // NOLINT(*-const-cast): this object is not const
}

const Json* Json::find(std::string_view key) const {
  if (const auto* members = std::get_if<Object>(&value_)) {
    for (const auto& [name, value] : *members) {
      if (name == key) {
        return &value;
      }
    }
  }
  return nullptr;
}

std::string to_json(const Json& value) {
  Writer writer;
  std::visit(writer, value.value());
  return writer.text + '\n';
}

}  // namespace kgpu::output
