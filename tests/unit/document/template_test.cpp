#include "kgpu/document/template.hpp"

#include "hostile_text.hpp"

#include "kgpu/base/error.hpp"
#include "kgpu/document/document.hpp"

#include <doctest/doctest.h>

using kgpu::Error;
using kgpu::ErrorKind;
using kgpu::document::TemplateData;
using kgpu::document::TemplateSet;

namespace {

std::string render(const std::string& text, const TemplateData& data) {
  return TemplateSet::of({{"t.yaml", text}}).render("t.yaml", data);
}

struct Refusal {
  ErrorKind kind{};
  std::string message;
};

Refusal refusal(const std::string& text, const TemplateData& data) {
  try {
    const std::string rendered = render(text, data);
    FAIL("rendered: " << rendered);
  } catch (const Error& error) {
    return {error.kind(), error.what()};
  }
  return {};
}

}  // namespace

TEST_CASE("template: each kind of value is written its own way") {
  TemplateData data;
  data.text("name", "y").number("weight", 50).boolean("encrypted", true).comment("why", "a: b # c");
  CHECK(render("name: {{name}}\nweight: {{weight}} # {{why}}\nencrypted: {{encrypted}}\n", data) ==
        "name: \"y\"\nweight: 50 # a: b # c\nencrypted: true\n");
}

TEST_CASE("template: a value may be a key, a list item, or part of a flow") {
  TemplateData data;
  data.text("key", "a.b/c").text("value", "1");
  CHECK(render("{{key}}: {{value}}\nlist:\n  - {{value}}\nflow: [{{value}}, {{value}}]\nmap: {{key}}\n", data) ==
        "\"a.b/c\": \"1\"\nlist:\n  - \"1\"\nflow: [\"1\", \"1\"]\nmap: \"a.b/c\"\n");
}

TEST_CASE("template: a section alone on its line leaves no blank line, shown or not") {
  const std::string text =
      "a: 1\n  {{#limits}}\nlimits:\n  cpu: {{cpu}}\n  {{/limits}}\n{{^limits}}\n# none\n{{/limits}}\nb: 2\n";
  CHECK(render(text, TemplateData().section("limits", TemplateData().text("cpu", "64"))) ==
        "a: 1\nlimits:\n  cpu: \"64\"\nb: 2\n");
  CHECK(render(text, TemplateData().section("limits", false)) == "a: 1\n# none\nb: 2\n");
}

TEST_CASE("template: a list repeats its body, and sees what is around it") {
  TemplateData data;
  data.text("effect", "NoSchedule")
      .list("taints", {TemplateData().text("key", "a"), TemplateData().text("key", "b").text("effect", "NoExecute")});
  CHECK(render("taints:\n{{#taints}}\n  - key: {{key}}\n    effect: {{effect}}\n{{/taints}}\n", data) ==
        "taints:\n  - key: \"a\"\n    effect: \"NoSchedule\"\n  - key: \"b\"\n    effect: \"NoExecute\"\n");
}

TEST_CASE("template: a list within a line") {
  TemplateData data;
  data.list("zones", {TemplateData().text("zone", "us-east-1a"), TemplateData().text("zone", "us-east-1b")});
  CHECK(render("values: [{{#zones}}{{zone}}, {{/zones}}]\n", data) == "values: [\"us-east-1a\", \"us-east-1b\", ]\n");
  CHECK(render("values: [{{#zones}}{{zone}}, {{/zones}}]\n", TemplateData().list("zones", {})) == "values: []\n");
}

TEST_CASE("template: a comment at a line's end inside a section") {
  const std::string text = "a: {{a}}{{#why}} # {{words}}{{/why}}\nb: 1\n";
  CHECK(render(text, TemplateData().text("a", "x").section("why", TemplateData().comment("words", "so"))) ==
        "a: \"x\" # so\nb: 1\n");
  CHECK(render(text, TemplateData().text("a", "x").section("why", false)) == "a: \"x\"\nb: 1\n");
}

TEST_CASE("template: a tag without a value is refused, naming its line") {
  CHECK(refusal("a: 1\nb: {{missing}}\n", {}).message == "t.yaml:2: tag 'missing' has no value here");
  CHECK(refusal("a: 1\nb: {{missing}}\n", {}).kind == ErrorKind::internal);
  CHECK(refusal("{{#missing}}\na: 1\n{{/missing}}\n", {}).message == "t.yaml:1: tag 'missing' has no value here");
  CHECK(refusal("{{^missing}}\na: 1\n{{/missing}}\n", {}).message == "t.yaml:1: tag 'missing' has no value here");
}

TEST_CASE("template: a section is no value, a value no section") {
  CHECK(refusal("a: {{x}}\n", TemplateData().section("x", true)).message ==
        "t.yaml:1: tag 'x' is a section, not a value");
  CHECK(refusal("{{#x}}\na: 1\n{{/x}}\n", TemplateData().text("x", "")).message ==
        "t.yaml:1: tag 'x' is a value, not a section");
}

TEST_CASE("template: comment words outside of a comment are refused") {
  CHECK(refusal("a: {{x}}\n", TemplateData().comment("x", "b: c")).message ==
        "t.yaml:1: tag 'x' is words for a comment and stands outside of one");
}

TEST_CASE("template: a text inside a comment stays on its line") {
  CHECK(render("# for {{x}}\na: 1\n", TemplateData().text("x", "a\nb: c")) == "# for \"a\\nb: c\"\na: 1\n");
  CHECK(render("# for {{x}}\na: 1\n", TemplateData().comment("x", "a\nb\u2028c\u0085d\rE\u00e9")) ==
        "# for a\\nb\\u2028c\\x85d\\rE\u00e9\na: 1\n");
}

TEST_CASE("template: values that YAML cannot carry are refused, naming the tag") {
  using namespace std::string_literals;
  CHECK(refusal("a: {{x}}\n", TemplateData().text("x", "a\0b"s)).message ==
        "x: a value holds a NUL byte, which YAML cannot carry: 'a\\x00b'");
  const Refusal invalid = refusal("a: {{x}}\n", TemplateData().text("x", "a\xff"));
  CHECK(invalid.message == "x: a value is not UTF-8, which YAML cannot carry: 'a\\xff'");
  CHECK(invalid.kind == ErrorKind::usage);
  for (const std::string& text : kgpu::testing::impossible_texts()) {
    CHECK(refusal("a: {{x}}\n", TemplateData().text("x", text)).kind == ErrorKind::usage);
  }
}

TEST_CASE("template: hostile texts come back equal from every slot, and move nothing else") {
  const std::string text =
      "# {{words}}\nvalue: {{value}} # {{words}}\nlist:\n  - {{value}}\nflow: [{{value}}, {k: {{value}}}]\n"
      "{{#items}}\n# {{words}}\n- {{value}}\n{{/items}}\nlast: 1\n";
  std::mt19937 random(20260720);
  const auto check = [&](const std::string& hostile) {
    CAPTURE(hostile);
    TemplateData data;
    data.text("value", hostile).comment("words", hostile).section("items", false);
    const auto json = kgpu::document::yaml_to_json(render(text, data), "t");
    using kgpu::output::Json;
    const Json expected = Json::object()
                              .set("value", hostile)
                              .set("list", Json::array().push(hostile))
                              .set("flow", Json::array().push(hostile).push(Json::object().set("k", hostile)))
                              .set("last", 1);
    CHECK(json == expected);
  };
  for (const std::string& hostile : kgpu::testing::hostile_texts()) {
    check(hostile);
  }
  for (int i = 0; i < 2'000; ++i) {
    check(kgpu::testing::random_hostile_text(random));
  }
}
