#include "json_stream.hpp"

#include "json_builder.hpp"

#include "kgpu/base/text.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <sstream>
#include <string_view>

namespace kgpu::document {
namespace {

std::string failure_of(const JsonBuilder& builder) {
  if (!builder.refusal().empty()) {
    return builder.refusal();
  }
  return builder.ends_early() ? "the text ends within a JSON value" : "no JSON at " + in_quotes(builder.last_token());
}

std::size_t lines_before(std::string_view text, std::size_t at) {
  return static_cast<std::size_t>(std::ranges::count(text.substr(0, at), '\n'));
}

}  // namespace

std::vector<JsonOfStream> read_json_stream(const std::string& text, std::optional<JsonFailure>& failure) {
  std::vector<JsonOfStream> values;
  std::istringstream stream(text);
  while (stream >> std::ws && stream.peek() != std::istringstream::traits_type::eof()) {
    const auto begin = static_cast<std::size_t>(stream.tellg());
    JsonBuilder builder(JsonRules::strict);
    if (!nlohmann::json::sax_parse(stream, &builder, nlohmann::json::input_format_t::json, /*strict=*/false)) {
      stream.clear();
      const std::size_t said = text.find_last_not_of(" \t\r\n") + 1;
      const auto at = std::min(static_cast<std::size_t>(std::max<std::streamoff>(stream.tellg(), 0)), said);
      failure = {.what = failure_of(builder), .line = lines_before(text, at) + 1};
      return values;
    }
    values.push_back({builder.take(), lines_before(text, begin) + 1});
  }
  return values;
}

}  // namespace kgpu::document
