#include "kgpu/base/quantity.hpp"

#include <doctest/doctest.h>

#include <limits>
#include <string>

using kgpu::Quantity;

namespace {

struct Case {
  std::string text;
  std::string nanos;  // the exact value
  std::int64_t value;
};

// From k8s.io/apimachinery v0.33.4 (Go 1.26): ParseQuantity, AsDec times 10^9, Value.
// clang-format off
const Case k_cases[] = {
    {"0", "0n", 0},
    {"-0", "0n", 0},
    {"+0", "0n", 0},
    {"1", "1000000000n", 1},
    {"-1", "-1000000000n", -1},
    {"+5", "5000000000n", 5},
    {"500m", "500000000n", 1},
    {"1500m", "1500000000n", 2},
    {"-1500m", "-1500000000n", -2},
    {"1m", "1000000n", 1},
    {"999m", "999000000n", 1},
    {"1n", "1n", 1},
    {"1u", "1000n", 1},
    {"1001u", "1001000n", 1},
    {"0.1n", "1n", 1},
    {"0.5", "500000000n", 1},
    {".5", "500000000n", 1},
    {"1.", "1000000000n", 1},
    {"-.5", "-500000000n", -1},
    {"+.5", "500000000n", 1},
    {"1.5", "1500000000n", 2},
    {"0.1", "100000000n", 1},
    {"1e3", "1000000000000n", 1000},
    {"1E3", "1000000000000n", 1000},
    {"1e-3", "1000000n", 1},
    {"1E-3", "1000000n", 1},
    {"1e+3", "1000000000000n", 1000},
    {"1.5e3", "1500000000000n", 1500},
    {"1e0", "1000000000n", 1},
    {"1e9", "1000000000000000000n", 1000000000},
    {"1e18", "1000000000000000000000000000n", 1000000000000000000},
    {"1e-9", "1n", 1},
    {"1e-10", "1n", 1},
    {"1e-30", "1n", 1},
    {"5e-10", "1n", 1},
    {"12E6", "12000000000000000n", 12000000},
    {"1k", "1000000000000n", 1000},
    {"1M", "1000000000000000n", 1000000},
    {"1G", "1000000000000000000n", 1000000000},
    {"1T", "1000000000000000000000n", 1000000000000},
    {"1P", "1000000000000000000000000n", 1000000000000000},
    {"1E", "1000000000000000000000000000n", 1000000000000000000},
    {"8E", "8000000000000000000000000000n", 8000000000000000000},
    {"9E", "9000000000000000000000000000n", 9000000000000000000},
    {"9.223372036854775807E", "9223372036854775807000000000n", 9223372036854775807},
    {"1Ki", "1024000000000n", 1024},
    {"1Mi", "1048576000000000n", 1048576},
    {"1Gi", "1073741824000000000n", 1073741824},
    {"1Ti", "1099511627776000000000n", 1099511627776},
    {"1Pi", "1125899906842624000000000n", 1125899906842624},
    {"1Ei", "1152921504606846976000000000n", 1152921504606846976},
    {"7Ei", "8070450532247928832000000000n", 8070450532247928832},
    {"8Ei", "9223372036854775807000000000n", 9223372036854775807},
    {"9Ei", "9223372036854775807000000000n", 9223372036854775807},
    {"16Ei", "9223372036854775807000000000n", 9223372036854775807},
    {"-8Ei", "-9223372036854775807000000000n", -9223372036854775807},
    {"-9Ei", "-9223372036854775807000000000n", -9223372036854775807},
    {"16Gi", "17179869184000000000n", 17179869184},
    {"22888Mi", "23999807488000000000n", 23999807488},
    {"0.5Gi", "536870912000000000n", 536870912},
    {"1.5Gi", "1610612736000000000n", 1610612736},
    {"1.1Ki", "1126400000000n", 1127},
    {"0.1Ki", "102400000000n", 103},
    {"0.0001Ki", "102400000n", 1},
    {".5Ki", "512000000000n", 512},
    {"1.Gi", "1073741824000000000n", 1073741824},
    {"0.0009765625Ki", "1000000000n", 1},
    {"0.00097656251Ki", "1000000011n", 2},
    {"9223372036854775807", "9223372036854775807000000000n", 9223372036854775807},
    {"0.000000001", "1n", 1},
    {"0.0000000001", "1n", 1},
    {"0.0000000009", "1n", 1},
    {"1.0000000001", "1000000001n", 2},
    {"123456789.123456789", "123456789123456789n", 123456790},
    {"123456789.1234567891", "123456789123456790n", 123456790},
    {"1.2345678901Gi", "1325607178167805543n", 1325607179},
    {"0.1234567890123456789Ei", "142335986942043633764101068n", 142335986942043634},
    {"000001", "1000000000n", 1},
    {"00.50", "500000000n", 1},
    {"1e-1000", "1n", 1},
    {"1000000000000000000n", "1000000000000000000n", 1000000000},
    {"1E2", "100000000000n", 100},
    {"3.e2", "300000000000n", 300},
    {".3e1", "3000000000n", 3},
    {"100P", "100000000000000000000000000n", 100000000000000000},
    {"8388607Ti", "9223370937343148032000000000n", 9223370937343148032},
    {"8388608Ti", "9223372036854775807000000000n", 9223372036854775807},
    {"8191Pi", "9222246136947933184000000000n", 9222246136947933184},
    {"8192Pi", "9223372036854775807000000000n", 9223372036854775807},
    {"0.000000000000000001E", "1000000000n", 1},
    {"1.0e-9", "1n", 1},
    {"1.1e-9", "2n", 1},
    {"15e-10", "2n", 1},
    {"-1.5", "-1500000000n", -2},
    {"-0.5", "-500000000n", -1},
    {"-1m", "-1000000n", -1},
    {"-1n", "-1n", -1},
    {"2.5n", "3n", 1},
    {"9223372036.854775807G", "9223372036854775807000000000n", 9223372036854775807},
};

// What ParseQuantity of the same version refuses.
const std::string k_refused[] = {
    "1ki",
    "1K",
    "1g",
    "1 Gi",
    "--1",
    "",
    "1e",
    "1e3Gi",
    "1e3k",
    "1eE",
    "1.1.1",
    "1,000",
    "0x10",
    "1Kib",
    "1mi",
    "1ni",
    "1n1",
    "1_0",
    "\uff11",
    "2Gi ",
    "1Ee",
    "1E+",
    "1e3.5",
};
// clang-format on

}  // namespace

TEST_CASE("quantity: values are those of apimachinery") {
  for (const Case& c : k_cases) {
    CAPTURE(c.text);
    const auto quantity = Quantity::parse(c.text);
    REQUIRE(quantity.has_value());
    CHECK(quantity == Quantity::parse(c.nanos));
    CHECK(quantity->value() == c.value);
    CHECK(quantity->is_negative() == c.nanos.starts_with('-'));
  }
}

TEST_CASE("quantity: what apimachinery refuses is none") {
  for (const std::string& text : k_refused) {
    CAPTURE(text);
    CHECK(!Quantity::parse(text).has_value());
  }
}

TEST_CASE("quantity: negative fractions round away from 0") {
  // apimachinery's Value() gets these wrong (0, 1 and 1); its AsDec has them as here.
  CHECK(Quantity::parse("-1.0000000001") == Quantity::parse("-1000000001n"));
  CHECK(Quantity::parse("-1.0000000001")->value() == -2);
  CHECK(Quantity::parse("-0.1n") == Quantity::parse("-1n"));
  CHECK(Quantity::parse("-0.1n")->value() == -1);
}

TEST_CASE("quantity: beyond 2^63 - 1 is capped, by our own rule for decimal suffixes") {
  for (const std::string text : {"1e19", "1e30", "10E", "9223372036854775808", "99999999999999999999999", "1e1000",
                                 "9999P", "9223372036.854775808G", "1e99999999999", "1e5000000000"}) {
    CAPTURE(text);
    REQUIRE(Quantity::parse(text).has_value());
    CHECK(Quantity::parse(text)->value() == std::numeric_limits<std::int64_t>::max());
  }
  for (const std::string text : {"-10E", "-9223372036854775808", "-9223372036854775809"}) {
    CAPTURE(text);
    REQUIRE(Quantity::parse(text).has_value());
    CHECK(Quantity::parse(text)->value() == -std::numeric_limits<std::int64_t>::max());
  }
  CHECK(Quantity::parse("0e99")->value() == 0);
  CHECK(Quantity::parse("1e-99999999999") == Quantity::parse("1n"));
}

TEST_CASE("quantity: a text without a digit is refused") {
  for (const std::string text : {"Gi", ".", "+", "-", "m", "e3"}) {
    CAPTURE(text);
    CHECK(!Quantity::parse(text).has_value());
  }
}

TEST_CASE("quantity: whole only when nothing is left over") {
  CHECK(Quantity::parse("16Gi")->whole() == 17179869184);
  CHECK(Quantity::parse("0.5Gi")->whole() == 536870912);
  CHECK(Quantity::parse("2000m")->whole() == 2);
  CHECK(!Quantity::parse("500m")->whole().has_value());
  CHECK(!Quantity::parse("1.1Ki")->whole().has_value());
}

TEST_CASE("quantity: ordered by value, not by spelling") {
  CHECK(*Quantity::parse("1Gi") > *Quantity::parse("1G"));
  CHECK(*Quantity::parse("1000m") == *Quantity::parse("1"));
  CHECK(*Quantity::parse("-1") < *Quantity::parse("1m"));
}
