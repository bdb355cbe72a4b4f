#include "kgpu/base/error.hpp"
#include "kgpu/document/document.hpp"

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

using kgpu::Error;
using kgpu::document::yaml_to_json;

namespace {

struct Case {
  std::string yaml;
  std::string json;
};

// What sigs.k8s.io/yaml v1.6.0 (YAMLToJSON of `a: TEXT`, Go 1.26) makes of each.
// clang-format off
const Case k_cases[] = {
    {"y", R"(true)"},
    {"Y", R"(true)"},
    {"yes", R"(true)"},
    {"Yes", R"(true)"},
    {"YES", R"(true)"},
    {"yEs", R"("yEs")"},
    {"n", R"(false)"},
    {"N", R"(false)"},
    {"no", R"(false)"},
    {"No", R"(false)"},
    {"NO", R"(false)"},
    {"nO", R"("nO")"},
    {"on", R"(true)"},
    {"On", R"(true)"},
    {"ON", R"(true)"},
    {"oN", R"("oN")"},
    {"off", R"(false)"},
    {"Off", R"(false)"},
    {"OFF", R"(false)"},
    {"true", R"(true)"},
    {"True", R"(true)"},
    {"TRUE", R"(true)"},
    {"tRue", R"("tRue")"},
    {"false", R"(false)"},
    {"False", R"(false)"},
    {"FALSE", R"(false)"},
    {"~", R"(null)"},
    {"null", R"(null)"},
    {"Null", R"(null)"},
    {"NULL", R"(null)"},
    {"nUll", R"("nUll")"},
    {"", R"(null)"},
    {"0", R"(0)"},
    {"-0", R"(0)"},
    {"+0", R"(0)"},
    {"1", R"(1)"},
    {"-1", R"(-1)"},
    {"+1", R"(1)"},
    {"007", R"(7)"},
    {"08", R"(8)"},
    {"09.5", R"(9.5)"},
    {"0o17", R"(15)"},
    {"0O17", R"(15)"},
    {"0x1F", R"(31)"},
    {"0X1f", R"(31)"},
    {"-0x10", R"(-16)"},
    {"0b101", R"(5)"},
    {"-0b101", R"(-5)"},
    {"0b2", R"("0b2")"},
    {"1_000", R"(1000)"},
    {"1__0", R"(10)"},
    {"_1", R"("_1")"},
    {"1_", R"(1)"},
    {"0x_1", R"(1)"},
    {"1e3", R"(1000)"},
    {"1E3", R"(1000)"},
    {"1e-3", R"(0.001)"},
    {"1.5", R"(1.5)"},
    {"1.", R"(1)"},
    {".5", R"(0.5)"},
    {"-.5", R"(-0.5)"},
    {"+.5", R"(0.5)"},
    {"+1.5e+3", R"(1500)"},
    {"1e400", R"("1e400")"},
    {"-1e400", R"("-1e400")"},
    {"1e20", R"(100000000000000000000)"},
    {"18446744073709551616", R"(18446744073709552000)"},
    {"9223372036854775807", R"(9223372036854775807)"},
    {"-9223372036854775808", R"(-9223372036854775808)"},
    {"-9223372036854775809", R"(-9223372036854776000)"},
    {"0.1", R"(0.1)"},
    {"0.125", R"(0.125)"},
    {"0.1234567891", R"(0.1234567891)"},
    {"1.5Gi", R"("1.5Gi")"},
    {"16Gi", R"("16Gi")"},
    {"1:30", R"("1:30")"},
    {"190:20:30", R"("190:20:30")"},
    {"2026-07-20", R"("2026-07-20")"},
    {"2026-07-20T10:00:00Z", R"("2026-07-20T10:00:00Z")"},
    {"2001-12-14 21:59:43.10 -5", R"("2001-12-14 21:59:43.10 -5")"},
    {"inf", R"("inf")"},
    {"nan", R"("nan")"},
    {"NaN", R"("NaN")"},
    {"Infinity", R"("Infinity")"},
    {"1.5.2", R"("1.5.2")"},
    {"1e", R"("1e")"},
    {"e1", R"("e1")"},
    {"0x", R"("0x")"},
    {"0o", R"("0o")"},
    {".", R"(".")"},
    {"..", R"("..")"},
    {"<<", R"("<<")"},
    {"=", R"("=")"},
    {"1 2", R"("1 2")"},
    {"0x1p3", R"("0x1p3")"},
    {"1_0.5", R"(10.5)"},
    {"0x1.8p1", R"("0x1.8p1")"},
    {".1_0", R"(0.1)"},
    {"1.0", R"(1)"},
    {"100.0", R"(100)"},
    {"-0.0", R"(-0)"},
    {"1e2", R"(100)"},
    {"123456789.123456789", R"(123456789.12345679)"},
    {"00", R"(0)"},
    {"0o8", R"("0o8")"},
    {"0_7", R"(7)"},
    {"-y", R"("-y")"},
    {"+", R"("+")"},
    {"-0xFFFFFFFFFFFFFFFF", R"("-0xFFFFFFFFFFFFFFFF")"},
    {"1e5_0", R"(1e+50)"},
    {"0.1e1_0", R"(1000000000)"},
    {"10e", R"("10e")"},
};
// clang-format on

}  // namespace

TEST_CASE("plain scalar: read as sigs.k8s.io/yaml reads it") {
  for (const Case& c : k_cases) {
    CAPTURE(c.yaml);
    const auto ours = kgpu::output::to_json(yaml_to_json("a: " + std::string(c.yaml) + "\n", "t"));
    // As numbers, for Go writes 1e20 with all its noughts.
    CHECK(nlohmann::json::parse(ours)["a"] == nlohmann::json::parse(c.json));
  }
}

TEST_CASE("plain scalar: exact where a double would not be") {
  using kgpu::output::Json;
  CHECK(*yaml_to_json("a: 123456789.123456789\n", "t").find("a") == Json(*kgpu::Decimal::parse("123456789.123456789")));
  CHECK(*yaml_to_json("a: 9007199254740993\n", "t").find("a") == Json(std::int64_t{9007199254740993}));
  CHECK(*yaml_to_json("a: 1.0\n", "t").find("a") == Json(1));
  // No octal number, so a double; found by fuzzing: it was written as an integer and read back as one.
  CHECK(*yaml_to_json("a: -00133584280347122380\n", "t").find("a") == Json(std::int64_t{-133584280347122384}));
  const Json large = yaml_to_json("a: 18446744073709551616\n", "t");
  CHECK(yaml_to_json(kgpu::output::to_yaml(large), "t") == large);
}

TEST_CASE("plain scalar: numbers that JSON or we cannot hold") {
  for (const std::string text : {".inf", "-.inf", "+.Inf", ".nan", ".NaN", "9223372036854775808",
                                 "18446744073709551615", "0xFFFFFFFFFFFFFFFF"}) {
    CAPTURE(text);
    CHECK_THROWS_WITH_AS((void)yaml_to_json("x: 1\na: " + std::string(text) + "\n", "f.yaml"),
                         ("f.yaml:2: a number that JSON cannot carry: '" + std::string(text) + "'").c_str(), Error);
  }
}
