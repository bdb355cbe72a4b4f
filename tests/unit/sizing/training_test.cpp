#include "sizing_cases.hpp"

#include <doctest/doctest.h>

using namespace kgpu;
using sizing::Checkpointing;
using test::k_gibibyte;

namespace {

sizing::Training training_of(const test::Served& s) {
  sizing::Training training;
  training.shape = s.shape.get();
  training.device = s.serving.device;
  training.method = sizing::TrainingMethod::full;
  training.fp32_master = false;
  training.checkpointing = Checkpointing::none;
  training.batch = 2;
  training.sequence = 4096;
  return training;
}

double gib(const sizing::Training& training) {
  const auto need = sizing::training_need(training);
  return (need.total().likely - need.overhead.likely) / k_gibibyte;
}

}  // namespace

TEST_CASE("the memory ladder of a 3B in 16 bits") {
  // pytorch/torchtune docs, Llama-3.2-3B, batch 2 x 4096 on one A100: peak GiB as each step is added.
  const auto s = test::served({.model = "meta-llama/Llama-3.2-3B", .accelerator = "A100-80"});
  sizing::Training training = training_of(s);
  CHECK(gib(training) == doctest::Approx(60.0).epsilon(0.10));
  training.is_compiled = true;
  CHECK(gib(training) == doctest::Approx(51.0).epsilon(0.10));
  training.logit_chunks = 8;
  CHECK(gib(training) == doctest::Approx(42.9).epsilon(0.10));
  training.checkpointing = Checkpointing::full;
  CHECK(gib(training) == doctest::Approx(24.9).epsilon(0.10));
  training.fused_step = true;
  CHECK(gib(training) == doctest::Approx(23.1).epsilon(0.10));
  training.checkpointing = Checkpointing::offloaded;
  CHECK(gib(training) == doctest::Approx(21.8).epsilon(0.10));
}

TEST_CASE("states of Adam in mixed precision are 16 bytes a parameter, sharded by stage") {
  // Rajbhandari et al. 2020: 2 + 2 + 12, divided by N from the stage on.
  const auto s = test::served({.model = "meta-llama/Llama-2-7b-hf", .accelerator = "A100-80"});
  sizing::Training training = training_of(s);
  training.fp32_master = true;
  training.ranks = 8;
  const double parameters = 6'738'415'616;
  training.sharding = sizing::Sharding::none;
  auto need = sizing::training_need(training);
  CHECK(need.weights.likely == doctest::Approx(2 * parameters));
  CHECK(need.optimizer.likely == doctest::Approx(12 * parameters));
  CHECK(need.gradients.high == doctest::Approx(2 * parameters));
  training.sharding = sizing::Sharding::zero1;
  need = sizing::training_need(training);
  CHECK(need.optimizer.likely == doctest::Approx(12 * parameters / 8));
  CHECK(need.gradients.high == doctest::Approx(2 * parameters));
  training.sharding = sizing::Sharding::zero2;
  CHECK(sizing::training_need(training).gradients.high == doctest::Approx(2 * parameters / 8));
  CHECK(sizing::training_need(training).weights.likely == doctest::Approx(2 * parameters));
  training.sharding = sizing::Sharding::zero3;
  CHECK(sizing::training_need(training).weights.likely > 2 * parameters / 8);
  CHECK(sizing::training_need(training).weights.likely < 2 * parameters / 4);
}

TEST_CASE("adapters train little: LoRA of rank 16 on every linear layer of an 8B has 42 million parameters") {
  // By hand: 32 x 16 x (q 8192 + k, v 2 x 5120 + o 8192 + gate, up, down 3 x 18432).
  const auto s = test::served({});
  sizing::Training training = training_of(s);
  training.method = sizing::TrainingMethod::lora;
  training.lora_rank = 16;
  CHECK(sizing::trained_parameters(training) == doctest::Approx(32.0 * 16 * (8192 + 2 * 5120 + 8192 + 3 * 18432)));
}

TEST_CASE("words of the flags") {
  CHECK(sizing::parse_training_method("QLoRA") == sizing::TrainingMethod::qlora);
  CHECK(sizing::parse_sharding("zero3") == sizing::Sharding::zero3);
  CHECK(sizing::parse_checkpointing("selective") == Checkpointing::selective);
  CHECK_FALSE(sizing::parse_optimizer("adam"));
}
