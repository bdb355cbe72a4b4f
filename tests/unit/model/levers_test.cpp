#include "kgpu/model/levers.hpp"

#include <doctest/doctest.h>

using namespace kgpu;
using model::Basis;

namespace {

std::vector<model::Lever> levers_for(std::string_view name, std::string_view accelerator, std::int64_t context) {
  const auto& catalog = catalog::Catalog::built_in();
  model::WorkloadOptions options;
  options.model.name = name;
  options.context_tokens = context;
  model::Placement placement;
  placement.accelerator = accelerator;
  const auto report = model::plan_fit(catalog, options, placement, Basis::formula);
  return model::levers_of(catalog, options, placement, Basis::formula, report);
}

}  // namespace

TEST_CASE("what fits needs no change") {
  CHECK(levers_for("meta-llama/Llama-3.1-8B", "L4", 8192).empty());
}

TEST_CASE("what does not fit: at most three changes that do, in the order of recommend.md 8") {
  // 61 GiB of weights and 7.8 of cache on 71.3 usable: half the cache or half the weights is enough, so not both.
  const auto levers = levers_for("Qwen/Qwen3-32B", "H100-80", 32000);
  REQUIRE(levers.size() == 3);
  CHECK(levers[0].flags == "--kv-precision fp8");
  CHECK(levers[1].flags == "--precision fp8");
  CHECK(levers[2].flags == "--context-length 16000");
  for (const auto& lever : levers) {
    CHECK(lever.fits != sizing::Fits::no);
  }
}

TEST_CASE("a device without fp8 is offered 4 bits, and nothing is offered that helps too little") {
  // 131 GiB of weights in 16 bits, 37 in four. The 405B has 756 GiB, and 200 in four bits: no single change is enough.
  const auto levers = levers_for("meta-llama/Llama-3.1-70B", "A100-80", 8192);
  REQUIRE(levers.size() == 3);
  CHECK(levers[0].flags == "--precision int4");
  CHECK(levers[1].flags == "--count 2");
  CHECK(levers_for("meta-llama/Llama-3.1-405B", "L4", 8192).empty());
}
