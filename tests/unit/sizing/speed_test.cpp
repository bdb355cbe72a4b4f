#include "sizing_cases.hpp"

#include <doctest/doctest.h>

using namespace kgpu;
using test::served;

TEST_CASE("a token takes the milliseconds that runs measured") {
  struct Case {
    test::ServingCase serving;
    sizing::Load load;
    double ms;
    double within;
  };
  // ai-dynamo/aiconfigurator silicon samples (InferenceX): mean TPOT, fp8 Llama-3.1-70B and gpt-oss-120b; 1024 in, out.
  const Case cases[] = {
      {{.model = "Llama-3.1-70B", .precision = "fp8", .tensor = 2}, {4, 1024, 1024}, 17.41, 0.10},
      {{.model = "Llama-3.1-70B", .precision = "fp8", .tensor = 8}, {64, 1024, 1024}, 15.45, 0.10},
      {{.model = "Llama-3.1-70B", .accelerator = "H200-141", .precision = "fp8"}, {64, 1024, 1024}, 37.44, 0.10},
      {{.model = "openai/gpt-oss-120b", .tensor = 8}, {16, 1024, 1024}, 4.76, 0.25},
  };
  for (const Case& c : cases) {
    CAPTURE(c.ms);
    const auto ms = sizing::decode_ms_per_token(served(c.serving).serving, c.load);
    REQUIRE(ms);
    CHECK(ms->likely == doctest::Approx(c.ms).epsilon(c.within));
    CHECK(ms->low < ms->likely);
    CHECK(ms->likely < ms->high);
  }
}

TEST_CASE("streams times time is tokens") {
  const auto s = served({});
  const sizing::Load load{16, 1024, 256};
  CHECK(sizing::tokens_per_second(s.serving, load)->likely ==
        doctest::Approx(16 * 1000 / sizing::decode_ms_per_token(s.serving, load)->likely));
}

TEST_CASE("what is not known of a device has no speed") {
  CHECK_FALSE(sizing::decode_ms_per_token(served({.accelerator = "RTX 6000 Ada"}).serving, {1, 100, 100}));
}

TEST_CASE("an offered rate keeps as many streams running as Little's law says") {
  const auto s = served({});
  const double streams = *sizing::streams_at_rate(s.serving, 5, 1000, 200);
  const double step = sizing::decode_ms_per_token(s.serving, {streams, 1000, 200})->likely;
  CHECK(streams == doctest::Approx(5 * 200 * step / 1000).epsilon(0.001));
}
