// Figures of a device that are not known (recommend.md 9, 29). Of what the clouds rent only the slices of an RTX PRO
// 4500 lack them, so that they are taken from a card here; an overlay catalogue may lack more.
#include "judge.hpp"
#include "questions.hpp"

#include <doctest/doctest.h>

using namespace kgpu;
using recommend::DeviceKind;
using recommend::Verdict;
using test::answer;
using test::ask;
using test::ask_training;
using test::has_reason;
using test::only;
using test::row_of;

namespace {

enum class Lacks : std::uint8_t { bandwidth, peak, both };
constexpr Lacks k_all[] = {Lacks::bandwidth, Lacks::peak, Lacks::both};

/// An L40S without some of its figures.
DeviceKind card(Lacks lacks) {
  const auto& catalog = catalog::Catalog::built_in();
  recommend::KindTable kinds(catalog);
  DeviceKind kind = *kinds.of(*catalog.find_instance_type("g6e.xlarge")).front();
  if (lacks != Lacks::peak) {
    kind.device.bandwidth_bytes_s.reset();
  }
  if (lacks != Lacks::bandwidth) {
    kind.device.peak_16bit_flops.reset();
    kind.device.peak_fp8_flops.reset();
  }
  return kind;
}

Verdict judged(const recommend::Question& question, Lacks lacks) {
  return judge_serving({}, question, card(lacks), {});
}

}  // namespace

TEST_CASE("recommend.md 29: without bandwidth or peak there is no speed, and the default limits are met") {
  // Both enter the time of a step, and so all that follows from it.
  for (const Lacks lacks : k_all) {
    CAPTURE(static_cast<int>(lacks));
    const Verdict verdict = judged(ask("meta-llama/Llama-3.1-8B", 4), lacks);
    CHECK(verdict.fits == sizing::Fits::yes);
    CHECK(verdict.replicas == 1);
    CHECK(verdict.memory.has_value());
    CHECK(verdict.max_concurrency.has_value());
    CHECK_FALSE(verdict.decode_ms.has_value());
    CHECK_FALSE(verdict.first_token_ms.has_value());
    CHECK_FALSE(verdict.tokens_per_second.has_value());
    CHECK_FALSE(verdict.max_tokens_per_second.has_value());
    CHECK_FALSE(verdict.reasons.contains("within-error"));
  }
}

TEST_CASE("recommend.md 29: given limits and rates are not met by a speed that is not known") {
  struct Case {
    const char* reason;
    void (*give)(recommend::Question&);
  };
  const Case cases[] = {
      {"tpot", [](recommend::Question& question) { question.limits.tpot_given = true; }},
      {"ttft", [](recommend::Question& question) { question.limits.ttft_given = true; }},
      {"rate", [](recommend::Question& question) { question.requests_per_second = 0.001; }},
  };
  for (const Case& c : cases) {
    CAPTURE(c.reason);
    auto question = ask("meta-llama/Llama-3.1-8B");
    c.give(question);
    for (const Lacks lacks : k_all) {
      const Verdict verdict = judged(question, lacks);
      CHECK(verdict.fits == sizing::Fits::no);
      CHECK(verdict.reasons.contains(c.reason));
      CHECK(verdict.shortfall == 0);
    }
  }
}

TEST_CASE("recommend.md 29: an encoder's rate needs the peak alone") {
  auto question = ask("BAAI/bge-large-en-v1.5");
  CHECK_FALSE(judged(question, Lacks::peak).tokens_per_second.has_value());
  CHECK(judged(question, Lacks::bandwidth).tokens_per_second.has_value());
  question.requests_per_second = 1;
  CHECK(judged(question, Lacks::peak).reasons.contains("rate"));
}

TEST_CASE("recommend.md 29: training without a peak has no rate, no hours, and meets no --max-hours") {
  auto question = ask_training("meta-llama/Llama-3.2-1B");
  question.train_tokens = 1e9;
  const Verdict unknown = judge_training(question, card(Lacks::peak), {});
  CHECK(unknown.fits == sizing::Fits::yes);
  CHECK_FALSE(unknown.tokens_per_second.has_value());
  CHECK_FALSE(unknown.hours.has_value());
  CHECK(judge_training(question, card(Lacks::bandwidth), {}).hours.has_value());
  question.limits.hours = 1e6;
  const Verdict limited = judge_training(question, card(Lacks::peak), {});
  CHECK(limited.fits == sizing::Fits::no);
  CHECK(limited.reasons.contains("hours"));
}

TEST_CASE("recommend.md 9: a device whose memory is not known is no candidate, and a named type says so") {
  // data/gpus.csv: neither total of the V710 is known.
  const std::string type = "Standard_NV24ads_V710_v5";
  auto question = only(ask("Qwen/Qwen2.5-0.5B-Instruct"), {type});
  question.scope.regions.clear();
  const auto found = answer(question);
  CHECK(found.best() == nullptr);
  const auto row = row_of(found, type);
  REQUIRE(row != nullptr);
  CHECK_FALSE(row->rank.has_value());
  CHECK(has_reason(*row, "memory-unknown"));
}

TEST_CASE("recommend.md 9, 14, 29: of an RTX PRO 4500 the slices are known by their names, nothing else is") {
  // data/gpus.csv has no total, bandwidth or peak of it; data/mig_profiles.csv has 1g.16gb, of which 0.85 is usable.
  auto question = only(ask("Qwen/Qwen2.5-0.5B-Instruct"), {"g7.2xlarge"});
  question.scope.regions.clear();
  const auto found = answer(question);
  CHECK(row_of(found, "g7.2xlarge") == nullptr);
  const auto slice = row_of(found, "g7.2xlarge", "1g.16gb");
  REQUIRE(slice != nullptr);
  CHECK(slice->rank.has_value());
  CHECK(*slice->verdict.usable == doctest::Approx(0.9 * 0.85 * 16 * 1024 * 1024 * 1024));
  CHECK_FALSE(slice->verdict.decode_ms.has_value());
  CHECK_FALSE(slice->usd_per_million_tokens.has_value());
  question.limits.ttft_given = true;
  const auto limited = answer(question);
  CHECK(limited.best() == nullptr);
  REQUIRE(limited.nearest.size() == 1);
  CHECK(has_reason(limited.nearest[0], "ttft"));
}

TEST_CASE("recommend.md 9: the framework's total, else the driver's less 0.7 GiB; vLLM takes 0.90 of it") {
  struct Case {
    const char* type;
    double gib;
  };
  const Case cases[] = {
      {"g6.xlarge", 22.03},        // L4: framework 22.03
      {"g6e.xlarge", 44.99 - 0.7}  // L40S: driver 44.99
  };
  for (const Case& c : cases) {
    CAPTURE(c.type);
    const auto row = row_of(answer(only(ask("Qwen/Qwen2.5-3B-Instruct"), {c.type})), c.type);
    REQUIRE(row != nullptr);
    CHECK(*row->verdict.usable == doctest::Approx(c.gib * 0.9 * 1024 * 1024 * 1024));
  }
}
