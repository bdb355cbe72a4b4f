#include "kgpu/output/json.hpp"

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include <limits>

using kgpu::Decimal;
using kgpu::Money;
using kgpu::output::Json;
using kgpu::output::to_json;

TEST_CASE("json: members keep their order, money its digits") {
  const Json json = Json::object()
                        .set("kind", "InstanceList")
                        .set("version", 1)
                        .set("usd_per_hour", *Money::parse("0.8048"))
                        .set("accelerator_count", *Decimal::parse("0.125"))
                        .set("as_of", kgpu::Date{2026, 7, 20})
                        .set_known("unknown", std::optional<int>())
                        .set_known("known", std::optional<int>(7))
                        .set("none", Json())
                        .set("yes", true)
                        .set("items", Json::array().push("a").push(Json::array()).push(Json::object()));
  CHECK(to_json(json) ==
        "{\n"
        "  \"kind\": \"InstanceList\",\n"
        "  \"version\": 1,\n"
        "  \"usd_per_hour\": 0.8048,\n"
        "  \"accelerator_count\": 0.125,\n"
        "  \"as_of\": \"2026-07-20\",\n"
        "  \"known\": 7,\n"
        "  \"none\": null,\n"
        "  \"yes\": true,\n"
        "  \"items\": [\n"
        "    \"a\",\n"
        "    [],\n"
        "    {}\n"
        "  ]\n"
        "}\n");
}

TEST_CASE("json: numbers never pass through a double") {
  CHECK(to_json(Json(std::numeric_limits<std::int64_t>::max())) == "9223372036854775807\n");
  CHECK(to_json(Json(std::numeric_limits<std::int64_t>::min())) == "-9223372036854775808\n");
  CHECK(to_json(Json(Money::from_nanos(123'456'789'123'456'789))) == "123456789.123456789\n");
  CHECK(to_json(Json(Money::from_nanos(1))) == "0.000000001\n");
  CHECK(to_json(Json::real(1e300)) == "1.0e+300\n");
}

TEST_CASE("json: strings are escaped, and bytes that are no UTF-8 replaced") {
  CHECK(to_json(Json("a\"b\\c\n\x01")) == "\"a\\\"b\\\\c\\n\\u0001\"\n");
  CHECK(to_json(Json("caf\u00e9")) == "\"caf\u00e9\"\n");
  CHECK(to_json(Json("a\xffz")) == "\"a\ufffdz\"\n");
  CHECK(to_json(Json::object().set("k\"", 1)) == "{\n  \"k\\\"\": 1\n}\n");
}

TEST_CASE("json: another reader reads the same") {
  const Json json = Json::object().set("a", Json::array().push(1).push(Json()).push("\t")).set("b", Json::real(0.1));
  CHECK(nlohmann::json::parse(to_json(json)) == nlohmann::json::parse(R"({"a":[1,null,"\t"],"b":0.1})"));
}

TEST_CASE("json: find") {
  const Json json = Json::object().set("a", 1);
  REQUIRE(json.find("a") != nullptr);
  CHECK(*json.find("a") == Json(1));
  CHECK(json.find("b") == nullptr);
  CHECK(Json("a").find("a") == nullptr);
}
