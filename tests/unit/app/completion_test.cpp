#include "completion.hpp"

#include "CLI/CLI.hpp"
#include "command_line.hpp"
#include "completion_values.hpp"
#include "doctest/doctest.h"
#include "fake_env.hpp"
#include "flag_words.hpp"

#include "kgpu/base/text.hpp"

#include <algorithm>
#include <string>
#include <vector>

namespace {

const kgpu::catalog::Catalog& catalog() {
  return kgpu::catalog::Catalog::built_in();
}

std::vector<std::string> values(std::vector<std::string> words) {
  std::vector<std::string> found;
  for (const auto& item : kgpu::app::complete(std::move(words), catalog()).items) {
    found.push_back(item.value);
  }
  return found;
}

bool offers(std::vector<std::string> words, const std::string& value) {
  const auto found = values(std::move(words));
  return std::ranges::find(found, value) != found.end();
}

TEST_CASE("words are offered where they may stand") {
  using Words = std::vector<std::string>;
  struct Case {
    const char* name;
    Words words;
    Words expected;
  };
  const Case cases[] = {
      {"nothing yet", {}, {"instance", "model", "catalog", "pool", "node", "completion", "options", "version"}},
      {"a noun begun", {"i"}, {"instance"}},
      {"verbs", {"instance", ""}, {"list", "describe", "recommend"}},
      {"a verb begun", {"catalog", "e"}, {"export"}},
      {"after help", {"help", "catalog", ""}, {"show", "export"}},
      {"help itself", {"pool", "--h"}, {"--help"}},
      {"no such noun", {"poll", "create", ""}, {}},
      {"no such verb", {"pool", "creat", ""}, {}},
      {"the flags of a verb", {"version", "--"}, {"--output", "--help"}},
      {"a lone dash", {"version", "-"}, {"--output", "--help"}},
      {"a flag given is not offered again", {"version", "-o", "json", "--"}, {"--help"}},
      {"its value in one word", {"version", "--output=json", "--"}, {"--help"}},
      {"fixed words", {"version", "-o", ""}, {"table", "json", "yaml"}},
      {"after =, only the value", {"version", "--output=y"}, {"yaml"}},
      {"after a short flag", {"version", "-oj"}, {"json"}},
      {"an argument", {"completion", "f"}, {"fish"}},
      {"no second argument", {"completion", "bash", ""}, {}},
      {"after -- no flags", {"version", "--", "-"}, {}},
      {"the value of a flag that is none", {"version", "--zebra=x"}, {}},
      {"a list", {"instance", "list", "--capacity", "spot,"}, {"spot,on-demand", "spot,reserved"}},
      {"a list after =", {"instance", "list", "--capacity=spot,r"}, {"spot,reserved"}},
  };
  for (const Case& c : cases) {
    CAPTURE(c.name);
    CHECK(values(c.words) == c.expected);
  }
}

TEST_CASE("the catalogue's names are offered") {
  CHECK(offers({"instance", "describe", "g6."}, "g6.xlarge"));
  CHECK(offers({"instance", "list", "--accelerator", "L"}, "L40S"));
  CHECK(offers({"instance", "list", "--accelerator", "L4,A1"}, "L4,A10G"));
  CHECK(offers({"instance", "list", "--accelerator=l"}, "l4"));
  CHECK_FALSE(offers({"instance", "list", "--accelerator", "L4,"}, "L4,L4"));
  CHECK(offers({"instance", "list", "--region", "eu-"}, "eu-west-1"));
  CHECK_FALSE(offers({"instance", "list", "--region", "us-east-1-"}, "us-east-1-dfw-2a"));
}

TEST_CASE("an accelerator that is offered is one word, and is understood") {
  for (const auto& item :
       kgpu::app::complete_value({.source = kgpu::app::ValueSource::accelerators}, "", catalog()).items) {
    CAPTURE(item.value);
    CHECK(item.value.find(' ') == std::string::npos);
    CHECK_FALSE(catalog().find_accelerators(item.value).empty());
  }
}

TEST_CASE("a provider narrows what is offered") {
  using kgpu::app::ValueSource;
  for (const ValueSource source : {ValueSource::instance_types, ValueSource::regions}) {
    const auto all = kgpu::app::complete_value({.source = source}, "", catalog()).items;
    std::size_t sum = 0;
    for (const std::string_view provider : {"aws", "gcp", "azure"}) {
      sum += kgpu::app::complete_value({.source = source, .provider = provider}, "", catalog()).items.size();
    }
    CHECK(sum == all.size());
  }
}

TEST_CASE("zones follow the region typed") {
  const auto found = kgpu::app::complete_value({.source = kgpu::app::ValueSource::zones}, "eu-west-1", catalog()).items;
  REQUIRE(found.size() == 3);
  CHECK(found.front().value == "eu-west-1a");
}

TEST_CASE("what kubectl reads: value, tab, description, and a last line with the directive") {
  CHECK(kgpu::app::to_text({.items = {{"a", "first"}, {"b", ""}}, .files = false}) == "a\tfirst\nb\n:4\n");
  CHECK(kgpu::app::to_text({.items = {}, .files = true}) == ":0\n");
  CHECK(kgpu::app::complete({"instance", "list", "--catalog", ""}, catalog()).files);
  CHECK_FALSE(kgpu::app::complete({"instance", "list", "--region", "x"}, catalog()).files);
}

TEST_CASE("every flag with a short list of words in its help offers them") {
  kgpu::testing::FakeEnv fake;
  for (const auto& row : kgpu::app::commands()) {
    CLI::App verb;
    verb.set_help_flag();
    kgpu::app::Completions completions;
    (void)row.bind(verb, completions);
    for (const CLI::Option* option : verb.get_options()) {
      if (option->get_type_name() == "FORMAT" || option->get_type_name() == "REGION" ||
          option->get_type_name() == "DIR" || option->get_type_name() == "TYPE") {
        CAPTURE(option->get_name());
        CHECK(completions.find(option) != nullptr);
      }
    }
  }
}

TEST_CASE("completion never fails, whatever was typed") {
  const std::vector<std::string> words = {
      "",       "-",  "--",     "---", "=",      "--=",  "-=",     "--output=", "-o",       "pool",
      "create", "\n", "\t\x1b", ",",   "a,b,,c", "help", "--help", "list",      "instance", "\xff"};
  for (const std::string& first : words) {
    for (const std::string& second : words) {
      for (const std::string& third : words) {
        kgpu::testing::FakeEnv fake;
        fake.arguments = {"__complete", first, second, third};
        auto env = fake.env();
        CAPTURE(first);
        CAPTURE(second);
        CAPTURE(third);
        CHECK(kgpu::app::run(env) == kgpu::ExitCode::ok);
        CHECK(fake.err.str().empty());
        CHECK((fake.out.str().ends_with(":4\n") || fake.out.str().ends_with(":0\n")));
      }
    }
  }
}

}  // namespace
