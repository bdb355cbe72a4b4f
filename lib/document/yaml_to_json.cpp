#include "kgpu/base/error.hpp"
#include "kgpu/base/text.hpp"
#include "kgpu/document/document.hpp"
#include "kgpu/document/yaml_plain_scalar.hpp"

#include <yaml-cpp/eventhandler.h>
#include <yaml-cpp/exceptions.h>
#include <yaml-cpp/mark.h>
#include <yaml-cpp/parser.h>

#include <algorithm>
#include <optional>
#include <sstream>
#include <string_view>
#include <unordered_set>

namespace kgpu::document {
namespace {

using output::Json;

constexpr std::size_t k_most_depth = 200;

/// yaml-cpp 0.7 makes single bytes of the escapes `\N` and `\_`; they stand for U+0085 and U+00A0. The text around them
/// is UTF-8, so a byte that is none can only be one of the two.
std::string as_utf8(const std::string& value) {
  if (is_valid_utf8(value)) {
    return value;
  }
  std::string result;
  for (std::string_view rest = value; !rest.empty();) {
    const std::size_t length = first_utf8_character(rest).length;
    result += length == 0 ? "\xc2" : "";
    result += rest.substr(0, std::max<std::size_t>(length, 1));
    rest.remove_prefix(std::max<std::size_t>(length, 1));
  }
  return result;
}

/// Builds the value from the parser's events, so that depth, tags and repeated keys are seen where they stand.
class Builder : public YAML::EventHandler {
 public:
  Builder(const std::string& name, std::size_t first_line) : name_(name), first_line_(first_line) {}

  [[nodiscard]] Json take() { return std::move(root_); }
  /// Where the last scalar that was read begins.
  [[nodiscard]] const YAML::Mark& last_scalar() const { return last_scalar_; }
  [[nodiscard]] Error refused(const YAML::Mark& mark, const std::string& what) const {
    // An event without a place (an empty value) has line -1.
    const std::string line =
        mark.line < 0 ? "" : ":" + std::to_string(first_line_ + static_cast<std::size_t>(mark.line));
    return data_error(name_ + line + ": " + what);
  }

  void OnDocumentStart(const YAML::Mark& mark) override {
    if (documents_++ > 0) {
      throw refused(mark, "more than one YAML document");
    }
  }
  void OnDocumentEnd() override {}

  void OnNull(const YAML::Mark& mark, YAML::anchor_t anchor) override { add(mark, {}, anchor, Json()); }
  void OnAlias(const YAML::Mark& mark, YAML::anchor_t /*anchor*/) override {
    throw refused(mark, "aliases are not accepted");
  }

  void OnScalar(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                const std::string& value) override {
    last_scalar_ = mark;
    const bool is_plain = tag == "?" || tag.empty();
    if (is_plain && value == "<<" && expects_key()) {
      throw refused(mark, "merge keys are not accepted");
    }
    const auto resolved = is_plain ? resolve_plain_scalar(value) : std::optional(Json(as_utf8(value)));
    if (!resolved) {
      throw refused(mark, "a number that JSON cannot carry: " + in_quotes(value));
    }
    add(mark, tag, anchor, *resolved);
  }

  void OnSequenceStart(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                       YAML::EmitterStyle::value /*style*/) override {
    begin(mark, tag, anchor, Json::array());
  }
  void OnSequenceEnd() override { end(); }
  void OnMapStart(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                  YAML::EmitterStyle::value /*style*/) override {
    begin(mark, tag, anchor, Json::object());
  }
  void OnMapEnd() override { end(); }

 private:
  struct Level {
    Json value;
    bool is_map = false;
    std::optional<std::string> key;  ///< read, its value still to come
    std::unordered_set<std::string> keys;
  };

  [[nodiscard]] bool expects_key() const {
    return !levels_.empty() && levels_.back().is_map && !levels_.back().key.has_value();
  }

  void check(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor) const {
    if (anchor != 0) {
      throw refused(mark, "anchors are not accepted");
    }
    if (!tag.empty() && tag != "?" && tag != "!") {
      throw refused(mark, "tags are not accepted: " + in_quotes(tag));
    }
  }

  void begin(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor, Json value) {
    check(mark, tag, anchor);
    if (expects_key()) {
      throw refused(mark, "a list or mapping as a key");
    }
    if (levels_.size() == k_most_depth) {
      throw refused(mark, "nested deeper than " + std::to_string(k_most_depth) + " levels");
    }
    const bool is_map = std::holds_alternative<Json::Object>(value.value());
    levels_.push_back({.value = std::move(value), .is_map = is_map, .key = {}, .keys = {}});
  }

  void end() {
    Json value = std::move(levels_.back().value);
    levels_.pop_back();
    put(std::move(value));
  }

  void add(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor, Json value) {
    check(mark, tag, anchor);
    if (!expects_key()) {
      put(std::move(value));
      return;
    }
    std::string key = key_text(mark, value);
    if (!levels_.back().keys.insert(key).second) {
      throw refused(mark, "the key " + in_quotes(key) + " is there twice");
    }
    levels_.back().key = std::move(key);
  }

  /// A key that is no string becomes what JSON would print for it, as kubectl has it: `on: x` is `true: x`.
  [[nodiscard]] std::string key_text(const YAML::Mark& mark, const Json& value) const {
    if (const auto* text = std::get_if<std::string>(&value.value())) {
      return *text;
    }
    if (std::holds_alternative<std::monostate>(value.value())) {
      throw refused(mark, "a key is empty or null");
    }
    std::string text = output::to_json(value);
    text.pop_back();  // its line end
    return text;
  }

  void put(Json value) {
    if (levels_.empty()) {
      root_ = std::move(value);
    } else if (Level& level = levels_.back(); level.is_map) {
      level.value.set(std::move(*level.key), std::move(value));
      level.key.reset();
    } else {
      level.value.push(std::move(value));
    }
  }

  const std::string& name_;
  std::size_t first_line_;
  int documents_ = 0;
  YAML::Mark last_scalar_ = YAML::Mark::null_mark();
  Json root_;
  std::vector<Level> levels_;
};

/// What YAML allows in a text at all (1.1 and 1.2): UTF-8, of the control characters only tab, line ends and U+0085.
/// Says which line is not so; yaml-cpp would take such bytes for UTF-16, or as they are.
void check_characters(std::string_view text, const std::string& name, std::size_t line) {
  while (!text.empty()) {
    const auto [code, length] = first_utf8_character(text);
    const bool control =
        code < 0x20 ? code != '\t' && code != '\n' && code != '\r' : code >= 0x7f && code < 0xa0 && code != 0x85;
    if (length == 0 || control || code == 0xfffe || code == 0xffff) {
      throw data_error(name + ":" + std::to_string(line) + ": " +
                       (length == 0 ? "not UTF-8: " : "a character that YAML does not allow: ") +
                       in_quotes(text.substr(0, std::max<std::size_t>(length, 1))));
    }
    line += code == '\n' ? 1U : 0U;
    text.remove_prefix(length);
  }
}

/// yaml-cpp takes the end of the file for the end of a quoted scalar: half a file would pass for a whole one.
bool is_cut_short(std::string_view yaml, const YAML::Mark& last_scalar) {
  if (last_scalar.is_null() || static_cast<std::size_t>(last_scalar.pos) >= yaml.size()) {
    return false;
  }
  yaml.remove_prefix(static_cast<std::size_t>(last_scalar.pos));
  const char quote = yaml.front();
  if (quote != '"' && quote != '\'') {
    return false;
  }
  for (std::size_t at = 1; at < yaml.size(); ++at) {
    if (quote == '"' && yaml[at] == '\\') {
      ++at;
    } else if (yaml[at] == quote) {
      const bool doubled = quote == '\'' && at + 1 < yaml.size() && yaml[at + 1] == quote;
      if (!doubled) {
        return false;
      }
      ++at;
    }
  }
  return true;
}

}  // namespace

Json yaml_to_json(const std::string& yaml, const std::string& name, std::size_t first_line) {
  const std::string_view byte_order_mark = "\ufeff";
  const std::string text = yaml.starts_with(byte_order_mark) ? yaml.substr(byte_order_mark.size()) : yaml;
  check_characters(text, name, first_line);
  Builder builder(name, first_line);
  try {
    std::istringstream stream(text);
    YAML::Parser parser(stream);
    while (parser.HandleNextDocument(builder)) {
    }
  } catch (const YAML::Exception& error) {
    throw builder.refused(error.mark, error.msg);
  }
  if (is_cut_short(text, builder.last_scalar())) {
    throw builder.refused(builder.last_scalar(), "a quoted text does not end");
  }
  return builder.take();
}

}  // namespace kgpu::document
