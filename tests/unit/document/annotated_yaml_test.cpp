#include "kgpu/document/annotated_yaml.hpp"

#include "hostile_text.hpp"

#include "kgpu/document/document.hpp"

#include <doctest/doctest.h>

#include <random>
#include <string>

using kgpu::document::annotated_yaml;
using kgpu::document::Remarks;
using kgpu::document::without_comments;
using kgpu::document::yaml_to_json;
using kgpu::output::Json;

namespace {

Json example() {
  return Json::object()
      .set("spec",
           Json::object()
               .set("weight", 10)
               .set("list", Json::array().push("a").push("true"))
               .set("terms", Json::array()
                                 .push(Json::object().set("id", "x").set("tags", Json::object().set("a/b", "c")))
                                 .push(Json::object()))
               .set("none", Json::array())
               .set("script", "#!/bin/sh\necho  # not a comment\n\n  indented\n"))
      .set("last", "168h");
}

}  // namespace

TEST_CASE("annotated yaml: where each remark stands") {
  Remarks remarks;
  remarks.above("", "the whole").above("/spec/terms", "before the terms").inside("/spec", "not there: y");
  remarks.beside("/spec/weight", "as asked").beside("/spec/weight", "twice").beside("/spec/terms/0/id", "an id");
  remarks.above("/spec/terms/0", "the first").beside("/spec/terms/0/tags/a~1b", "a tag").inside("/spec/none", "empty");
  remarks.beside("/nowhere", "left out").beside("/spec/script", "runs first");
  const std::string expected =
      "# the whole\n"
      "spec:\n"
      "  # not there: y\n"
      "  weight: 10  # as asked; twice\n"
      "  list: [a, \"true\"]\n"
      "  # before the terms\n"
      "  terms:\n"
      "    # the first\n"
      "    - id: x  # an id\n"
      "      tags:\n"
      "        a/b: c  # a tag\n"
      "    - {}\n"
      "  none: []\n"
      "    # empty\n"
      "  script: |  # runs first\n"
      "    #!/bin/sh\n"
      "    echo  # not a comment\n"
      "\n"
      "      indented\n"
      "last: \"168h\"\n";
  const std::string text = annotated_yaml(example(), remarks);
  CHECK(text == expected);
  CHECK(yaml_to_json(text, "f") == example());
  CHECK(without_comments("#\n" + text).substr(2) == annotated_yaml(example(), Remarks()));
}

TEST_CASE("annotated yaml: long lists have a line per element") {
  auto list = Json::array();
  for (int i = 0; i < 20; ++i) {
    list.push("g4dn.xlarge");
  }
  const auto value = Json::object().set("values", list);
  const std::string text = annotated_yaml(value, Remarks());
  CHECK(text.starts_with("values:\n  - g4dn.xlarge\n"));
  CHECK(yaml_to_json(text, "f") == value);
}

TEST_CASE("annotated yaml: texts of several lines are read back whole") {
  for (const char* text : {"a\nb",
                           "a\nb\n",
                           "a\nb\n\n",
                           "\na",
                           " a\nb",
                           "\ta\nb",
                           "a\n ",
                           "a\n \n",
                           "a\r\nb",
                           "a\n\n\nb\n",
                           "a\n\tb\n",
                           "a\n---\nb\n",
                           "a: b\n- c\n",
                           "a\n...\n",
                           "a\n#b\n",
                           "a  \nb\n",
                           "a\x01\nb",
                           "a\xc2\x85\nb",
                           "a\xe2\x80\xa8\nb\n",
                           "a\n\xef\xbb\xbf",
                           "\n",
                           "\n\n"}) {
    CAPTURE(text);
    const auto value = Json::object().set("x", Json::object().set("y", text)).set("z", 1);
    const std::string yaml = annotated_yaml(value, Remarks());
    CAPTURE(yaml);
    CHECK(yaml_to_json(yaml, "f") == value);
    CHECK(without_comments("#\n" + yaml).substr(2) == yaml);
  }
}

TEST_CASE("annotated yaml: whatever a manifest holds is read back equal, with hostile remarks") {
  std::mt19937 random(20261122);
  const auto& texts = kgpu::testing::hostile_texts();
  const auto pick = [&] { return std::string(texts[random() % texts.size()]); };
  for (int round = 0; round < 400; ++round) {
    auto list = Json::array();
    for (std::size_t i = random() % 4; i > 0; --i) {
      list.push(pick());
    }
    auto inner = Json::object().set("k" + pick(), pick()).set("list", list).set("n", Json()).set("b", true);
    auto items = Json::array().push(inner).push(Json::array().push(list).push(Json::object().set(pick(), 1)));
    const auto value = Json::object().set("m", inner).set("items", items).set("text", pick() + "\n" + pick());
    Remarks remarks;
    remarks.above("/m", pick()).beside("/m/b", pick()).inside("/m", pick()).beside("/text", pick());
    remarks.above("/items/1", pick()).inside("/items", pick()).above("", pick());
    const std::string yaml = annotated_yaml(value, remarks);
    CAPTURE(yaml.substr(0, 2000));
    REQUIRE(yaml_to_json(yaml, "f") == value);
  }
}
