#include "command_line.hpp"

#include "doctest/doctest.h"
#include "fake_env.hpp"

#include <ios>
#include <string>
#include <vector>

namespace {

struct Answer {
  kgpu::ExitCode code = kgpu::ExitCode::ok;
  std::string out;
  std::string err;
};

Answer answer(std::vector<std::string> arguments) {
  kgpu::testing::FakeEnv fake;
  fake.arguments = std::move(arguments);
  auto env = fake.env();
  const kgpu::ExitCode code = kgpu::app::run(env);
  return {code, fake.out.str(), fake.err.str()};
}

TEST_CASE("a command line that cannot be read says why and what would do") {
  struct Case {
    const char* name;
    std::vector<std::string> arguments;
    const char* err;
  };
  const Case cases[] = {
      {"unknown command",
       {"poll"},
       "error: unknown command 'poll' for 'kubectl gpu' (one of: instance, model, catalog, pool, node, completion, "
       "options, "
       "version)\nhint: did you mean 'pool'?\n"},
      {"flag first",
       {"-n", "ml"},
       "error: unknown flag '-n' for 'kubectl gpu'\n"
       "hint: flags come after the command: kubectl gpu NOUN VERB [flags]\n"},
      {"the flag of other programs",
       {"--version"},
       "error: unknown flag '--version' for 'kubectl gpu'\nhint: did you mean 'version'?\n"},
      {"no verb",
       {"pool"},
       "error: 'kubectl gpu pool' needs a verb (one of: create, migrate, list)\nhint: kubectl gpu pool --help\n"},
      {"unknown verb",
       {"instance", "lst"},
       "error: unknown verb 'lst' for 'kubectl gpu instance' (one of: list, describe, recommend)\nhint: did you mean "
       "'list'?\n"},
      {"unknown flag",
       {"version", "--ouput=json"},
       "error: unknown flag '--ouput' for 'kubectl gpu version'\nhint: did you mean '--output'?\n"},
      {"unknown flag, nothing near",
       {"version", "--zebra"},
       "error: unknown flag '--zebra' for 'kubectl gpu version'\nhint: kubectl gpu version --help\n"},
      {"one argument too many",
       {"version", "now"},
       "error: unexpected argument 'now' for 'kubectl gpu version'\nhint: kubectl gpu version --help\n"},
      {"after -- everything is an argument",
       {"version", "--", "-o"},
       "error: unexpected argument '-o' for 'kubectl gpu version'\nhint: kubectl gpu version --help\n"},
      {"a missing argument",
       {"completion"},
       "error: 'kubectl gpu completion' needs SHELL\nhint: kubectl gpu completion --help\n"},
      {"a missing value", {"version", "-o"}, "error: --output needs a value: --output FORMAT\n"},
      {"an empty value does not take the next word",
       {"version", "--output=", "json"},
       "error: --output needs a value: --output FORMAT\n"},
      {"an empty word is no value", {"version", "-o", ""}, "error: --output: an empty value\n"},
      {"twice",
       {"version", "-o", "json", "-o", "yaml"},
       "error: --output is given more than once\nhint: give it one value\n"},
      {"the word after a flag is its value",
       {"version", "--output", "--help-me"},
       "error: unknown output format '--help-me' (one of: table, json, yaml)\n"},
      {"a value that is none",
       {"instance", "list", "--no-headers=maybe"},
       "error: --no-headers: 'maybe' is neither true nor false\n"},
      {"days without their unit",
       {"instance", "list", "--max-price-age", "90"},
       "error: --max-price-age: '90' is not a number of days, such as 90d\n"},
      {"a count beyond what numbers hold",
       {"instance", "list", "--min-vcpus", "99999999999999999999"},
       "error: --min-vcpus: '99999999999999999999' is too large a number\n"},
      {"control characters are shown, not sent",
       {"\x1b[31mpool"},
       "error: unknown command '\\x1b[31mpool' for 'kubectl gpu' (one of: instance, model, catalog, pool, node, "
       "completion, "
       "options, "
       "version)\nhint: did you mean 'pool'?\n"},
  };
  for (const Case& c : cases) {
    CAPTURE(c.name);
    const Answer seen = answer(c.arguments);
    CHECK(seen.code == kgpu::ExitCode::usage);
    CHECK(seen.out.empty());
    // The hint for the last case depends on how near the words are; what matters is the first line.
    CHECK(seen.err.substr(0, seen.err.find('\n')) == std::string(c.err).substr(0, std::string(c.err).find('\n')));
    if (std::string(c.name).find("control") == std::string::npos) {
      CHECK(seen.err == c.err);
    }
  }
}

TEST_CASE("ways of writing a flag") {
  const std::string json = answer({"version", "--output", "json"}).out;
  REQUIRE(json.find("\"kind\": \"Version\"") != std::string::npos);
  for (const std::vector<std::string>& words :
       {std::vector<std::string>{"-o", "json"}, {"-ojson"}, {"-o=json"}, {"--output=json"}, {"-o", "json", "--"}}) {
    CAPTURE(words.front());
    std::vector<std::string> arguments{"version"};
    arguments.insert(arguments.end(), words.begin(), words.end());
    const Answer seen = answer(arguments);
    CHECK(seen.code == kgpu::ExitCode::ok);
    CHECK(seen.out == json);
  }
}

TEST_CASE("help is asked for in many ways, and is no error") {
  for (const std::vector<std::string>& words : {std::vector<std::string>{"version", "--help"},
                                                {"version", "-h"},
                                                {"help", "version"},
                                                {"version", "--zebra", "--help"}}) {
    const Answer seen = answer(words);
    CHECK(seen.code == kgpu::ExitCode::ok);
    CHECK(seen.out == answer({"version", "--help"}).out);
    CHECK(seen.err.empty());
  }
  CHECK(answer({}).out == answer({"--help"}).out);
  CHECK(answer({"help"}).out == answer({"-h"}).out);
  CHECK(answer({"help", "pool"}).out == answer({"pool", "--help"}).out);
}

TEST_CASE("a result that cannot be written is a failure") {
  kgpu::testing::FakeEnv fake;
  fake.arguments = {"version"};
  fake.out.setstate(std::ios::badbit);
  auto env = fake.env();
  CHECK(kgpu::app::run(env) == kgpu::ExitCode::failed);
  CHECK(fake.err.str() == "error: cannot write to standard output\n");
}

}  // namespace
