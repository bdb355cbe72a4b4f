// What is a candidate, and why other types are not (recommend.md 6-17, 38-39).
#include "questions.hpp"

#include "kgpu/base/error.hpp"

#include <doctest/doctest.h>

#include <set>
#include <tuple>

using namespace kgpu;
using recommend::Row;
using test::answer;
using test::ask;
using test::has_reason;
using test::only;
using test::row_of;
using test::row_where;

namespace {

constexpr double k_gibibyte = 1024.0 * 1024 * 1024;

bool any_tensor_degree(const recommend::Answer& found, std::int32_t tensor, std::string_view vendor) {
  return row_where(found, [&](const Row& row) {
           return row.accelerator != nullptr && row.accelerator->vendor == vendor && row.parallel.tensor == tensor;
         }) != nullptr;
}

}  // namespace

// recommend.md, rules 7 and 39.
TEST_CASE("A type of an older generation is a candidate only when it is named") {
  const auto found = answer(ask("Qwen/Qwen2.5-3B-Instruct"));
  CHECK(row_of(found, "p3.2xlarge") == nullptr);
  const auto named = answer(only(ask("Qwen/Qwen2.5-3B-Instruct"), {"p3.2xlarge"}));
  const auto row = row_of(named, "p3.2xlarge");
  REQUIRE(row != nullptr);
  CHECK(row->rank.has_value());
  CHECK(has_reason(*row, "bf16-as-fp16"));  // compute capability 7.0
}

// recommend.md, rule 7.
TEST_CASE("What the cloud does not sell so is no candidate") {
  auto question = ask("meta-llama/Llama-3.1-8B", 16);
  question.scope.providers = {catalog::Provider::gcp};
  question.scope.regions.clear();
  CHECK(row_of(answer(question), "a3-highgpu-1g") == nullptr);
  question.scope.capacities = {catalog::Capacity::spot};
  CHECK(row_of(answer(question), "a3-highgpu-1g") != nullptr);
}

// recommend.md, rule 8.
TEST_CASE("No engine serves the oldest cards") {
  for (const char* type : {"p2.xlarge", "g3s.xlarge", "g4ad.xlarge", "inf1.xlarge", "dl1.24xlarge"}) {
    CAPTURE(type);
    const auto found = answer(only(ask("Qwen/Qwen2.5-0.5B-Instruct"), {type}));
    CHECK(found.best() == nullptr);
  }
}

// recommend.md, rule 8.
TEST_CASE("Azure's NC A100 v4 carries the PCIe card") {
  auto question = only(ask("meta-llama/Llama-3.1-8B"), {"Standard_NC24ads_A100_v4"});
  question.scope.regions = {"eastus"};
  const auto found = answer(question);
  REQUIRE(found.best() != nullptr);
  CHECK(found.best()->accelerator->name == "A100-80-PCIE");
}

// recommend.md, rule 10.
TEST_CASE("Tensor parallelism needs heads that divide and KV heads that divide or are a multiple") {
  struct Case {
    const char* model;
    std::int32_t possible;
    std::int32_t impossible;
  };
  // phi-4: 40 heads, 10 KV heads; Qwen2.5-7B: 28 heads; falcon-7b: 71 heads.
  for (const Case& c :
       {Case{"microsoft/phi-4", 2, 4}, Case{"Qwen/Qwen2.5-7B-Instruct", 4, 8}, Case{"tiiuae/falcon-7b", 1, 2}}) {
    CAPTURE(c.model);
    model::WorkloadOptions options;
    options.context_tokens = 2048;
    const auto found = answer(ask(c.model, 1, options));
    CHECK(any_tensor_degree(found, c.possible, "NVIDIA"));
    CHECK_FALSE(any_tensor_degree(found, c.impossible, "NVIDIA"));
  }
}

// recommend.md, rule 11.
TEST_CASE("More than two cards without NVLink carry a reason") {
  const auto found = answer(only(ask("meta-llama/Llama-3.3-70B-Instruct"), {"g6e.12xlarge"}));
  const auto row = row_of(found, "g6e.12xlarge");
  REQUIRE(row != nullptr);
  CHECK(row->parallel.tensor == 4);
  CHECK(has_reason(*row, "pcie-tensor-parallel"));
}

// recommend.md, rules 10 and 12.
TEST_CASE("Stages only on PCIe cards, or across nodes") {
  const auto found = answer(ask("meta-llama/Llama-3.3-70B-Instruct"));
  for (const Row& row : found.rows) {
    if (row.parallel.pipeline > 1) {
      CAPTURE(row.type->name);
      CHECK(row.accelerator->nvlink_gb_s.value_or(Decimal()) < Decimal::whole(600));
    }
  }
  auto question = ask("meta-llama/Llama-3.1-405B");
  question.scope.max_nodes = 2;
  const auto two = row_of(answer(question), "p5.48xlarge");
  REQUIRE(two != nullptr);
  CHECK(two->nodes == 2);
  CHECK(two->parallel.tensor == 8);
  CHECK(two->parallel.pipeline == 2);
}

// recommend.md, rule 13.
TEST_CASE("A part of a GPU has its part of the memory, at most what the cloud states") {
  const auto row = row_of(answer(ask("Qwen/Qwen2.5-0.5B-Instruct")), "g6f.2xlarge");
  REQUIRE(row != nullptr);
  // A quarter of an L4's 22.03 GiB is less than the 5722 MiB that EC2 states; vLLM takes 0.90 of it.
  CHECK(*row->verdict.usable == doctest::Approx(22.03 / 4 * 0.9 * k_gibibyte));
  CHECK(has_reason(*row, "karpenter-sees-no-gpu"));
}

// recommend.md, rule 14.
TEST_CASE("A MIG slice has what a program sees in it; whole cards and variants are no slices") {
  auto question = only(ask("Qwen/Qwen2.5-3B-Instruct"), {"p5.4xlarge"});
  const auto found = answer(question);
  const auto slice = row_of(found, "p5.4xlarge", "3g.40gb");
  REQUIRE(slice != nullptr);
  // data/mig_usable_memory.csv: 40448 MiB of 3g.40gb are what nvidia-smi lists on an H100.
  const auto& rows = catalog::Catalog::built_in().tables().mig_usable_memory;
  const auto of_card = std::ranges::find_if(
      rows, [](const auto& row) { return row.gpu_model == "H100-80" && row.profile == "3g.40gb"; });
  REQUIRE(of_card != rows.end());
  const double confirmed = of_card->confirmed ? 1 : 0.97;
  CHECK(*slice->verdict.usable ==
        doctest::Approx(static_cast<double>(of_card->usable_mib) * confirmed * 0.9 * 1024 * 1024));
  CHECK(slice->parallel.tensor == 1);
  CHECK(row_of(found, "p5.4xlarge", "7g.80gb") == nullptr);
  for (const Row& row : found.rows) {
    CHECK(row.slice.find('+') == std::string::npos);
  }
}

// recommend.md, rule 15.
TEST_CASE("Hard isolation leaves out parts of a GPU, not MIG") {
  auto question = ask("Qwen/Qwen2.5-0.5B-Instruct");
  CHECK(row_of(answer(question), "g6f.2xlarge") != nullptr);
  question.scope.isolation = recommend::Isolation::hard;
  const auto found = answer(question);
  CHECK(row_of(found, "g6f.2xlarge") == nullptr);
  CHECK(row_of(found, "p5.4xlarge", "1g.10gb") != nullptr);
}

// recommend.md, rule 16.
TEST_CASE("Neuron: its models, 16 bits, and all cores of a type as a degree") {
  const auto found = answer(ask("meta-llama/Llama-3.3-70B-Instruct"));
  CHECK(row_where(found, [](const Row& row) { return row.type->family == "inf2" && row.engine == "neuron"; }) !=
        nullptr);
  model::WorkloadOptions options;
  options.precision = "fp8";
  const auto is_neuron = [](const Row& row) { return row.accelerator != nullptr && row.accelerator->vendor == "AWS"; };
  CHECK(row_where(answer(ask("meta-llama/Llama-3.1-8B", 1, options)), is_neuron) == nullptr);
  CHECK(row_where(answer(ask("google/gemma-3-4b-it")), is_neuron) != nullptr);  // optimum-neuron's table of Inf2
  CHECK(row_where(answer(ask("google/gemma-2-9b-it")), is_neuron) == nullptr);  // no such family
  options.precision.clear();
  options.kv_precision = "fp8";
  CHECK(row_where(answer(ask("meta-llama/Llama-3.1-8B", 1, options)), is_neuron) == nullptr);
}

// recommend.md, rule 2.
TEST_CASE("A given engine leaves out what it does not serve") {
  model::WorkloadOptions options;
  options.engine = sizing::Engine::vllm;
  options.context_tokens = 1024;
  auto question = ask("meta-llama/Llama-3.2-1B", 1, options);
  CHECK(row_of(answer(question), "c7g.2xlarge") != nullptr);
  question.engine_given = true;
  const auto found = answer(question);
  for (const Row& row : found.rows) {
    CHECK(row.engine == "vllm");
  }
}

// recommend.md, rule 8.
TEST_CASE("Precision decides which cards serve") {
  struct Case {
    const char* precision;
    const char* serves;
    const char* does_not;
  };
  for (const Case& c : {Case{"fp8", "p4d.24xlarge", "g4dn.xlarge"},    // weight-only from 8.0; T4 is 7.5
                        Case{"awq", "g4dn.xlarge", "p3.2xlarge"},      // from 7.5
                        Case{"nvfp4", "g5.xlarge", "g4dn.xlarge"}}) {  // weight-only from 8.0
    CAPTURE(c.precision);
    model::WorkloadOptions options;
    options.precision = c.precision;
    const auto found =
        answer(only(ask("meta-llama/Llama-3.1-8B", 1, options), {std::string(c.serves), std::string(c.does_not)}));
    const auto yes = row_of(found, c.serves);
    const auto no = row_of(found, c.does_not);
    REQUIRE(yes != nullptr);
    REQUIRE(no != nullptr);
    CHECK(yes->rank.has_value());
    CHECK_FALSE(no->rank.has_value());
    CHECK(has_reason(*no, "precision-unsupported"));
  }
}

// recommend.md, rule 8.
TEST_CASE("An engine may leave newer cards out") {
  // TensorRT-LLM's hardware matrix: 4-bit AWQ and GPTQ up to Blackwell's 10.x, not on the 12.0 of RTX PRO 6000.
  model::WorkloadOptions options;
  options.precision = "awq";
  auto question = only(ask("meta-llama/Llama-3.1-8B", 1, options), {"p6-b200.48xlarge", "g7e.2xlarge"});
  question.workload->engine = sizing::Engine::tensorrt_llm;
  question.engine_given = true;
  const auto found = answer(question);
  const auto b200 = row_of(found, "p6-b200.48xlarge");
  const auto rtx = row_of(found, "g7e.2xlarge");
  REQUIRE(b200 != nullptr);
  REQUIRE(rtx != nullptr);
  CHECK_FALSE(has_reason(*b200, "precision-unsupported"));
  CHECK(has_reason(*rtx, "precision-unsupported"));
}

// recommend.md, rule 6.
TEST_CASE("Without a model, memory of NVIDIA devices decides") {
  recommend::Question question = ask("meta-llama/Llama-3.1-8B");
  question.workload.reset();
  question.concurrency.reset();
  question.limits = {};
  question.scope.accelerator_memory = parse_memory_size("24GB", "--accelerator-memory");
  const auto nominal = answer(question);
  CHECK(row_of(nominal, "g6.xlarge") != nullptr);
  question.scope.accelerator_memory = parse_memory_size("24Gi", "--accelerator-memory");
  const auto usable = answer(question);
  CHECK(row_of(usable, "g6.xlarge") == nullptr);  // an L4 has 22.03 GiB
  CHECK(row_of(usable, "g6e.xlarge") != nullptr);
  for (const Row& row : usable.rows) {
    CHECK(row.accelerator->vendor == "NVIDIA");
    CHECK_FALSE(row.verdict.tokens_per_second.has_value());
  }
}

TEST_CASE("recommend.md 6: --accelerator and --accelerator-memory are filters, of named types too") {
  const auto types = [](const recommend::Question& question) {
    std::set<std::string_view> names;
    for (const Row& row : answer(question).rows) {
      names.insert(row.type->name);
    }
    return names;
  };
  using Names = std::set<std::string_view>;
  auto question = only(ask("Qwen/Qwen2.5-0.5B-Instruct"), {"g6.xlarge", "g5.xlarge", "g6e.xlarge"});
  CHECK(types(question) == Names{"g6.xlarge", "g5.xlarge", "g6e.xlarge"});
  auto of_card = question;
  const auto cards = catalog::Catalog::built_in().find_accelerators("L4");
  of_card.scope.accelerators.insert(cards.begin(), cards.end());
  CHECK(types(of_card) == Names{"g6.xlarge"});
  // L40S: 48 GB on the box.
  question.scope.accelerator_memory = parse_memory_size("48GB", "--accelerator-memory");
  CHECK(types(question) == Names{"g6e.xlarge"});
}

// recommend.md, rules 37 and 38.
TEST_CASE("One row per type, slice, devices, parallelism and capacity, in one order") {
  auto question = ask("meta-llama/Llama-3.1-8B", 16);
  question.scope.providers.clear();
  question.scope.regions.clear();
  question.scope.capacities = {catalog::Capacity::on_demand, catalog::Capacity::spot, catalog::Capacity::reserved};
  const auto found = answer(question);
  REQUIRE(found.rows.size() > 100);
  std::set<std::tuple<std::string_view, std::string, int, int, int, catalog::Capacity>> keys;
  for (std::size_t i = 0; i < found.rows.size(); ++i) {
    const Row& row = found.rows[i];
    CHECK(keys.insert(
                  {row.type->name, row.slice, row.devices, row.parallel.tensor, row.parallel.pipeline, row.capacity()})
              .second);
    CHECK(row.rank == static_cast<int>(i) + 1);
    if (i > 0) {
      const Row& above = found.rows[i - 1];
      CHECK(above.verdict.fits <= row.verdict.fits);
      if (above.verdict.fits == row.verdict.fits) {
        CHECK(above.usd_per_hour->nanos() <= row.usd_per_hour->nanos() + 100'000);
      }
    }
  }
}

// recommend.md, rule 39.
TEST_CASE("A named type that does not fit, or has no price, stands at the end with its reason") {
  const auto found = answer(only(ask("meta-llama/Llama-3.1-8B", 4), {"g4dn.xlarge", "g6.xlarge", "p5e.48xlarge"}));
  REQUIRE(found.rows.size() == 3);
  CHECK(found.rows[0].type->name == "g6.xlarge");
  const auto small = row_of(found, "g4dn.xlarge");
  REQUIRE(small != nullptr);
  CHECK_FALSE(small->rank.has_value());
  CHECK(has_reason(*small, "memory"));
  const auto unpriced = row_of(found, "p5e.48xlarge");
  REQUIRE(unpriced != nullptr);
  CHECK(has_reason(*unpriced, "no-price"));
  CHECK_FALSE(unpriced->usd_per_hour.has_value());
}

// recommend.md, rule 42.
TEST_CASE("Unknown types are refused with what is near") {
  try {
    (void)answer(only(ask("meta-llama/Llama-3.1-8B"), {"g6.xlagre"}));
    FAIL("no error");
  } catch (const Error& error) {
    CHECK(error.kind() == ErrorKind::usage);
    CHECK(error.hint().find("g6.xlarge") != std::string::npos);
  }
}
