#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace kgpu::document {

/// What a template's tags stand for. Logic-less: values, flags and lists.
///
/// A tag stands for one whole YAML scalar. `text` is always written in double quotes, so no value can become anything
/// but a string; `number` and `boolean` are written bare; `comment` is words inside a comment, on one line whatever it
/// holds.
class TemplateData {
 public:
  TemplateData& text(std::string name, std::string_view value);
  TemplateData& number(std::string name, std::int64_t value);
  TemplateData& boolean(std::string name, bool value);
  TemplateData& comment(std::string name, std::string_view value);
  /// `{{#name}}…{{/name}}` is shown when `shown`.
  TemplateData& section(std::string name, bool shown);
  /// `{{#name}}…{{/name}}` once, with tags of its own.
  TemplateData& section(std::string name, TemplateData inside);
  /// `{{#name}}…{{/name}}` once per item.
  TemplateData& list(std::string name, std::vector<TemplateData> items);

  enum class Kind : std::uint8_t { text, number, boolean, comment };
  struct Scalar {
    Kind kind{};
    std::string value;
  };
  using Value = std::variant<Scalar, bool, std::vector<TemplateData>>;
  [[nodiscard]] const std::map<std::string, Value, std::less<>>& members() const { return members_; }

 private:
  TemplateData& put(std::string name, Value value);
  std::map<std::string, Value, std::less<>> members_;
};

/// A manifest template as shipped (compiled in) or as `--templates DIR` gives it.
struct TemplateText {
  std::string name;  ///< path below templates/, `karpenter/nodepool.yaml`
  std::string text;
};

/// The compiled-in templates, with overrides laid over them one by one.
class TemplateSet {
 public:
  static const TemplateSet& built_in();

  /// Throws Error{usage} for a file that overrides nothing, an unknown tag, `{{{` or `{{&`, a partial, a changed
  /// delimiter, or a tag that does not stand for a whole scalar: `FILE:LINE: …`.
  [[nodiscard]] TemplateSet with_overrides(const std::vector<TemplateText>& overrides) const;

  /// A set of its own, held to the same rules as the shipped one: for tests.
  [[nodiscard]] static TemplateSet of(const std::vector<TemplateText>& templates);

  [[nodiscard]] std::vector<std::string> names() const;
  /// The text of one template; throws Error{internal} when there is none of that name.
  [[nodiscard]] const std::string& text(std::string_view name) const;

  /// The YAML of template `name` filled with `data`. Every tag that is reached has a value, and every section a flag or
  /// a list, in `data` or around it: a missing one is Error{internal} in a shipped template, Error{usage} in an
  /// override that uses a tag where it has no value. Values that are no UTF-8 or hold NUL throw Error{usage}: YAML
  /// cannot carry them.
  [[nodiscard]] std::string render(std::string_view name, const TemplateData& data) const;

 private:
  struct Entry {
    std::string text;
    bool overridden = false;
  };
  [[nodiscard]] const Entry& entry(std::string_view name) const;
  std::map<std::string, Entry, std::less<>> entries_;
};

/// A double-quoted YAML scalar for any UTF-8 text without NUL, read back equal by YAML 1.1 and 1.2 parsers.
/// Throws Error{usage} otherwise: YAML cannot carry it to every reader.
[[nodiscard]] std::string yaml_quoted(std::string_view text);

/// Words for a YAML comment, on one line whatever they hold: what could end the line, or what a YAML reader refuses,
/// is written as `\n`, `\u2028`, `\xff`.
[[nodiscard]] std::string comment_words(std::string_view text);

}  // namespace kgpu::document
