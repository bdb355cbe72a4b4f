#include "kgpu/base/error.hpp"
#include "kgpu/document/template.hpp"

#include <doctest/doctest.h>

using kgpu::Error;
using kgpu::ErrorKind;
using kgpu::document::TemplateData;
using kgpu::document::TemplateSet;

namespace {

TemplateSet shipped() {
  return TemplateSet::of(
      {{"a/pool.yaml", "name: {{name}}\n{{#taints}}\n- {{key}}\n{{/taints}}\n"}, {"b.yaml", "b: 1\n"}});
}

struct Refusal {
  std::string message;
  std::string hint;
};

Refusal refusal(const std::string& name, const std::string& text) {
  try {
    (void)shipped().with_overrides({{name, text}});
  } catch (const Error& error) {
    CHECK(error.kind() == ErrorKind::usage);
    return {error.what(), error.hint()};
  }
  return {};
}

}  // namespace

TEST_CASE("override: takes the place of one template, and only of that") {
  const TemplateSet set = shipped().with_overrides({{"b.yaml", "b: 2\r\n{{! mine }}\r\nc: 3\r\n"}});
  CHECK(set.render("b.yaml", {}) == "b: 2\nc: 3\n");
  CHECK(set.names() == std::vector<std::string>{"a/pool.yaml", "b.yaml"});
  CHECK(set.text("a/pool.yaml") == shipped().text("a/pool.yaml"));
}

TEST_CASE("override: may leave tags out") {
  const TemplateSet set = shipped().with_overrides({{"a/pool.yaml", "mine: {{name}}\n"}});
  CHECK(set.render("a/pool.yaml", TemplateData().text("name", "x").list("taints", {})) == "mine: \"x\"\n");
}

TEST_CASE("override: a file that overrides nothing") {
  const Refusal found = refusal("a/pol.yaml", "");
  CHECK(found.message == "unknown template 'a/pol.yaml' (one of: a/pool.yaml, b.yaml)");
  CHECK(found.hint == "did you mean 'a/pool.yaml'?");
}

TEST_CASE("override: an unknown tag, a section used as a value, a refused tag") {
  CHECK(refusal("a/pool.yaml", "# mine\nname: {{nam}}\n").message == "a/pool.yaml:2: unknown tag 'nam'");
  CHECK(refusal("a/pool.yaml", "# mine\nname: {{nam}}\n").hint == "did you mean 'name'?");
  CHECK(refusal("a/pool.yaml", "a: {{secret_token}}\n").hint == "the shipped template has: key, name");
  CHECK(refusal("a/pool.yaml", "a: {{taints}}\n").message == "a/pool.yaml:1: unknown tag 'taints'");
  CHECK(refusal("a/pool.yaml", "{{#name}}\n{{/name}}\n").message == "a/pool.yaml:1: unknown section 'name'");
  CHECK(refusal("a/pool.yaml", "a: {{{name}}}\n").message ==
        "a/pool.yaml:1: an unescaped tag, '{{{' or '{{&', is refused: its value could break the YAML");
  CHECK(refusal("a/pool.yaml", "a: \"{{name}}\"\n").message == "a/pool.yaml:1: tag 'name' stands inside quotes");
}

TEST_CASE("override: a tag outside the section it belongs to is the user's mistake") {
  const TemplateSet set = shipped().with_overrides({{"a/pool.yaml", "name: {{key}}\n"}});
  try {
    (void)set.render("a/pool.yaml", TemplateData().text("name", "x").list("taints", {}));
    FAIL("rendered");
  } catch (const Error& error) {
    CHECK(error.kind() == ErrorKind::usage);
    CHECK(std::string(error.what()) == "a/pool.yaml:1: tag 'key' has no value here");
  }
}

TEST_CASE("template set: an unknown name is a mistake of ours") {
  CHECK_THROWS_WITH_AS((void)shipped().render("c.yaml", {}), "no template is called 'c.yaml'", Error);
}
