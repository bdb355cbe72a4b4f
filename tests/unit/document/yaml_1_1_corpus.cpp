// Prints a JSON list of {yaml, json}: documents rendered or written by us, and what they must mean. yaml_1_1.sh reads
// them with a parser of YAML 1.1.
#include "hostile_text.hpp"

#include "kgpu/document/template.hpp"
#include "kgpu/output/json.hpp"

#include <iostream>

using kgpu::document::TemplateData;
using kgpu::output::Json;

int main() {
  const auto templates = kgpu::document::TemplateSet::of(
      {{"t.yaml",
        "# {{words}}\nvalue: {{value}} # {{words}}\nlist:\n  - {{value}}\n  - [{{value}}, 1] # {{words}}\n"}});
  std::mt19937 random(11);
  std::vector<std::string> texts = kgpu::testing::hostile_texts();
  for (int i = 0; i < 1'000; ++i) {
    texts.push_back(kgpu::testing::random_hostile_text(random));
  }

  Json corpus = Json::array();
  for (const std::string& text : texts) {
    corpus.push(Json::object()
                    .set("yaml", templates.render("t.yaml", TemplateData().text("value", text).comment("words", text)))
                    .set("json", Json::object()
                                     .set("value", text)
                                     .set("list", Json::array().push(text).push(Json::array().push(text).push(1)))));
    Json plain = Json::object().set("number", Json::real(1e300)).set("decimal", *kgpu::Decimal::parse("-0.125"));
    plain.set("text", text).set("none", Json()).set("empty", Json::array());
    if (text.size() < 100) {  // a key of YAML 1.1 ends at 1024 characters
      plain.set("key " + text, true).set("words", Json::object().set(text, "y"));
    }
    corpus.push(Json::object().set("yaml", kgpu::output::to_yaml(plain)).set("json", plain));
  }
  std::cout << kgpu::output::to_json(corpus);
}
