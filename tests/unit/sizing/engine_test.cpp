#include "sizing_cases.hpp"

#include "kgpu/base/error.hpp"

#include <doctest/doctest.h>

using namespace kgpu;

namespace {

sizing::EngineRule rule(sizing::Engine engine, const char* version, const char* accelerator, std::int32_t tp = 1) {
  const auto device = sizing::device_of(*catalog::Catalog::built_in().find_accelerators(accelerator).front());
  return sizing::engine_rule(engine, {.version = version}, device, tp);
}

}  // namespace

TEST_CASE("vLLM's defaults by version and device") {
  struct Case {
    const char* version;
    const char* accelerator;
    std::int64_t sequences;
    std::int64_t step_of_16k;  ///< tokens of one step at a limit of 16384
  };
  // vLLM EngineArgs of those versions: PRs 16158 (256 on most cards) and 17073 (70 GiB and more, A100 not).
  const Case cases[] = {
      {"0.6.3", "A100-80", 256, 16384},
      {"0.8.1", "L40S", 1024, 2048},
      {"0.8.4", "L40S", 256, 2048},
      {"0.11.0", "H100-80", 1024, 8192},
      {"0.11.0", "A100-80", 256, 2048},
      {"", "H200-141", 1024, 8192},
      {"", "L4", 256, 2048},
  };
  for (const Case& c : cases) {
    CAPTURE(c.version);
    CAPTURE(c.accelerator);
    const auto found = rule(sizing::Engine::vllm, c.version, c.accelerator);
    CHECK(found.max_num_seqs == c.sequences);
    CHECK(found.step_tokens(16384) == c.step_of_16k);
    CHECK(found.memory_fraction == doctest::Approx(0.9));
  }
}

TEST_CASE("SGLang's fraction is what its reserve leaves") {
  // sgl-project/sglang 0.5.23, arg_groups/memory_hook.py: 512 + 1.5 x chunk + 2 x graph + 128 x ranks MiB, at least
  // 10 GiB above 60 GiB; chunk and graph 2048 and 8 below 20 GiB, 4096 and 48 below 35, 4096 and 32 below 60 (160 from
  // tp 4), 8192 and 256 below 160, then 16384 and 512.
  struct Case {
    const char* accelerator;
    double reserve_mib;
    double capacity_gib;
  };
  for (const Case& c : {Case{"T4", 512 + 3072 + 16 + 128, 14.56}, Case{"L4", 512 + 6144 + 96 + 128, 22.03},
                        Case{"A100-40", 512 + 6144 + 64 + 128, 39.39}, Case{"H100-80", 512 + 12288 + 512 + 128, 79.18},
                        Case{"B200", 512 + 24576 + 1024 + 128, 178.35}}) {
    CAPTURE(c.accelerator);
    CHECK(rule(sizing::Engine::sglang, "", c.accelerator).memory_fraction ==
          doctest::Approx(1 - c.reserve_mib / 1024 / c.capacity_gib).epsilon(0.0001));
  }
}

TEST_CASE("versions compare by their numbers") {
  CHECK(sizing::version_less("0.9.2", "0.10"));
  CHECK_FALSE(sizing::version_less("0.10", "0.9.2"));
  CHECK_FALSE(sizing::version_less("0.11.0", "0.11"));
  CHECK(sizing::version_less("0", "0.0.1"));
}

TEST_CASE("a version that is not one is refused") {
  CHECK_THROWS_AS(static_cast<void>(rule(sizing::Engine::vllm, "latest", "L4")), Error);
}

TEST_CASE("engines are named as in the flag") {
  for (const std::string_view name : sizing::engine_names()) {
    CAPTURE(name);
    REQUIRE(sizing::parse_engine(name));
    CHECK(sizing::to_string(*sizing::parse_engine(name)) == name);
  }
  CHECK_FALSE(sizing::parse_engine("vlm"));
}
