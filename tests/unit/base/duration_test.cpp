#include "kgpu/base/duration.hpp"

#include <doctest/doctest.h>

#include <limits>
#include <string>

using kgpu::format_hms;
using kgpu::Nanoseconds;
using kgpu::parse_duration;

namespace {

struct Case {
  std::string text;
  bool valid;
  std::int64_t nanos;
};

// From Go 1.26's time.ParseDuration.
// clang-format off
const Case k_cases[] = {
    {"0", true, 0},
    {"-0", true, 0},
    {"+0", true, 0},
    {"0s", true, 0},
    {"1s", true, 1000000000},
    {"1.5h", true, 5400000000000},
    {"90m", true, 5400000000000},
    {"1h30m", true, 5400000000000},
    {"1h30m45s", true, 5445000000000},
    {"500ms", true, 500000000},
    {"1us", true, 1000},
    {"1\u00b5s", true, 1000},
    {"1\u03bcs", true, 1000},
    {"1ns", true, 1},
    {"0.5ns", true, 0},
    {"1.9ns", true, 1},
    {".5s", true, 500000000},
    {"1.s", true, 1000000000},
    {"-1.5h", true, -5400000000000},
    {"+5m", true, 300000000000},
    {"1h-5m", false, 0},
    {"1d", false, 0},
    {"1w", false, 0},
    {"5", false, 0},
    {"1h 5m", false, 0},
    {" 1h", false, 0},
    {"1H", false, 0},
    {"h", false, 0},
    {".", false, 0},
    {".s", false, 0},
    {"s", false, 0},
    {"1.5.5s", false, 0},
    {"", false, 0},
    {"-", false, 0},
    {"+", false, 0},
    {"2562047h47m16.854775807s", true, 9223372036854775807},
    {"2562047h47m16.854775808s", false, 0},
    {"-2562047h47m16.854775808s", true, std::numeric_limits<std::int64_t>::min()},
    {"-2562047h47m16.854775809s", false, 0},
    {"9223372036854775807ns", true, 9223372036854775807},
    {"9223372036854775808ns", false, 0},
    {"-9223372036854775808ns", true, std::numeric_limits<std::int64_t>::min()},
    {"3000000h", false, 0},
    {"0.3333333333333333333h", true, 1200000000000},
    {"0.100000000000000000000h", true, 360000000000},
    {"0.9223372036854775807h", true, 3320413933267},
    {"0.9223372036854775808h", true, 3320413933267},
    {"1m1m", true, 120000000000},
    {"1s1h", true, 3601000000000},
    {"720h", true, 2592000000000000},
    {"336h", true, 1209600000000000},
    {"1.0s", true, 1000000000},
    {"00001s", true, 1000000000},
    {"1e3s", false, 0},
    {"1_0s", false, 0},
    {"9223372036854775808s", false, 0},
    {"0.0000000000000000000001h", true, 0},
    {"39h9m14.425s", true, 140954425000000},
    {"1m.5s", true, 60500000000},
    {"1sm", false, 0},
    {"--1s", false, 0},
    {"0h0m0s", true, 0},
    {"5.6s", true, 5600000000},
    {"5.s", true, 5000000000},
    {"0.000000001s", true, 1},
    {"1.000000001s", true, 1000000001},
    {"0.7777777777777h", true, 2799999999999},
    {"0.12345678901234567890h", true, 444444440444},
    {"10000000000000000000ns", false, 0},
    {"16.854775807s", true, 16854775807},
    {"2540400h10m10.000000000s", true, 9145440610000000000},
    {"1s2", false, 0},
    {"12ms34us56ns", true, 12034056},
    {"0.99999999999999999999s", true, 1000000000},
    {"1.23456789123456789m", true, 74074073474},
    {"0.1234567891234567h", true, 444444440844},
    {"0.29999999999999998h", true, 1080000000000},
};
// clang-format on

}  // namespace

TEST_CASE("duration: read as Go reads it") {
  for (const Case& c : k_cases) {
    CAPTURE(c.text);
    const auto duration = parse_duration(c.text);
    CHECK(duration.has_value() == c.valid);
    if (duration && c.valid) {
      CHECK(duration->count() == c.nanos);
    }
  }
}

TEST_CASE("duration: written as CRDs take it") {
  // The pattern of karpenter.sh/v1 expireAfter: ([0-9]+(s|m|h))+.
  struct Written {
    std::string text;
    std::string expected;
  };
  const Written cases[] = {{"0", "0s"},       {"999ms", "0s"}, {"45s", "45s"},    {"90s", "1m30s"},
                           {"1.5h", "1h30m"}, {"60m", "1h"},   {"720h", "720h"},  {"1h0m1s", "1h1s"},
                           {"1.999s", "1s"},  {"3600s", "1h"}, {"24h1m", "24h1m"}};
  for (const Written& c : cases) {
    CAPTURE(c.text);
    CHECK(format_hms(*parse_duration(c.text)) == c.expected);
  }
}

TEST_CASE("duration: what is written is read back, to the second") {
  for (std::int64_t seconds = 0; seconds < 200'000; seconds += 37) {
    const Nanoseconds duration = std::chrono::seconds(seconds);
    CHECK(parse_duration(format_hms(duration)) == duration);
  }
}
