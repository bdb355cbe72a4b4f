#include "hostile_text.hpp"

#include "kgpu/base/error.hpp"
#include "kgpu/document/document.hpp"
#include "kgpu/document/template.hpp"

#include <doctest/doctest.h>
#include <yaml-cpp/yaml.h>

using kgpu::document::comment_words;
using kgpu::document::yaml_quoted;

TEST_CASE("quoted: by hand") {
  struct Case {
    std::string text;
    std::string yaml;
  };
  const Case cases[] = {
      {"", "\"\""},
      {"y", "\"y\""},
      {"a\"b\\c", "\"a\\\"b\\\\c\""},
      {"a\nb\rc\td", "\"a\\nb\\rc\\td\""},
      {"\x1b\x7f", "\"\\x1b\\x7f\""},
      {"\u0085\u00a0", "\"\\x85\\xa0\""},
      {"\u2028\u2029\ufeff\ufffe\uffff", "\"\\u2028\\u2029\\ufeff\\ufffe\\uffff\""},
      {"caf\u00e9 \U0001f600", "\"caf\u00e9 \U0001f600\""},
      {"{{x}} # y: z", "\"{{x}} # y: z\""},
  };
  for (const Case& c : cases) {
    CAPTURE(c.text);
    CHECK(yaml_quoted(c.text) == c.yaml);
  }
}

TEST_CASE("quoted: what YAML cannot carry is refused") {
  for (const std::string& text : kgpu::testing::impossible_texts()) {
    CAPTURE(text);
    CHECK_THROWS_AS((void)yaml_quoted(text), kgpu::Error);
  }
}

TEST_CASE("quoted: ten thousand hostile texts come back equal, on one line") {
  std::mt19937 random(1);
  const auto check = [](const std::string& text) {
    CAPTURE(text);
    const std::string quoted = yaml_quoted(text);
    CHECK(quoted.find_first_of("\n\r") == std::string::npos);
    const YAML::Node node = YAML::Load("a: " + quoted + "\nb: [" + quoted + "]\n");
    CHECK(node["a"].Scalar() == text);
    CHECK(node["b"][0].Scalar() == text);
    CHECK(node.size() == 2);
  };
  for (const std::string& text : kgpu::testing::hostile_texts()) {
    check(text);
  }
  for (int i = 0; i < 10'000; ++i) {
    check(kgpu::testing::random_hostile_text(random));
  }
}

TEST_CASE("comment: stays on its line whatever it holds") {
  CHECK(comment_words("plain: \"words\" \\ #") == "plain: \"words\" \\ #");
  CHECK(comment_words("a\nb\r\nc") == "a\\nb\\r\\nc");
  CHECK(comment_words("a\xff\xc3z") == "a\\xff\\xc3z");
  CHECK(comment_words(std::string("a\0b", 3)) == "a\\0b");
  std::mt19937 random(2);
  for (int i = 0; i < 2'000; ++i) {
    const std::string text = kgpu::testing::random_hostile_text(random);
    CAPTURE(text);
    const auto json = kgpu::document::yaml_to_json("# " + comment_words(text) + "\na: 1\n", "t");
    CHECK(json == kgpu::output::Json::object().set("a", 1));
  }
}
