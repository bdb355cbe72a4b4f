// Exit codes and refusals of `instance recommend` (recommend.md 41, 42).
#include "kgpu/commands/instance_recommend.hpp"

#include "doctest/doctest.h"
#include "fake_env.hpp"

#include <functional>

namespace kgpu::commands {
namespace {

using testing::FakeEnv;
using Change = std::function<void(InstanceRecommendOptions&)>;

/// An 8B on one L4, by the formulas alone.
InstanceRecommendOptions of(const Change& change = [](InstanceRecommendOptions&) {}) {
  InstanceRecommendOptions options;
  options.need.workload.model.name = "meta-llama/Llama-3.1-8B";
  options.need.formula_only = true;
  options.instance_types = {"g6.xlarge"};
  change(options);
  return options;
}

bool holds(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

TEST_CASE("recommend.md 41: exit 0 with a row that fits, 3 with none; the document is printed in both") {
  struct Case {
    const char* what;
    Change change;
    ExitCode code;
    const char* warning;  // empty: none
  };
  // 8192 tokens fit an L4 on the high estimate, 20480 on the best one only, a T4 holds none (replicas_test.cpp).
  const Case cases[] = {
      {"yes", [](auto&) {}, ExitCode::ok, ""},
      {"likely only", [](auto& o) { o.need.workload.context_tokens = 20480; }, ExitCode::ok,
       "warning: nothing fits on the high estimate"},
      {"one named type of two", [](auto& o) { o.instance_types.emplace_back("g4dn.xlarge"); }, ExitCode::ok, ""},
      {"memory", [](auto& o) { o.instance_types = {"g4dn.xlarge"}; }, ExitCode::answer_is_no, ""},
      {"price", [](auto& o) { o.need.max_price = Money::parse("0.10"); }, ExitCode::answer_is_no, ""},
      {"a stage of two",
       [](auto& o) {
         o.stages = {recommend::Stage::inference, recommend::Stage::training};
         o.need.workload.training.method = sizing::TrainingMethod::full;  // 128 GB of states on 22 GiB
         o.need.max_nodes = 1;
       },
       ExitCode::answer_is_no, ""},
      {"one replica on spot, limits given",
       [](auto& o) {
         o.capacities = {catalog::Capacity::spot};
         o.need.max_ttft_ms = 10000;
       },
       ExitCode::ok, "warning: one replica on spot"},
  };
  for (const Case& c : cases) {
    CAPTURE(c.what);
    FakeEnv fake;
    auto env = fake.env();
    auto options = of(c.change);
    options.report.format = output::Format::json;
    CHECK(run_instance_recommend(options, env) == c.code);
    CHECK(holds(fake.out.str(), "\"Recommendation\""));
    CHECK(holds(fake.err.str(), c.warning));
    CHECK(fake.err.str().empty() == std::string(c.warning).empty());
  }
}

TEST_CASE("recommend.md 41: nothing fits and no type is named: no items, at most three that are near") {
  FakeEnv fake;
  auto env = fake.env();
  auto options = of([](auto& o) {
    o.instance_types.clear();
    o.accelerators = {"L4"};  // eight have 176 GiB; 405.9e9 parameters are 756 GiB
    o.need.workload.model.name = "meta-llama/Llama-3.1-405B";
    o.report.format = output::Format::json;
  });
  CHECK(run_instance_recommend(options, env) == ExitCode::answer_is_no);
  CHECK(holds(fake.out.str(), "\"items\": []"));
  CHECK(holds(fake.out.str(), "\"nearest\": [\n"));
}

TEST_CASE("recommend.md 42: what is refused, with what is known instead") {
  struct Case {
    const char* message;
    Change change;
  };
  const Case cases[] = {
      {"nothing to find hardware for", [](auto& o) { o.need.workload.model.name.clear(); }},
      {"'llama-9b'", [](auto& o) { o.need.workload.model.name = "llama-9b"; }},
      {"'g6.xlagre'", [](auto& o) { o.instance_types = {"g6.xlagre"}; }},
      {"'us-east-9'", [](auto& o) { o.region = "us-east-9"; }},
      {"'L44'", [](auto& o) { o.accelerators = {"L44"}; }},
      {"say the same thing",
       [](auto& o) {
         o.need.requests_per_second = 1;
         o.need.tokens_per_second = 1;
       }},
      {"--max-hours needs --train-tokens", [](auto& o) { o.need.max_hours = 1; }},
      {"131072", [](auto& o) { o.need.workload.context_tokens = 200'000; }},
  };
  for (const Case& c : cases) {
    CAPTURE(c.message);
    FakeEnv fake;
    auto env = fake.env();
    try {
      (void)run_instance_recommend(of(c.change), env);
      FAIL("no error");
    } catch (const Error& error) {
      CHECK(error.kind() == ErrorKind::usage);
      CHECK(holds(error.what(), c.message));
    }
    CHECK(fake.out.str().empty());
  }
  CHECK_THROWS_AS((void)recommend::parse_stage("inferense"), Error);
}

}  // namespace
}  // namespace kgpu::commands
