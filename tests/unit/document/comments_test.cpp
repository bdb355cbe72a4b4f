#include "hostile_text.hpp"

#include "kgpu/base/error.hpp"
#include "kgpu/document/document.hpp"
#include "kgpu/document/template.hpp"

#include <doctest/doctest.h>

#include <algorithm>

using kgpu::document::without_comments;
using kgpu::document::yaml_to_json;

TEST_CASE("without comments: by hand") {
  struct Case {
    std::string name;
    std::string yaml;
    std::string expected;
  };
  const Case cases[] = {
      {"first line stays", "# made by x\n# why\na: 1\n", "# made by x\na: 1\n"},
      {"a first line of the document does not", "a: 1 # why\n", "a: 1\n"},
      {"own line, indented", "a:\n  # why\n  b: 1\n", "a:\n  b: 1\n"},
      {"behind a value", "a: 1   # why\nb: 2\n", "a: 1\nb: 2\n"},
      {"behind a key", "a: # why\n  b: 1\n", "a:\n  b: 1\n"},
      {"behind an item", "- a # why\n- b\n", "- a\n- b\n"},
      {"no blank, no comment", "a: b#c\n", "a: b#c\n"},
      {"in double quotes", "a: \"x # y\" # why\n", "a: \"x # y\"\n"},
      {"escaped quote", "a: \"x \\\" # y\" # why\n", "a: \"x \\\" # y\"\n"},
      {"in single quotes", "a: 'it''s # y' # why\n", "a: 'it''s # y'\n"},
      {"apostrophe in a word", "a: it's # why\n", "a: it's\n"},
      {"quote inside a plain scalar", "a: b \"c # why\n", "a: b \"c\n"},
      {"quoted over two lines", "a: \"x\n  # y\" # why\nb: 1\n", "a: \"x\n  # y\"\nb: 1\n"},
      {"block scalar", "a: |\n  x # y\n  # z\nb: 1 # why\n", "a: |\n  x # y\n  # z\nb: 1\n"},
      {"block scalar in a list", "- a: |-\n    x # y\n  b: 1 # why\n", "- a: |-\n    x # y\n  b: 1\n"},
      {"block scalar as an item", "- |\n # x\n- b # why\n", "- |\n # x\n- b\n"},
      {"block scalar's own comment", "a: | # why\n  x # y\n", "a: |\n  x # y\n"},
      {"document is a block scalar", "--- |\n# x\ny\n", "--- |\n# x\ny\n"},
      {"a pipe in a word is none", "a: b|\nc: 1 # why\n", "a: b|\nc: 1\n"},
      {"flow", "a: [x, 'y # z', # why\n  w] # why\n", "a: [x, 'y # z',\n  w]\n"},
      {"plain over two lines", "a: b\n  \"c # why\nd: 1 # why\n", "a: b\n  \"c\nd: 1\n"},
      {"quoted after an anchor", "a: &x \"b # c\" # why\n", "a: &x \"b # c\"\n"},
      {"blank lines stay", "a: 1\n\n# why\n\nb: 1\n", "a: 1\n\n\nb: 1\n"},
      {"no line end", "a: 1 # why", "a: 1"},
      {"nothing", "", ""},
  };
  for (const Case& c : cases) {
    CAPTURE(c.name);
    CHECK(without_comments(c.yaml) == c.expected);
  }
}

TEST_CASE("without comments: rendered documents parse equal with and without") {
  const std::string text =
      "# {{words}}\nkind: X # {{words}}\n{{#items}}\n# {{words}}\n- {{value}} # {{words}}\n{{/items}}\n"
      "a:\n  - b: {{value}} # {{words}}\n    c: [{{value}}, # {{words}}\n      {{value}}]\n  # {{words}}\n"
      "  - {{value}}\nd: {{value}} # {{words}}\n";
  const auto templates = kgpu::document::TemplateSet::of({{"t.yaml", text}});
  std::mt19937 random(4);
  for (int i = 0; i < 3'000; ++i) {
    const auto hostile = [&] {
      return i < static_cast<int>(kgpu::testing::hostile_texts().size())
                 ? kgpu::testing::hostile_texts()[static_cast<std::size_t>(i)]
                 : kgpu::testing::random_hostile_text(random);
    };
    kgpu::document::TemplateData data;
    data.text("value", hostile()).comment("words", hostile()).section("items", false);
    const std::string yaml = templates.render("t.yaml", data);
    const std::string bare = without_comments(yaml);
    CAPTURE(yaml);
    CHECK(yaml_to_json(bare, "t") == yaml_to_json(yaml, "t"));
    CHECK(std::count(bare.begin(), bare.end(), '\n') == 8);
  }
}
