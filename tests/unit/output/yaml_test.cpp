#include "kgpu/output/json.hpp"
#include "kgpu/output/yaml_scalar.hpp"

#include <doctest/doctest.h>

#include <string>

using kgpu::output::Json;
using kgpu::output::to_yaml;

TEST_CASE("yaml: nesting") {
  const Json json =
      Json::object()
          .set("kind", "List")
          .set("items", Json::array()
                            .push(Json::object().set("a", 1).set("b", Json::array().push("x").push(Json::object())))
                            .push(Json::array().push(1).push(Json::array().push(2)))
                            .push("z"))
          .set("none", Json())
          .set("empty", Json::object())
          .set("list", Json::array());
  CHECK(to_yaml(json) ==
        "kind: List\n"
        "items:\n"
        "  - a: 1\n"
        "    b:\n"
        "      - x\n"
        "      - {}\n"
        "  - - 1\n"
        "    - - 2\n"
        "  - z\n"
        "none: null\n"
        "empty: {}\n"
        "list: []\n");
}

TEST_CASE("yaml: a string stays bare only where nothing else could be read") {
  for (const std::string text : {"a", "NodePool", "karpenter.sh/v1", "g6.xlarge", "us-east-1", "yess", "e1"}) {
    CAPTURE(text);
    CHECK(to_yaml(Json(text)) == text + "\n");
  }
  for (const std::string text :
       {"",   "y",    "N", "Yes", "oN", "OFF",        "true",      "Null", "NaN", "1",   "1e3", "0x1",
        ".5", ".inf", "-", "-1",  "~",  "2026-07-20", "1:30",      "a b",  "a:b", "#a",  "a#",  "*",
        "&a", "!a",   "|", "=",   "<<", "@a",         "caf\u00e9", "%a",   "{a}", "[a]", "a,b", "\t"}) {
    CAPTURE(text);
    CHECK(to_yaml(Json(text)) == kgpu::output::yaml_quoted(text) + "\n");
    CHECK(to_yaml(Json::object().set(text, 1)) == kgpu::output::yaml_quoted(text) + ": 1\n");
  }
}

// YAML 1.1 and 1.2: an implicit key has at most 1024 characters. Python's yaml reads both texts as they are meant.
TEST_CASE("yaml: a key too long to stand before its colon") {
  const std::string longest(1024, 'k');
  const std::string longer = longest + "k";
  CHECK(to_yaml(Json::object().set("in", Json::object().set(longest, 1))) == "in:\n  " + longest + ": 1\n");
  CHECK(to_yaml(Json::object().set("in", Json::object().set(longer, 1).set("b", 2))) ==
        "in:\n  ? " + longer + "\n  : 1\n  b: 2\n");
  CHECK(to_yaml(Json::array().push(Json::object().set(longer, Json::array().push(1)))) ==
        "- ? " + longer + "\n  :\n    - 1\n");
}

TEST_CASE("yaml: bytes that are no UTF-8 are replaced") {
  CHECK(to_yaml(Json("a\xff")) == "\"a\ufffd\"\n");
}
