#include "kgpu/prometheus/answer.hpp"

#include <doctest/doctest.h>

#include <limits>
#include <string>

using namespace kgpu::prometheus;

namespace {

constexpr double k_infinity = std::numeric_limits<double>::infinity();

// Bodies as prometheus.io/docs/prometheus/latest/querying/api shows them.
TEST_CASE("kubernetes-client 116: a vector, with values that are texts") {
  const auto answer = read_answer(R"({"status":"success","data":{"resultType":"vector","result":[
    {"metric":{"pod":"b","__name__":"up"},"value":[1435781451.781,"1"]},
    {"metric":{},"value":[1435781451,"NaN"]},
    {"metric":{},"value":[1435781451,"+Inf"]},
    {"metric":{},"value":[1435781451,"-Inf"]},
    {"metric":{},"value":[1435781451,"2.5e-07"]}]},"warnings":["partial\u001b[31m"],"infos":["slow"]})")
                          .answer;
  REQUIRE(answer);
  REQUIRE(answer->series.size() == 5);
  CHECK(answer->series[0].label("pod") == "b");
  CHECK(answer->series[0].label("none").empty());
  CHECK(answer->series[0].samples[0].at == 1435781451.781);
  CHECK(answer->series[0].samples[0].value == 1);
  CHECK(answer->series[1].samples.empty());  // NaN is no data
  CHECK(answer->series[2].samples[0].value == k_infinity);
  CHECK(answer->series[3].samples[0].value == -k_infinity);
  CHECK(answer->series[4].samples[0].value == 2.5e-07);
  CHECK(answer->warnings == std::vector<std::string>{"partial\\x1b[31m"});
  CHECK(answer->infos == std::vector<std::string>{"slow"});
}

TEST_CASE("kubernetes-client 116: nothing known is no series, and a scalar is one") {
  const auto empty = read_answer(R"({"status":"success","data":{"resultType":"vector","result":[]}})").answer;
  REQUIRE(empty);
  CHECK(empty->series.empty());
  const auto scalar = read_answer(R"({"status":"success","data":{"resultType":"scalar","result":[1,"0"]}})").answer;
  REQUIRE(scalar);
  REQUIRE(scalar->series.size() == 1);
  CHECK(scalar->series[0].samples[0].value == 0);
}

TEST_CASE("a matrix has gaps where there was no data") {
  const auto answer = read_answer(R"({"status":"success","data":{"resultType":"matrix","result":[
    {"metric":{"a":"1"},"values":[[60,"1"],[120,"NaN"],[180,"3"]]}]}})")
                          .answer;
  REQUIRE(answer);
  REQUIRE(answer->series[0].samples.size() == 2);
  CHECK(answer->series[0].samples[1].at == 180);
}

TEST_CASE("kubernetes-client 117: an error is an error, whatever came with it") {
  const auto bad = read_answer(R"({"status":"error","errorType":"bad_data","error":"parse error at char 3"})");
  CHECK_FALSE(bad.answer);
  CHECK(bad.refusal.type == "bad_data");
  CHECK(bad.refusal.message == "parse error at char 3");
  const auto page = read_answer("<html><head><title>502</title></head>\n<body>Bad\n  Gateway</body></html>");
  CHECK_FALSE(page.answer);
  CHECK(page.refusal.message == "502 Bad Gateway");
  for (const auto* const text :
       {"", "null", "[]", R"({"status":"success"})",
        R"({"status":"success","data":{"resultType":"string","result":[1,"x"]}})",
        R"({"status":"success","data":{"resultType":"vector","result":[{}]}})",
        R"({"status":"success","data":{"resultType":"vector","result":[{"metric":{},"value":["1",2]}]}})"}) {
    CAPTURE(text);
    CHECK_FALSE(read_answer(text).answer);
  }
}

// 11,000 points a series (prometheus web/api/v1): a day at 5 s is 17,281 points; at 8 s it is 10,801.
TEST_CASE("kubernetes-client 120: the step is raised where there would be too many points") {
  CHECK(step_seconds(86'400, 5) == 8);
  CHECK(step_seconds(86'400, 60) == 60);
  CHECK(step_seconds(10'999, 1) == 1);  // 11,000 points
  CHECK(step_seconds(11'000, 1) == 2);  // 11,001 points
  CHECK(step_seconds(0, 0) == 1);
}

}  // namespace
