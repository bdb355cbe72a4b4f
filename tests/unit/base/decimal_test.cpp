#include "kgpu/base/decimal.hpp"

#include <doctest/doctest.h>

#include <random>
#include <string>

using kgpu::Decimal;

TEST_CASE("decimal: what is one") {
  struct Case {
    std::string text;
    std::int64_t nanos;
    std::string written;
  };
  const Case cases[] = {
      {"0", 0, "0"},
      {"-0", 0, "0"},
      {"0.125", 125'000'000, "0.125"},
      {".5", 500'000'000, "0.5"},
      {"8.", 8'000'000'000, "8"},
      {"-12.5", -12'500'000'000, "-12.5"},
      {"-.5", -500'000'000, "-0.5"},
      {"007.10", 7'100'000'000, "7.1"},
      {"0.000000001", 1, "0.000000001"},
      {"-0.000000001", -1, "-0.000000001"},
      {"9223372036.854775807", 9'223'372'036'854'775'807, "9223372036.854775807"},
      {"1.000000000", 1'000'000'000, "1"},
  };
  for (const Case& c : cases) {
    CAPTURE(c.text);
    REQUIRE(Decimal::parse(c.text).has_value());
    CHECK(Decimal::parse(c.text)->nanos() == c.nanos);
    CHECK(Decimal::parse(c.text)->to_string() == c.written);
  }
}

TEST_CASE("decimal: what is none") {
  for (const std::string text : {"",
                                 "-",
                                 ".",
                                 "-.",
                                 "+1",
                                 " 1",
                                 "1 ",
                                 "1e3",
                                 "0x1",
                                 "1,000",
                                 "1.2.3",
                                 "1_0",
                                 "$1",
                                 "0.0000000001",
                                 "9223372036.854775808",
                                 "10000000000",
                                 "99999999999999999999",
                                 "nan",
                                 "--1",
                                 "1-",
                                 "\u0661"}) {
    CAPTURE(text);
    CHECK(!Decimal::parse(text).has_value());
  }
}

TEST_CASE("decimal: the smallest is written whole") {
  CHECK(Decimal::from_nanos(std::numeric_limits<std::int64_t>::min()).to_string() == "-9223372036.854775808");
}

TEST_CASE("decimal: what is written is read back equal") {
  std::mt19937_64 random(9);
  for (int i = 0; i < 10'000; ++i) {
    const auto shift = static_cast<unsigned>(random() % 63);
    const auto magnitude = static_cast<std::int64_t>((random() >> 1U) >> shift);
    const Decimal value = Decimal::from_nanos(i % 2 == 0 ? magnitude : -magnitude);
    CHECK(Decimal::parse(value.to_string()) == value);
  }
}

TEST_CASE("decimal: whole and truncated") {
  CHECK(Decimal::whole(8).is_whole());
  CHECK(!Decimal::parse("0.5")->is_whole());
  CHECK(Decimal::parse("7.9")->truncated() == 7);
  CHECK(Decimal::parse("-7.9")->truncated() == -7);
}
