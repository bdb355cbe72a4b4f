#include "kgpu/document/annotated_yaml.hpp"

#include "kgpu/base/text.hpp"
#include "kgpu/document/template.hpp"
#include "kgpu/output/yaml_scalar.hpp"

#include <algorithm>

namespace kgpu::document {
namespace {

using output::Json;

/// A line of a list in one line is at most this long; longer ones have a line per element.
constexpr std::size_t k_longest_line = 118;
/// YAML's limit for a key before `:` on one line.
constexpr std::size_t k_longest_key = 1024;

bool is_collection(const Json& value) {
  const auto* array = std::get_if<Json::Array>(&value.value());
  const auto* object = std::get_if<Json::Object>(&value.value());
  return (array != nullptr && !array->empty()) || (object != nullptr && !object->empty());
}

bool may_stand_in_block(char32_t code) {
  const bool control = code < 0x20 ? code != U'\n' && code != U'\t' : code >= 0x7f && code <= 0xa0;
  return !control && code != 0x2028 && code != 0x2029 && code != 0xfeff && code != 0xfffe && code != 0xffff;
}

/// Whether a literal block gives the text back: no line that hides where the block's indentation begins or its end is.
bool fits_literal_block(std::string_view text) {
  if (text.find('\n') == std::string_view::npos || text.front() == ' ' || text.front() == '\n' ||
      text.front() == '\t') {
    return false;
  }
  const std::string_view body = text.ends_with('\n') ? text.substr(0, text.size() - 1) : text;
  const std::string_view last = body.substr(body.rfind('\n') + 1);
  if (last.find_first_not_of(" \t") == std::string_view::npos) {
    return false;
  }
  while (!text.empty()) {
    const Utf8Character character = first_utf8_character(text);
    if (character.length == 0 || !may_stand_in_block(character.code)) {
      return false;
    }
    text.remove_prefix(character.length);
  }
  return true;
}

class Writer {
 public:
  explicit Writer(const Remarks& remarks) : remarks_(remarks) {}

  [[nodiscard]] std::string take() { return std::move(text_); }

  void lines(const std::vector<std::string>& words, std::size_t indent) {
    for (const std::string& line : words) {
      text_.append(indent, ' ').append("# ").append(comment_words(line)).push_back('\n');
    }
  }

  /// `on_line`: the first member stands behind a `- ` that is already written.
  void members(const Json::Object& object, const std::string& place, std::size_t indent, bool on_line) {
    for (const auto& [key, value] : object) {
      const std::string here = place + "/" + pointer_step(key);
      const Remarks::Lines* said = remarks_.at(here);
      if (said != nullptr && !on_line) {
        lines(said->above, indent);
      }
      text_.append(on_line ? 0 : indent, ' ');
      on_line = false;
      write_key(key, indent);
      write_value(value, here, indent, said == nullptr ? std::string() : said->beside);
    }
  }

 private:
  void write_key(const std::string& key, std::size_t indent) {
    const std::string scalar = output::yaml_scalar(key);
    if (scalar.size() > k_longest_key) {
      text_.append("? ").append(scalar).push_back('\n');
      text_.append(indent, ' ').push_back(':');
    } else {
      text_.append(scalar).push_back(':');
    }
  }

  void end_line(const std::string& beside) {
    text_ += beside.empty() ? "" : "  # " + comment_words(beside);
    text_ += '\n';
  }

  void write_value(const Json& value, const std::string& place, std::size_t indent, const std::string& beside) {
    const auto* text = std::get_if<std::string>(&value.value());
    if (text != nullptr && !text->empty() && fits_literal_block(*text)) {
      text_ += text->ends_with('\n') ? " |" : " |-";
      end_line(beside);
      block(*text, indent + 2);
      return;
    }
    const auto* array = std::get_if<Json::Array>(&value.value());
    const bool flows = array == nullptr ? !is_collection(value) : is_one_line(*array, indent);
    if (flows) {
      text_ += ' ';
      flow(value);
    }
    end_line(beside);
    if (const Remarks::Lines* said = remarks_.at(place)) {
      lines(said->inside, indent + 2);
    }
    if (flows) {
      return;
    }
    if (array == nullptr) {
      members(std::get<Json::Object>(value.value()), place, indent + 2, false);
    } else {
      items(*array, place, indent + 2);
    }
  }

  void items(const Json::Array& array, const std::string& place, std::size_t indent) {
    for (std::size_t i = 0; i < array.size(); ++i) {
      const std::string here = place + "/" + std::to_string(i);
      const Remarks::Lines* said = remarks_.at(here);
      if (said != nullptr) {
        lines(said->above, indent);
      }
      text_.append(indent, ' ').append("- ");
      const auto* object = std::get_if<Json::Object>(&array[i].value());
      if (object != nullptr && !object->empty()) {
        members(*object, here, indent + 2, true);
      } else {
        flow(array[i]);
        end_line(said == nullptr ? std::string() : said->beside);
      }
    }
  }

  [[nodiscard]] static bool is_one_line(const Json::Array& array, std::size_t indent) {
    if (std::ranges::any_of(array, is_collection)) {
      return false;
    }
    static const Remarks k_none;
    Writer measured(k_none);
    measured.flow_items(array);
    return indent + measured.text_.size() <= k_longest_line;
  }

  void block(std::string_view text, std::size_t indent) {
    while (!text.empty()) {
      const std::size_t end = std::min(text.find('\n'), text.size());
      const std::string_view line = text.substr(0, end);
      text_.append(line.empty() ? 0 : indent, ' ').append(line).push_back('\n');
      text.remove_prefix(std::min(end + 1, text.size()));
    }
  }

  void flow_items(const Json::Array& array) {
    text_ += '[';
    for (std::size_t i = 0; i < array.size(); ++i) {
      text_ += i == 0 ? "" : ", ";
      flow(array[i]);
    }
    text_ += ']';
  }

  void flow(const Json& value) {
    if (const auto* array = std::get_if<Json::Array>(&value.value())) {
      flow_items(*array);
    } else if (const auto* object = std::get_if<Json::Object>(&value.value())) {
      text_ += '{';
      for (std::size_t i = 0; i < object->size(); ++i) {
        const std::string key = output::yaml_quoted((*object)[i].first);
        text_ += i == 0 ? "" : ", ";
        text_ += key.size() > k_longest_key ? "? " + key + " : " : key + ": ";
        flow((*object)[i].second);
      }
      text_ += '}';
    } else if (const auto* text = std::get_if<std::string>(&value.value())) {
      text_ += output::yaml_scalar(*text);
    } else {
      std::string number = output::to_yaml(value);
      number.pop_back();  // its line end
      text_ += number;
    }
  }

  const Remarks& remarks_;
  std::string text_;
};

}  // namespace

Remarks& Remarks::above(const std::string& place, std::string words) {
  places_[place].above.push_back(std::move(words));
  return *this;
}

Remarks& Remarks::beside(const std::string& place, const std::string& words) {
  std::string& said = places_[place].beside;
  said += (said.empty() ? "" : "; ") + words;
  return *this;
}

Remarks& Remarks::inside(const std::string& place, std::string words) {
  places_[place].inside.push_back(std::move(words));
  return *this;
}

const Remarks::Lines* Remarks::at(const std::string& place) const {
  const auto found = places_.find(place);
  return found == places_.end() ? nullptr : &found->second;
}

std::string pointer_step(std::string_view key) {
  std::string step;
  for (const char c : key) {
    if (c == '~' || c == '/') {
      step += c == '~' ? "~0" : "~1";
    } else {
      step += c;
    }
  }
  return step;
}

std::string annotated_yaml(const Json& value, const Remarks& remarks) {
  Writer writer(remarks);
  if (const Remarks::Lines* said = remarks.at("")) {
    writer.lines(said->above, 0);
    writer.lines(said->inside, 0);
  }
  const auto* object = std::get_if<Json::Object>(&value.value());
  if (object == nullptr || object->empty()) {
    return writer.take() + output::to_yaml(value);
  }
  writer.members(*object, "", 0, false);
  return writer.take();
}

}  // namespace kgpu::document
