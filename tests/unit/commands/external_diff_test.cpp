#include "kgpu/commands/external_diff.hpp"

#include "doctest/doctest.h"
#include "fake_env.hpp"

#include <string>
#include <vector>

namespace kgpu::commands {
namespace {

using testing::FakeEnv;
using Words = std::vector<std::string>;

const std::vector<document::Comparison> k_comparisons = {{"v1.ConfigMap.ns.a", "a: 1\n", "a: 2\n"},
                                                         {"v1.ConfigMap.ns.new", "", "b: 1\n"}};

// kubectl 1.34, pkg/cmd/diff: split at single spaces; of the words after the first only those of ^[a-zA-Z0-9-=]+$.
TEST_CASE("KUBECTL_EXTERNAL_DIFF is split as kubectl splits it") {
  struct Case {
    std::string text;
    std::string command;
    Words args;
    Words left_out;
  };
  const Case cases[] = {
      {"colordiff -N -u", "colordiff", {"-N", "-u"}, {}},
      {"/usr/bin/dyff  between --color=on", "/usr/bin/dyff", {"between", "--color=on"}, {}},
      {"diff -I '^x' --label=a/b -u", "diff", {"-I", "-u"}, {"'^x'", "--label=a/b"}},
      {"diff ; rm", "diff", {"rm"}, {";"}},
  };
  for (const Case& one : cases) {
    CAPTURE(one.text);
    FakeEnv fake;
    fake.variables["KUBECTL_EXTERNAL_DIFF"] = one.text;
    const auto program = external_diff(fake.env());
    REQUIRE(program);
    CHECK(program->command == one.command);
    CHECK(program->args == one.args);
    CHECK(program->left_out == one.left_out);
  }
  FakeEnv fake;
  CHECK_FALSE(external_diff(fake.env()));
  fake.variables["KUBECTL_EXTERNAL_DIFF"] = "  ";
  CHECK_FALSE(external_diff(fake.env()));
}

TEST_CASE("kubernetes-client 111: the program gets both folders, then its words; both are gone afterwards") {
  FakeEnv fake;
  fake.variables["TMPDIR"] = "/scratch";
  std::map<std::string, std::string> given;
  fake.processes.answer = [&](const system::ProcessRequest&) {
    given = fake.files.texts;
    return system::ProcessResult{.exit_code = 1, .signal = 0, .output = {}};
  };
  auto env = fake.env();
  CHECK(run_external_diff({"meld", {"-x"}, {}}, k_comparisons, env) == ExitCode::failed);
  REQUIRE(fake.processes.requests.size() == 1);
  CHECK(fake.processes.requests[0].command == "meld");
  CHECK(fake.processes.requests[0].args == Words{"/scratch/LIVE-1", "/scratch/MERGED-2", "-x"});
  CHECK_FALSE(fake.processes.requests[0].capture_output);
  const std::map<std::string, std::string> expected = {{"/scratch/LIVE-1/v1.ConfigMap.ns.a", "a: 1\n"},
                                                       {"/scratch/LIVE-1/v1.ConfigMap.ns.new", ""},
                                                       {"/scratch/MERGED-2/v1.ConfigMap.ns.a", "a: 2\n"},
                                                       {"/scratch/MERGED-2/v1.ConfigMap.ns.new", "b: 1\n"}};
  CHECK(given == expected);
  CHECK(fake.files.texts.empty());
}

TEST_CASE("kubernetes-client 111: its exit codes, 0 same, 1 differs, more is a failure") {
  const auto outcome = [](int exit_code, int signal) -> std::string {
    FakeEnv fake;
    fake.processes.answer = [=](const system::ProcessRequest&) {
      return system::ProcessResult{.exit_code = exit_code, .signal = signal, .output = {}};
    };
    auto env = fake.env();
    try {
      return std::to_string(static_cast<int>(run_external_diff({"d", {}, {}}, k_comparisons, env)));
    } catch (const Error& error) {
      CHECK(fake.files.texts.empty());
      return error.what();
    }
  };
  CHECK(outcome(0, 0) == "0");
  CHECK(outcome(1, 0) == "1");
  CHECK(outcome(2, 0) == "KUBECTL_EXTERNAL_DIFF: 'd' ended with exit code 2: 0 is no difference, 1 a difference");
  CHECK(outcome(-1, 9) == "KUBECTL_EXTERNAL_DIFF: 'd' ended with signal 9: 0 is no difference, 1 a difference");
}

}  // namespace
}  // namespace kgpu::commands
