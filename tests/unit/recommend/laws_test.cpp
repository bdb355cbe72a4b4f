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

// recommend.md, rule 40.
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

// recommend.md, rule 40.
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

// recommend.md, rule 40.
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

// recommend.md, rule 40.
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

namespace {

/// Nano-dollars of the job, or of an hour with what interruptions cost, of the cheapest row that certainly fits.
std::int64_t training_cost(const recommend::Question& question) {
  const recommend::Answer answer = test::answer(question);
  const recommend::Row* best = answer.best();
  if (best == nullptr || best->verdict.fits != sizing::Fits::yes) {
    return std::numeric_limits<std::int64_t>::max();
  }
  return best->usd_of_job.value_or(*best->expected_usd_per_hour).nanos();
}

struct Job {
  std::string model;
  sizing::TrainingMethod method{};
  std::int64_t context = 2048;
  std::int64_t batch = 1;
  std::optional<double> tokens = 1e9;

  [[nodiscard]] recommend::Question question() const {
    model::WorkloadOptions options;
    options.context_tokens = context;
    options.training.method = method;
    options.training.batch = batch;
    auto question = test::ask_training(model, options);
    question.train_tokens = tokens;
    // Cards of each class and link; all others would say the same, slower.
    for (const char* name : {"L4", "L40S", "A10G", "A100-40", "H100-80", "Trainium1"}) {
      const auto found = catalog::Catalog::built_in().find_accelerators(name);
      question.scope.accelerators.insert(found.begin(), found.end());
    }
    return question;
  }
};

Job some_job(std::mt19937& random) {
  constexpr const char* k_trained[] = {"meta-llama/Llama-3.2-1B", "meta-llama/Llama-3.1-8B", "Qwen/Qwen3-30B-A3B"};
  constexpr sizing::TrainingMethod k_methods[] = {sizing::TrainingMethod::lora, sizing::TrainingMethod::qlora,
                                                  sizing::TrainingMethod::full};
  constexpr std::int64_t k_lengths[] = {2048, 4096, 8192};
  return {.model = pick(random, k_trained), .method = pick(random, k_methods), .context = pick(random, k_lengths)};
}

constexpr int k_jobs = 4;

}  // namespace

TEST_CASE("recommend.md 40: more tokens, a longer sequence, a larger batch or fewer hours are never cheaper to train") {
  std::mt19937 random(40);
  for (int i = 0; i < k_jobs; ++i) {
    Job job = some_job(random);
    if (i % 2 == 1) {
      job.tokens.reset();  // by the hour
    }
    CAPTURE(job.model);
    CAPTURE(static_cast<int>(job.method));
    CAPTURE(job.context);
    auto base = job.question();
    base.scope.capacities.push_back(catalog::Capacity::spot);
    const std::int64_t before = training_cost(base);
    const auto harder = [&](Job changed) {
      auto question = changed.question();
      question.scope.capacities = base.scope.capacities;
      return training_cost(question);
    };
    Job longer = job;
    longer.context *= 4;
    CHECK(harder(longer) >= before - k_step);
    Job wider = job;
    wider.batch = 4;
    CHECK(harder(wider) >= before - k_step);
    if (job.tokens) {
      Job more = job;
      more.tokens = 3e9;
      CHECK(harder(more) >= before - k_step);
      auto hurried = base;
      hurried.limits.hours = 12;
      CHECK(training_cost(hurried) >= before - k_step);
    }
  }
}

TEST_CASE("recommend.md 40: more regions, providers, capacities or nodes are never dearer to train") {
  std::mt19937 random(41);
  for (int i = 0; i < k_jobs; ++i) {
    Job job = some_job(random);
    if (i % 2 == 1) {
      job.tokens.reset();
    }
    CAPTURE(job.model);
    CAPTURE(static_cast<int>(job.method));
    CAPTURE(job.context);
    auto narrow = job.question();
    narrow.scope.max_nodes = 1;
    const std::int64_t before = training_cost(narrow);
    auto wide = narrow;
    wide.scope.regions = {"us-east-1", "us-west-2", "eu-west-1"};
    CHECK(training_cost(wide) <= before + k_step);
    wide = narrow;
    wide.scope.providers.clear();
    wide.scope.regions = wide.scope.home_regions;
    CHECK(training_cost(wide) <= before + k_step);
    wide = narrow;
    wide.scope.capacities.push_back(catalog::Capacity::spot);
    CHECK(training_cost(wide) <= before + k_step);
    wide = narrow;
    wide.scope.max_nodes = 8;
    CHECK(training_cost(wide) <= before + k_step);
  }
}
