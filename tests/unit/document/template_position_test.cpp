#include "kgpu/base/error.hpp"
#include "kgpu/document/template.hpp"

#include <doctest/doctest.h>

using kgpu::Error;
using kgpu::document::TemplateData;
using kgpu::document::TemplateSet;

namespace {

/// The refusal of a template in which `x` is a text, `c` a comment and `s` a section; empty when it renders.
std::string refusal(const std::string& text) {
  TemplateData data;
  data.text("x", "v").text("y", "w").comment("c", "words").section("s", true).section("r", false);
  try {
    (void)TemplateSet::of({{"t.yaml", text}}).render("t.yaml", data);
  } catch (const Error& error) {
    return error.what();
  }
  return {};
}

}  // namespace

TEST_CASE("tag position: places that are a whole scalar") {
  const std::string templates[] = {
      "a: {{x}}",
      "a: {{x}}\n",
      "a:   {{ x }}   # why\n",
      "- {{x}}\n",
      "a:\n  - - {{x}}\n",
      "{{x}}: 1\n",
      "a:\n  {{x}}: {{y}}\n",
      "- {{x}}: {{y}}\n",
      "a: [{{x}}]\n",
      "a: [ {{x}} , {{y}} ]\n",
      "a: { {{x}}: {{y}} }\n",
      "a: {b: {{x}}, c: {{y}}}\n",
      "a: [{{#s}}{{x}}, {{/s}}]\n",
      "a: [b, {{#s}}{{x}}{{/s}}]\n",
      "a: {{#s}}{{x}}{{/s}}{{^s}}{{y}}{{/s}}\n",
      "a: [\n  {{x}},\n  {{y}}\n]\n",
      "a: 'it''s' # {{c}}\n",
      "a: it's # {{c}}\n",
      "a: \"x \\\" # y\" # {{c}}\n",
      "a: b # {{c}}, {{x}}\n",
      "# {{c}}\n",
      "  # {{#s}}one {{c}}{{/s}}{{^s}}two{{/s}}\n",
      "a: 1{{#s}} # {{c}}{{/s}}\n",
      "a: don't\nb: {{x}}\n",
      "a: \"one\n  two\"\nb: {{x}}\n",
      "{{! a remark }}\na: {{x}}\n",
      "a: {{x}}{{! a remark }}\n",
  };
  for (const std::string& text : templates) {
    CAPTURE(text);
    CHECK(refusal(text) == "");
  }
}

TEST_CASE("tag position: places where a value could become something else") {
  struct Case {
    std::string text;
    std::string message;
  };
  const Case cases[] = {
      {"a: \"{{x}}\"\n", "t.yaml:1: tag 'x' stands inside quotes"},
      {"a: '{{x}}'\n", "t.yaml:1: tag 'x' stands inside quotes"},
      {"a: \"b: {{x}}\"\n", "t.yaml:1: tag 'x' stands inside quotes"},
      {"b: 1\na: \"one\n  two: {{x}}\"\n", "t.yaml:3: tag 'x' stands inside quotes"},
      {"a: b{{x}}\n", "t.yaml:1: tag 'x' does not stand for a whole value"},
      {"a: b {{x}}\n", "t.yaml:1: tag 'x' does not stand for a whole value"},
      {"a: b, {{x}}\n", "t.yaml:1: tag 'x' does not stand for a whole value"},
      {"a: b [{{x}}]\n", "t.yaml:1: tag 'x' does not stand for a whole value"},
      {"a:{{x}}\n", "t.yaml:1: tag 'x' does not stand for a whole value"},
      {"a: {{x}}Gi\n", "t.yaml:1: tag 'x' does not stand for a whole value"},
      {"a: {{x}}{{y}}\n", "t.yaml:1: tag 'y' does not stand for a whole value"},
      {"a: {{x}} {{y}}\n", "t.yaml:1: tag 'y' does not stand for a whole value"},
      {"-{{x}}\n", "t.yaml:1: tag 'x' does not stand for a whole value"},
      {"a: b- {{x}}\n", "t.yaml:1: tag 'x' does not stand for a whole value"},
      {"{{x}}\n", "t.yaml:1: tag 'x' does not stand for a whole value"},
      {"a: |\n  {{x}}\n", "t.yaml:2: tag 'x' does not stand for a whole value"},
      {"a: [b\n  {{x}}]\n", "t.yaml:2: tag 'x' does not stand for a whole value"},
      {"a: #{{c}}\n", ""},
      {"a: b#{{c}}\n", "t.yaml:1: tag 'c' does not stand for a whole value"},
      {"a: b{{#s}}: {{/s}}{{x}}\n", "t.yaml:1: tag 'x' does not stand for a whole value"},
      {"a: b{{#s}} # {{/s}}{{c}}\n", "t.yaml:1: tag 'c' follows a comment that a section may leave out"},
      {"{{#s}}\na: b # {{/s}}{{c}}\n", "t.yaml:2: tag 'c' follows a comment that a section may leave out"},
      {"a: {{c}}\n", "t.yaml:1: tag 'c' is words for a comment and stands outside of one"},
      {"a: {{{x}}}\n", "t.yaml:1: an unescaped tag, '{{{' or '{{&', is refused: its value could break the YAML"},
      {"a: {{&x}}\n", "t.yaml:1: an unescaped tag, '{{{' or '{{&', is refused: its value could break the YAML"},
      {"a: {{& x}}\n", "t.yaml:1: an unescaped tag, '{{{' or '{{&', is refused: its value could break the YAML"},
      {"{{>x}}\n", "t.yaml:1: a partial, '{{>', is refused: each template is one whole file"},
      {"{{=<% %>=}}\n", "t.yaml:1: a change of delimiters, '{{=', is refused"},
      {"a: {{X}}\n", "t.yaml:1: no tag name: 'X' (lower-case letters, digits and '_')"},
      {"a: {{}}\n", "t.yaml:1: no tag name: '' (lower-case letters, digits and '_')"},
      {"a: {{.}}\n", "t.yaml:1: no tag name: '.' (lower-case letters, digits and '_')"},
      {"a: 1\nb: {{x\n}}\n", "t.yaml:2: a tag does not end on its line"},
      {"a: {{x", "t.yaml:1: a tag does not end on its line"},
      {"{{#s}}\na: 1\n", "t.yaml:1: section 's' does not end"},
      {"a: 1\n{{/s}}\n", "t.yaml:2: section 's' ends but did not begin here"},
      {"{{#s}}\n{{#r}}\n{{/s}}\n{{/r}}\n", "t.yaml:3: section 's' ends but did not begin here"},
      {"{{#s}}\na: {{s}}\n{{/s}}\n", "t.yaml:2: tag 's' is used both as a value and as a section"},
  };
  for (const Case& c : cases) {
    CAPTURE(c.text);
    CHECK(refusal(c.text) == c.message);
  }
}
