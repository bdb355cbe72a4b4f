// What holds for every need over the real catalogue (recommend.md 40): tried on many, with a fixed seed.
#include "questions.hpp"

#include <doctest/doctest.h>

#include <limits>
#include <random>

using namespace kgpu;

namespace {

constexpr const char* k_models[] = {"meta-llama/Llama-3.1-8B",
                                    "Qwen/Qwen2.5-0.5B-Instruct",
                                    "Qwen/Qwen2.5-32B-Instruct",
                                    "google/gemma-3-27b-it",
                                    "openai/gpt-oss-20b",
                                    "Qwen/Qwen3-30B-A3B",
                                    "meta-llama/Llama-3.3-70B-Instruct"};
constexpr std::int64_t k_contexts[] = {2048, 4096, 8192, 16384, 32768};
constexpr std::int64_t k_concurrencies[] = {1, 3, 8, 16, 40};

/// Nano-dollars of the cheapest row that certainly fits; nothing costs less than a need that cannot be met.
std::int64_t cost(const recommend::Question& question) {
  const recommend::Answer answer = test::answer(question);
  const recommend::Row* best = answer.best();
  const bool is_certain = best != nullptr && best->verdict.fits == sizing::Fits::yes;
  return is_certain ? best->usd_per_hour->nanos() : std::numeric_limits<std::int64_t>::max();
}

struct Need {
  std::string model;
  std::int64_t context = 8192;
  std::int64_t concurrency = 1;
  std::string precision = {};

  [[nodiscard]] recommend::Question question() const {
    model::WorkloadOptions options;
    options.context_tokens = context;
    options.precision = precision;
    return test::ask(model, concurrency, options);
  }
};

template <class T, std::size_t n>
const T& pick(std::mt19937& random, const T (&from)[n]) {
  return from[std::uniform_int_distribution<std::size_t>(0, n - 1)(random)];
}

Need some_need(std::mt19937& random) {
  return {pick(random, k_models), pick(random, k_contexts), pick(random, k_concurrencies)};
}

constexpr int k_tries = 8;
/// Rows are ordered at a hundredth of a cent.
constexpr std::int64_t k_step = 100'000;

}  // namespace

TEST_CASE("More context, concurrency or rate is never cheaper") {
  std::mt19937 random(20261121);
  for (int i = 0; i < k_tries; ++i) {
    const Need need = some_need(random);
    CAPTURE(need.model);
    CAPTURE(need.context);
    CAPTURE(need.concurrency);
    const std::int64_t before = cost(need.question());
    Need longer = need;
    longer.context *= 2;
    if (longer.context <= need.question().workload->shape->max_context) {
      CHECK(cost(longer.question()) >= before - k_step);
    }
    Need busier = need;
    busier.concurrency += 5;
    CHECK(cost(busier.question()) >= before - k_step);
    auto slow = need.question();
    slow.concurrency.reset();
    slow.requests_per_second = 0.1;
    auto fast = slow;
    fast.requests_per_second = 0.7;
    CHECK(cost(fast) >= cost(slow) - k_step);
  }
}

TEST_CASE("A tighter limit is never cheaper") {
  std::mt19937 random(4);
  for (int i = 0; i < k_tries; ++i) {
    const Need need = some_need(random);
    CAPTURE(need.model);
    CAPTURE(need.context);
    CAPTURE(need.concurrency);
    auto loose = need.question();
    loose.limits.tpot_given = loose.limits.ttft_given = true;
    auto tight = loose;
    tight.limits.tpot_ms = 40;
    CHECK(cost(tight) >= cost(loose) - k_step);
    tight = loose;
    tight.limits.ttft_ms = 1500;
    CHECK(cost(tight) >= cost(loose) - k_step);
  }
}

TEST_CASE("More regions, providers or capacities are never dearer") {
  std::mt19937 random(5);
  for (int i = 0; i < k_tries; ++i) {
    const Need need = some_need(random);
    CAPTURE(need.model);
    CAPTURE(need.context);
    CAPTURE(need.concurrency);
    const auto narrow = need.question();
    const std::int64_t before = cost(narrow);
    auto wide = narrow;
    wide.scope.regions = {"us-east-1", "us-west-2", "eu-west-1"};
    CHECK(cost(wide) <= before + k_step);
    wide = narrow;
    wide.scope.providers.clear();
    wide.scope.regions = wide.scope.home_regions;
    CHECK(cost(wide) <= before + k_step);
    wide = narrow;
    wide.scope.capacities.push_back(catalog::Capacity::spot);
    CHECK(cost(wide) <= before + k_step);
  }
}

TEST_CASE("A smaller precision is never dearer where its cards are no fewer") {
  std::mt19937 random(6);
  for (int i = 0; i < k_tries; ++i) {
    Need need = some_need(random);
    need.model = i % 2 == 0 ? "meta-llama/Llama-3.1-8B" : "Qwen/Qwen2.5-32B-Instruct";
    const auto on_new_cards = [&](const std::string& precision) {
      need.precision = precision;
      auto question = need.question();
      for (const char* name : {"L4", "L40S", "H100-80", "RTX PRO 6000 BSE"}) {
        const auto found = catalog::Catalog::built_in().find_accelerators(name);
        question.scope.accelerators.insert(found.begin(), found.end());
      }
      return cost(question);
    };
    CAPTURE(need.model);
    CAPTURE(need.context);
    CAPTURE(need.concurrency);
    CHECK(on_new_cards("fp8") <= on_new_cards("bf16") + k_step);
  }
}
