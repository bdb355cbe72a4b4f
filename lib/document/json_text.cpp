#include "kgpu/document/json_text.hpp"

#include "json_builder.hpp"

#include "kgpu/base/error.hpp"

#include <nlohmann/json.hpp>

#include <string>

namespace kgpu::document {
using output::Json;

Json read_json(std::string_view text, const std::string& name) {
  JsonBuilder builder(JsonRules::as_go_reads);
  if (!nlohmann::json::sax_parse(text, &builder)) {
    throw data_error(
        name + ": " +
        (builder.refusal().empty() ? "no JSON at byte " + std::to_string(builder.position()) : builder.refusal()));
  }
  return builder.take();
}

const Json* value_at(const Json& value, Path path) {
  const Json* at = &value;
  for (const std::string_view key : path) {
    at = at == nullptr ? nullptr : at->find(key);
  }
  return at;
}

std::string text_at(const Json& value, Path path) {
  const Json* const found = value_at(value, path);
  const auto* text = found == nullptr ? nullptr : std::get_if<std::string>(&found->value());
  return text == nullptr ? std::string() : *text;
}

std::span<const Json> items_at(const Json& value, Path path) {
  const Json* const found = value_at(value, path);
  const auto* items = found == nullptr ? nullptr : std::get_if<Json::Array>(&found->value());
  return items == nullptr ? std::span<const Json>() : std::span<const Json>(*items);
}

}  // namespace kgpu::document
