#include "json_stream.hpp"

#include "kgpu/base/text.hpp"
#include "kgpu/document/yaml_plain_scalar.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <sstream>
#include <string_view>
#include <unordered_set>

namespace kgpu::document {
namespace {

using output::Json;

constexpr std::size_t k_most_depth = 200;

/// Builds the value from the parser's events: nlohmann's own tree would take a number's digits and keep the last of two
/// equal keys.
class Builder : public nlohmann::json_sax<nlohmann::json> {
 public:
  [[nodiscard]] Json take() { return std::move(root_); }
  [[nodiscard]] const std::string& failure() const { return failure_; }

  bool null() override { return put(Json()); }
  bool boolean(bool value) override { return put(Json(value)); }
  bool number_integer(number_integer_t value) override { return put(Json(static_cast<std::int64_t>(value))); }
  bool number_unsigned(number_unsigned_t value) override {
    if (value > static_cast<number_unsigned_t>(std::numeric_limits<std::int64_t>::max())) {
      return fail("a number that does not fit: " + std::to_string(value));
    }
    return put(Json(static_cast<std::int64_t>(value)));
  }
  bool number_float(number_float_t value, const string_t& digits) override {
    return put(resolve_plain_scalar(digits).value_or(Json::real(value)));
  }
  bool string(string_t& value) override { return put(Json(std::move(value))); }
  bool binary(binary_t& /*value*/) override { return fail("binary data"); }

  bool start_object(std::size_t /*size*/) override { return begin(Json::object()); }
  bool start_array(std::size_t /*size*/) override { return begin(Json::array()); }
  bool end_object() override { return end(); }
  bool end_array() override { return end(); }
  bool key(string_t& name) override {
    if (!levels_.back().keys.insert(name).second) {
      return fail("the key " + in_quotes(name) + " is there twice");
    }
    levels_.back().key = name;
    return true;
  }

  bool parse_error(std::size_t /*position*/, const std::string& last_token,
                   const nlohmann::detail::exception& error) override {
    const bool ends = std::string_view(error.what()).find("end of input") != std::string_view::npos;
    return fail(ends ? "the text ends within a JSON value" : "no JSON at " + in_quotes(last_token));
  }

 private:
  struct Level {
    Json value;
    std::string key;  ///< read, its value still to come
    std::unordered_set<std::string> keys;
  };

  bool fail(const std::string& what) {
    failure_ = what;
    return false;
  }

  bool begin(Json value) {
    if (levels_.size() == k_most_depth) {
      return fail("nested deeper than " + std::to_string(k_most_depth) + " levels");
    }
    levels_.push_back({.value = std::move(value), .key = {}, .keys = {}});
    return true;
  }

  bool end() {
    Json value = std::move(levels_.back().value);
    levels_.pop_back();
    return put(std::move(value));
  }

  bool put(Json value) {
    if (levels_.empty()) {
      root_ = std::move(value);
    } else if (Level& level = levels_.back(); std::holds_alternative<Json::Object>(level.value.value())) {
      level.value.set(std::move(level.key), std::move(value));
    } else {
      level.value.push(std::move(value));
    }
    return true;
  }

  Json root_;
  std::string failure_;
  std::vector<Level> levels_;
};

std::size_t lines_before(std::string_view text, std::size_t at) {
  return static_cast<std::size_t>(std::ranges::count(text.substr(0, at), '\n'));
}

}  // namespace

std::vector<JsonOfStream> read_json_stream(const std::string& text, std::optional<JsonFailure>& failure) {
  std::vector<JsonOfStream> values;
  std::istringstream stream(text);
  while (stream >> std::ws && stream.peek() != std::istringstream::traits_type::eof()) {
    const auto begin = static_cast<std::size_t>(stream.tellg());
    Builder builder;
    if (!nlohmann::json::sax_parse(stream, &builder, nlohmann::json::input_format_t::json, /*strict=*/false)) {
      stream.clear();
      const std::size_t said = text.find_last_not_of(" \t\r\n") + 1;
      const auto at = std::min(static_cast<std::size_t>(std::max<std::streamoff>(stream.tellg(), 0)), said);
      failure = {.what = builder.failure(), .line = lines_before(text, at) + 1};
      return values;
    }
    values.push_back({builder.take(), lines_before(text, begin) + 1});
  }
  return values;
}

}  // namespace kgpu::document
