#include "kgpu/base/error.hpp"
#include "kgpu/document/manifests.hpp"

#include <doctest/doctest.h>

#include <string>
#include <vector>

using kgpu::Error;
using kgpu::ErrorKind;
using kgpu::document::Manifest;
using kgpu::document::read_manifests;
using kgpu::output::Json;

namespace {

std::string summary(const std::string& text) {
  std::string lines;
  for (const Manifest& manifest : read_manifests(text, "f.yaml")) {
    lines += manifest.where + " " + std::get<std::string>(manifest.object.find("kind")->value()) + "\n";
  }
  return lines;
}

std::string refusal(const std::string& text) {
  try {
    (void)read_manifests(text, "f.yaml");
  } catch (const Error& error) {
    CHECK(error.kind() == ErrorKind::data);
    return error.what();
  }
  return "(accepted)";
}

}  // namespace

// kubernetes-client.md 5.2, and apimachinery's NewYAMLReader: `---` at the start of a line, then blanks or a comment.
TEST_CASE("manifests: documents, their order and the line each begins at") {
  struct Case {
    const char* name;
    std::string text;
    const char* expected;
  };
  const Case cases[] = {
      {"one", "apiVersion: v1\nkind: A\n", "f.yaml:1 A\n"},
      {"two", "apiVersion: v1\nkind: A\n---\napiVersion: v1\nkind: B\n", "f.yaml:1 A\nf.yaml:4 B\n"},
      {"separator first, with a comment", "--- # head\napiVersion: v1\nkind: A\n", "f.yaml:2 A\n"},
      {"comments and blanks before it do not count", "# x\n\n---\n# y\n\napiVersion: v1\nkind: A\n", "f.yaml:6 A\n"},
      {"empty and comment documents", "---\n---\n# nothing\n---\nnull\n---\nkind: A\napiVersion: v1\n---\n",
       "f.yaml:7 A\n"},
      {"nothing at all", "", ""},
      {"byte order mark", "\xef\xbb\xbfkind: A\napiVersion: v1\n", "f.yaml:1 A\n"},
      {"line ends of Windows", "kind: A\r\napiVersion: v1\r\n---\r\nkind: B\r\napiVersion: v1\r\n",
       "f.yaml:1 A\nf.yaml:4 B\n"},
      {"a directive", "%YAML 1.1\n---\nkind: A\napiVersion: v1\n", "f.yaml:3 A\n"},
      {"no line end at the end", "kind: A\napiVersion: v1", "f.yaml:1 A\n"},
      {"JSON", "{\"kind\": \"A\",\n \"apiVersion\": \"v1\"}\n", "f.yaml:1 A\n"},
      {"JSON stream",
       "\n{\"kind\": \"A\", \"apiVersion\": \"v1\"}{\"kind\": \"B\", \"apiVersion\": \"v1\"}\n\n"
       "{\"kind\": \"C\", \"apiVersion\": \"v1\"}",
       "f.yaml:2 A\nf.yaml:2 B\nf.yaml:4 C\n"},
      {"JSON and YAML", "{\"kind\": \"A\", \"apiVersion\": \"v1\"}\n---\nkind: B\napiVersion: v1\n",
       "f.yaml:1 A\nf.yaml:3 B\n"},
      {"YAML that begins with a brace", "{kind: A, apiVersion: v1}\n", "f.yaml:1 A\n"},
      {"a List", "kind: List\napiVersion: v1\nitems:\n- {kind: A, apiVersion: v1}\n- {kind: B, apiVersion: v1}\n",
       "f.yaml:1, item 1 A\nf.yaml:1, item 2 B\n"},
      {"a typed list gives its items their kind", "{\"kind\":\"PodList\",\"apiVersion\":\"v1\",\"items\":[{},{}]}",
       "f.yaml:1, item 1 Pod\nf.yaml:1, item 2 Pod\n"},
      {"an empty list", "{\"kind\":\"PodList\",\"apiVersion\":\"v1\",\"items\":[]}", ""},
      {"a kind that ends in List without items", "kind: AllowList\napiVersion: x/v1\n", "f.yaml:1 AllowList\n"},
      {"dashes within a text", "kind: A\napiVersion: v1\nx: |\n  ---\n  b\n", "f.yaml:1 A\n"},
  };
  for (const Case& c : cases) {
    CAPTURE(std::string(c.name));
    CHECK(summary(c.text) == c.expected);
  }
}

TEST_CASE("manifests: what is refused names the line") {
  struct Case {
    const char* name;
    std::string text;
    const char* expected;
  };
  const Case cases[] = {
      {"text behind the separator", "kind: A\napiVersion: v1\n--- {a: b}\n",
       "f.yaml:3: text behind the document separator: '{a: b}'"},
      {"a certificate at the start of a line", "kind: A\napiVersion: v1\nx: |\n-----BEGIN CERTIFICATE-----\n",
       "f.yaml:4: text behind the document separator: '--BEGIN CERTIFICATE-----'"},
      {"a list", "- a\n", "f.yaml:1: not a Kubernetes object: a mapping with apiVersion and kind"},
      {"a text", "---\n\nhello\n", "f.yaml:3: not a Kubernetes object: a mapping with apiVersion and kind"},
      {"no kind", "apiVersion: v1\n", "f.yaml:1: not a Kubernetes object: kind is missing"},
      {"a kind that is no text", "kind: 3\napiVersion: v1\n", "f.yaml:1: not a Kubernetes object: kind is missing"},
      {"no version", "a: b\nkind: A\n", "f.yaml:1: not a Kubernetes object: apiVersion is missing"},
      {"a repeated key of the second document", "kind: A\napiVersion: v1\n---\nkind: B\nkind: C\n",
       "f.yaml:5: the key 'kind' is there twice"},
      {"an item", "{\"kind\":\"List\",\"apiVersion\":\"v1\",\"items\":[7]}",
       "f.yaml:1, item 1: not a Kubernetes object: a mapping with apiVersion and kind"},
      {"JSON cut short", "{\"kind\": \"A\",\n \"apiVersion\": ", "f.yaml:2: the text ends within a JSON value"},
      {"a repeated key in JSON", "{\"kind\": \"A\",\n \"kind\": \"A\"}", "f.yaml:2: the key 'kind' is there twice"},
      {"a control character", "kind: A\napiVersion: v1\n---\nx: \x01\n",
       "f.yaml:4: a character that YAML does not allow: '\\x01'"},
  };
  for (const Case& c : cases) {
    CAPTURE(std::string(c.name));
    CHECK(refusal(c.text) == c.expected);
  }
}

TEST_CASE("manifests: JSON keeps its numbers and texts") {
  const auto read = read_manifests(
      R"({"kind":"A","apiVersion":"v1","i":9223372036854775807,"d":0.125,"e":1e300,"z":0e30,"w":2e1,"s":"\ud83d\ude00\/","t":true,"n":null})",
      "x.json");
  REQUIRE(read.size() == 1);
  const Json& object = read.front().object;
  CHECK(*object.find("i") == Json(std::int64_t{9223372036854775807}));
  CHECK(*object.find("d") == Json(*kgpu::Decimal::parse("0.125")));
  CHECK(*object.find("e") == Json::real(1e300));
  // Whole numbers however they are written, as YAML reads them: so they are the same after being written and read
  // again.
  CHECK(*object.find("z") == Json(std::int64_t{0}));
  CHECK(*object.find("w") == Json(std::int64_t{20}));
  CHECK(*object.find("s") == Json("\xf0\x9f\x98\x80/"));
  CHECK(*object.find("t") == Json(true));
  CHECK(*object.find("n") == Json());
}

TEST_CASE("manifests: what an item of a typed list says itself stays, and stands there once") {
  const auto read =
      read_manifests(R"({"kind":"PodList","apiVersion":"v1","items":[{"apiVersion":"v2"},{"a":1}]})", "x");
  REQUIRE(read.size() == 2);
  CHECK(read[0].object == Json::object().set("apiVersion", "v2").set("kind", "Pod"));
  CHECK(read[1].object == Json::object().set("a", 1).set("apiVersion", "v1").set("kind", "Pod"));
}

TEST_CASE("manifests: nesting is bounded") {
  std::string deep = R"({"kind":"A","apiVersion":"v1","a":)";
  for (int i = 0; i < 300; ++i) {
    deep += '[';
  }
  CHECK(refusal(deep) == "f.yaml:1: nested deeper than 200 levels");
}
