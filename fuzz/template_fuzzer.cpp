// A template from outside (`--templates`): filled, or refused with an Error. Where a harmless value came out as a
// whole scalar, so does a hostile one, and nothing else moves.
#include "kgpu/base/error.hpp"
#include "kgpu/document/document.hpp"
#include "kgpu/document/template.hpp"

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <optional>
#include <string>
#include <variant>

namespace {

using kgpu::document::TemplateData;
using kgpu::output::Json;

const std::string k_harmless = "Qv";
const std::string k_hostile = "a\": [b, {c: d}] #'\n- e: {{text}} \\\u2028f\u0085g: |\n";

TemplateData data_with(const std::string& value) {
  TemplateData item;
  item.text("key", value).comment("words", value);
  TemplateData data;
  data.text("text", value).number("number", 7).boolean("flag", true).comment("words", value);
  data.section("on", true).section("off", false).list("list", {item, item});
  return data;
}

/// The tree with hostile texts made harmless again; empty when the harmless text is but a part of some scalar.
std::optional<Json> normal(const Json& json) {
  if (const auto* text = std::get_if<std::string>(&json.value())) {
    const bool part = text->find(k_harmless) != std::string::npos && *text != k_harmless;
    return part ? std::nullopt : std::optional(Json(*text == k_hostile ? k_harmless : *text));
  }
  if (const auto* items = std::get_if<Json::Array>(&json.value())) {
    Json array = Json::array();
    for (const Json& item : *items) {
      const auto below = normal(item);
      if (!below) {
        return std::nullopt;
      }
      array.push(*below);
    }
    return array;
  }
  if (const auto* members = std::get_if<Json::Object>(&json.value())) {
    Json object = Json::object();
    for (const auto& [key, value] : *members) {
      const auto name = normal(Json(key));
      const auto below = normal(value);
      if (!name || !below) {
        return std::nullopt;
      }
      object.set(std::get<std::string>(name->value()), *below);
    }
    return object;
  }
  return json;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string text(reinterpret_cast<const char*>(data), size);
  std::optional<Json> expected;
  std::string hostile;
  try {
    const auto templates = kgpu::document::TemplateSet::of({{"t.yaml", text}});
    const std::string harmless = templates.render("t.yaml", data_with(k_harmless));
    hostile = templates.render("t.yaml", data_with(k_hostile));
    expected = normal(kgpu::document::yaml_to_json(harmless, "harmless"));
  } catch (const kgpu::Error&) {
    return 0;
  }
  if (expected && normal(kgpu::document::yaml_to_json(hostile, "hostile")) != expected) {
    std::abort();
  }
  return 0;
}
