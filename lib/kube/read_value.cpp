#include "utf16.hpp"
#include "value.hpp"
#include "value_builder.hpp"

#include "kgpu/base/text.hpp"

#include <nlohmann/json.hpp>
#include <yaml-cpp/eventhandler.h>
#include <yaml-cpp/exceptions.h>
#include <yaml-cpp/mark.h>
#include <yaml-cpp/parser.h>

#include <sstream>
#include <unordered_map>

namespace kgpu::kube {
namespace {

/// Larger texts are refused: 10,000 contexts are 1.4 MB.
constexpr std::size_t k_most_bytes = std::size_t{16} << 20;

/// Marks of YAML count from 0; an event without a place has -1.
int line_of(const YAML::Mark& mark) {
  return mark.line + 1;
}

class YamlEvents : public YAML::EventHandler {
 public:
  explicit YamlEvents(ValueBuilder& builder) : builder_(builder) {}

  void OnDocumentStart(const YAML::Mark& /*mark*/) override {}
  void OnDocumentEnd() override {}
  void OnNull(const YAML::Mark& mark, YAML::anchor_t anchor) override {
    if (builder_.expects_key()) {
      throw builder_.refused(line_of(mark), "an empty key");
    }
    builder_.scalar("", true, line_of(mark));
    remember(anchor);
  }
  void OnAlias(const YAML::Mark& mark, YAML::anchor_t anchor) override {
    const auto found = anchors_.find(anchor);
    if (found == anchors_.end()) {
      throw builder_.refused(line_of(mark), "an anchor that contains itself");
    }
    builder_.shared(found->second, line_of(mark));
  }
  void OnScalar(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                const std::string& value) override {
    const bool is_key = builder_.expects_key();
    if (is_key && anchor != 0) {
      throw builder_.refused(line_of(mark), "an anchor on a key");
    }
    builder_.scalar(value, is_plain(tag, mark), line_of(mark));
    remember(anchor);
  }
  void OnSequenceStart(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                       YAML::EmitterStyle::value /*style*/) override {
    begin(Value::Kind::list, tag, "tag:yaml.org,2002:seq", mark, anchor);
  }
  void OnSequenceEnd() override { end(); }
  void OnMapStart(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                  YAML::EmitterStyle::value /*style*/) override {
    begin(Value::Kind::map, tag, "tag:yaml.org,2002:map", mark, anchor);
  }
  void OnMapEnd() override { end(); }

 private:
  [[nodiscard]] bool is_plain(const std::string& tag, const YAML::Mark& mark) const {
    static constexpr std::string_view k_core = "tag:yaml.org,2002:";
    if (tag == "?" || tag.empty()) {
      return true;
    }
    if (tag == "!" || tag == "tag:yaml.org,2002:str") {
      return false;
    }
    const std::string_view type = tag.starts_with(k_core) ? std::string_view(tag).substr(k_core.size()) : "";
    if (type == "int" || type == "bool" || type == "float" || type == "null") {
      return true;
    }
    throw builder_.refused(line_of(mark), "a tag that is not accepted: " + in_quotes(tag));
  }
  void begin(Value::Kind kind, const std::string& tag, std::string_view own_tag, const YAML::Mark& mark,
             YAML::anchor_t anchor) {
    if (!tag.empty() && tag != "?" && tag != "!" && tag != own_tag) {
      throw builder_.refused(line_of(mark), "a tag that is not accepted: " + in_quotes(tag));
    }
    builder_.begin(kind, line_of(mark));
    open_.push_back(anchor);
  }
  void end() {
    builder_.end();
    const YAML::anchor_t anchor = open_.back();
    open_.pop_back();
    remember(anchor);
  }
  void remember(YAML::anchor_t anchor) {
    if (anchor != 0) {
      anchors_[anchor] = builder_.last();
    }
  }

  ValueBuilder& builder_;
  std::vector<YAML::anchor_t> open_;  ///< the anchors of the lists and mappings that are open
  std::unordered_map<YAML::anchor_t, Value::Pointer> anchors_;
};

/// nlohmann's parser does not recurse, so depth is the builder's to bound.
class JsonEvents : public nlohmann::json::json_sax_t {
 public:
  explicit JsonEvents(ValueBuilder& builder) : builder_(builder) {}

  bool null() override { return scalar("null", true); }
  bool boolean(bool value) override { return scalar(value ? "true" : "false", true); }
  bool number_integer(number_integer_t value) override { return scalar(std::to_string(value), true); }
  bool number_unsigned(number_unsigned_t value) override { return scalar(std::to_string(value), true); }
  bool number_float(number_float_t /*value*/, const string_t& text) override { return scalar(text, true); }
  bool string(string_t& text) override { return scalar(std::move(text), false); }
  bool binary(binary_t& /*bytes*/) override { return false; }
  bool key(string_t& text) override { return scalar(std::move(text), false); }
  bool start_object(std::size_t /*size*/) override { return begin(Value::Kind::map); }
  bool start_array(std::size_t /*size*/) override { return begin(Value::Kind::list); }
  bool end_object() override { return end(); }
  bool end_array() override { return end(); }
  bool parse_error(std::size_t /*at*/, const std::string& /*token*/,
                   const nlohmann::json::exception& /*why*/) override {
    return false;
  }

 private:
  bool scalar(std::string text, bool plain) {
    builder_.scalar(std::move(text), plain, 0);
    return true;
  }
  bool begin(Value::Kind kind) {
    builder_.begin(kind, 0);
    return true;
  }
  bool end() {
    builder_.end();
    return true;
  }

  ValueBuilder& builder_;
};

/// YAML allows neither control characters nor bytes that are no UTF-8; yaml-cpp would take them for UTF-16, or as they
/// are.
void check_characters(std::string_view text, const ValueBuilder& builder) {
  for (int line = 1; !text.empty();) {
    const auto [code, length] = first_utf8_character(text);
    const bool control =
        code < 0x20 ? code != '\t' && code != '\n' && code != '\r' : code >= 0x7f && code < 0xa0 && code != 0x85;
    if (length == 0 || control) {
      throw builder.refused(line, length == 0 ? "not UTF-8" : "a control character");
    }
    line += code == '\n' ? 1 : 0;
    text.remove_prefix(length);
  }
}

/// JSON that YAML readers stumble over (`\ud83d\ude00`) is read as such. Null when it is none: flow YAML begins alike.
Value::Pointer read_json(std::string_view text, const std::string& name) {
  ValueBuilder builder(name);
  JsonEvents events(builder);
  return nlohmann::json::sax_parse(text, &events) ? builder.last() : nullptr;
}

/// yaml-cpp's own words for what is wrong, but those that quote the text.
std::string reason_of(const YAML::Exception& error) {
  return error.msg.find(": ") == std::string::npos ? error.msg : error.msg.substr(0, error.msg.find(": "));
}

}  // namespace

Value::Pointer read_value(std::string_view text, const std::string& name, Trailing trailing) {
  ValueBuilder builder(name);
  if (text.size() > k_most_bytes) {
    throw builder.refused(0, "larger than 16 MiB");
  }
  const std::string utf8 = as_utf8(text);
  check_characters(utf8, builder);
  const std::size_t first = utf8.find_first_not_of(" \t\r\n");
  if (first != std::string::npos && utf8[first] == '{') {
    if (auto value = read_json(utf8, name)) {
      return value;
    }
  }
  YamlEvents events(builder);
  try {
    std::istringstream stream(utf8);
    YAML::Parser parser(stream);
    parser.HandleNextDocument(events);
    Value::Pointer value = builder.last();
    if (trailing == Trailing::refused && parser.HandleNextDocument(events)) {
      throw builder.refused(0, "more than one document");
    }
    return value;
  } catch (const YAML::Exception& error) {
    throw builder.refused(line_of(error.mark), reason_of(error));
  }
}

}  // namespace kgpu::kube
