#include "kgpu/document/json_text.hpp"

#include "kgpu/base/error.hpp"

#include <doctest/doctest.h>

#include <limits>
#include <string>

using kgpu::Decimal;
using kgpu::document::read_json;
using kgpu::output::Json;

namespace {

TEST_CASE("JSON is read exactly") {
  const Json value = read_json(R"({"a":[1,-2,0.1,true,null,"x\u00e9"],"big":9223372036854775807})", "t");
  const Json* const items = value.find("a");
  REQUIRE(items != nullptr);
  CHECK(*items ==
        Json::array().push(1).push(-2).push(*Decimal::parse("0.1")).push(true).push(Json()).push("x\xc3\xa9"));
  CHECK(*value.find("big") == Json(std::numeric_limits<std::int64_t>::max()));
}

// Go's encoding/json, which every Kubernetes program uses, takes the last.
TEST_CASE("of a key that comes twice the last counts, in the place of the first") {
  CHECK(read_json(R"({"a":1,"b":2,"a":3})", "t") == Json::object().set("a", 3).set("b", 2));
}

TEST_CASE("what is no JSON is refused by name, deep nesting before it can hurt") {
  const std::string cases[] = {
      "", "{", "{\"a\":1} x", "[1,]", "\xff", std::string(100'000, '['), std::string(201, '[') + std::string(201, ']')};
  for (const std::string& text : cases) {
    CAPTURE(text.substr(0, 20));
    CHECK_THROWS_AS((void)read_json(text, "answer"), kgpu::Error);
  }
  CHECK_NOTHROW((void)read_json(std::string(200, '[') + std::string(200, ']'), "answer"));
  CHECK_THROWS_WITH((void)read_json("{", "answer"), doctest::Contains("answer: "));
}

}  // namespace
