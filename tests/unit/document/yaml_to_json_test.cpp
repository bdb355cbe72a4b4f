#include "hostile_text.hpp"

#include "kgpu/base/error.hpp"
#include "kgpu/document/document.hpp"

#include <doctest/doctest.h>

using kgpu::Error;
using kgpu::ErrorKind;
using kgpu::document::yaml_to_json;
using kgpu::output::Json;

namespace {

std::string refusal(const std::string& yaml) {
  try {
    (void)yaml_to_json(yaml, "f.yaml");
  } catch (const Error& error) {
    CHECK(error.kind() == ErrorKind::data);
    return error.what();
  }
  return {};
}

std::string nested(const std::string& open, const std::string& close, int levels) {
  std::string text;
  for (int i = 0; i < levels; ++i) {
    text += open;
  }
  for (int i = 0; i < levels; ++i) {
    text += close;
  }
  return text;
}

}  // namespace

TEST_CASE("yaml to json: mappings, lists, flows, block scalars, keys in their order") {
  const char* const yaml =
      "# kubectl gpu pool create x\n"
      "kind: Pod # why\n"
      "apiVersion: \"v1\"\n"
      "spec:\n"
      "  list:\n"
      "  - a: 1\n"
      "    b: 'it''s'\n"
      "  - [x, {k: z}]\n"
      "  script: |\n"
      "    one # kept\n"
      "    two\n"
      "  folded: >-\n"
      "    one\n"
      "    two\n"
      "  none:\n"
      "  empty: {}\n";
  CHECK(yaml_to_json(yaml, "t") ==
        Json::object()
            .set("kind", "Pod")
            .set("apiVersion", "v1")
            .set("spec", Json::object()
                             .set("list", Json::array()
                                              .push(Json::object().set("a", 1).set("b", "it's"))
                                              .push(Json::array().push("x").push(Json::object().set("k", "z"))))
                             .set("script", "one # kept\ntwo\n")
                             .set("folded", "one two")
                             .set("none", Json())
                             .set("empty", Json::object())));
}

TEST_CASE("yaml to json: quoted words are strings") {
  CHECK(yaml_to_json("[\"y\", 'true', \"1\", '', \"~\"]", "t") ==
        Json::array().push("y").push("true").push("1").push("").push("~"));
}

TEST_CASE("yaml to json: every escape of a quoted text") {
  // YAML 1.1, 5.6 "Escape sequences". Found by fuzzing: yaml-cpp 0.7 makes a single byte of `\\N` and `\\_`.
  CHECK(yaml_to_json("\"\\a\\b\\e\\f\\v\\N\\_\\L\\P\\x41\\u00e9\\U0001f600\u00e9\\N\"", "t") ==
        Json("\a\b\x1b\f\v\u0085\u00a0\u2028\u2029A\u00e9\U0001f600\u00e9\u0085"));
}

TEST_CASE("yaml to json: keys that are no strings become what JSON writes for them") {
  // sigs.k8s.io/yaml v1.6.0: `on: x` is {"true":"x"}, `0x10: x` {"16":"x"}, `1.5: x` {"1.5":"x"}.
  CHECK(yaml_to_json("on: x\n0x10: x\n1.5: x\n\"on\": x\n", "t") ==
        Json::object().set("true", "x").set("16", "x").set("1.5", "x").set("on", "x"));
}

TEST_CASE("yaml to json: a byte order mark is no part of the text") {
  CHECK(yaml_to_json("\ufeff\"a\": \"\u4e2d\"\n", "t") == Json::object().set("a", "\u4e2d"));
}

TEST_CASE("yaml to json: nothing at all is null") {
  CHECK(yaml_to_json("", "t") == Json());
  CHECK(yaml_to_json("# only a comment\n", "t") == Json());
  CHECK(yaml_to_json("---\n", "t") == Json());
}

TEST_CASE("yaml to json: what is refused says where") {
  struct Case {
    std::string yaml;
    std::string message;
  };
  const Case cases[] = {
      {"a: 1\nb: 2\na: 3\n", "f.yaml:3: the key 'a' is there twice"},
      {"true: 1\non: 2\n", "f.yaml:2: the key 'true' is there twice"},
      {"a: {b: 1, b: 2}\n", "f.yaml:1: the key 'b' is there twice"},
      {"a: &x 1\n", "f.yaml:1: anchors are not accepted"},
      {"a: &x [1]\n", "f.yaml:1: anchors are not accepted"},
      {"a: &x\n  b: 1\nc: *x\n", "f.yaml:1: anchors are not accepted"},
      {"a: 1\n<<: {b: 2}\n", "f.yaml:2: merge keys are not accepted"},
      {"a: !!str 1\n", "f.yaml:1: tags are not accepted: 'tag:yaml.org,2002:str'"},
      {"a: !x {}\n", "f.yaml:1: tags are not accepted: '!x'"},
      {"[a]: 1\n", "f.yaml:1: a list or mapping as a key"},
      {"~: 1\n", "f.yaml:1: a key is empty or null"},
      {"a: 1\n---\nb: 2\n", "f.yaml:2: more than one YAML document"},
      {"a: 1\n b: 2\n", "f.yaml:2: illegal map value"},
      {"a: [1\n", "f.yaml:2: end of sequence flow not found"},
      {"a: \"x\n", "f.yaml:1: a quoted text does not end"},
      {"a: 1\nb: 'x''\n", "f.yaml:2: a quoted text does not end"},
      {"a: [\"x\\\"\n", "f.yaml:2: end of sequence flow not found"},
      {"a: 1\nb: \x01\n", "f.yaml:2: a character that YAML does not allow: '\\x01'"},
      {"a: \xff\n", "f.yaml:1: not UTF-8: '\\xff'"},
      {std::string("a\0:\0 \0", 6), "f.yaml:1: a character that YAML does not allow: '\\x00'"},
      {"\xff\xfe", "f.yaml:1: not UTF-8: '\\xff'"},
  };
  for (const Case& c : cases) {
    CAPTURE(c.yaml);
    CHECK(refusal(c.yaml) == c.message);
  }
}

TEST_CASE("yaml to json: nesting ends at 200 levels") {
  CHECK(refusal(nested("[", "]", 200)) == "");
  CHECK(refusal(nested("[", "]", 201)) == "f.yaml:1: nested deeper than 200 levels");
  CHECK(refusal(nested("{a: ", "}", 200)) == "");
  CHECK(refusal(nested("{a: ", "}", 201)) == "f.yaml:1: nested deeper than 200 levels");
  CHECK(refusal(nested("- ", "", 300)) == "f.yaml:1: nested deeper than 200 levels");
  CHECK(refusal(nested("[", "", 100'000)) != "");
}

TEST_CASE("yaml to json: what to_yaml writes is read back equal") {
  std::mt19937 random(3);
  const auto below = [&random](std::size_t end) { return static_cast<std::size_t>(random()) % end; };
  const auto value = [&](const auto& self, int depth) -> Json {
    switch (below(depth > 4 ? 6 : 8)) {
      case 0:
        return {};
      case 1:
        return below(2) == 0;
      case 2:
        return static_cast<std::int64_t>(random()) - 2'000'000'000;
      case 3: {
        const auto number = kgpu::Decimal::from_nanos(static_cast<std::int64_t>(random()));
        return number.is_whole() ? Json(number.truncated()) : Json(number);
      }
      case 4:
      case 5:
        return kgpu::testing::random_hostile_text(random);
      case 6: {
        Json array = Json::array();
        for (std::size_t i = below(4); i > 0; --i) {
          array.push(self(self, depth + 1));
        }
        return array;
      }
      default: {
        Json object = Json::object();
        for (std::size_t i = below(4); i > 0; --i) {
          object.set(std::to_string(i) + kgpu::testing::random_hostile_text(random, 3), self(self, depth + 1));
        }
        return object;
      }
    }
  };
  for (int i = 0; i < 2'000; ++i) {
    const Json json = value(value, 0);
    const std::string yaml = kgpu::output::to_yaml(json);
    CAPTURE(yaml);
    CHECK(yaml_to_json(yaml, "t") == json);
  }
}
