#include "kgpu/node/report.hpp"

#include <doctest/doctest.h>

using namespace kgpu;

TEST_CASE("kubernetes-client 127: AGE as kubectl prints it") {
  struct Case {
    std::int64_t seconds;
    const char* text;
  };
  constexpr std::int64_t minute = 60;
  constexpr std::int64_t hour = 3600;
  constexpr std::int64_t day = 86400;
  constexpr std::int64_t year = 365 * day;
  // Printed by duration.HumanDuration of k8s.io/apimachinery v0.34.4.
  const Case cases[] = {
      {-2, "<invalid>"},
      {-1, "0s"},
      {0, "0s"},
      {119, "119s"},
      {120, "2m"},
      {121, "2m1s"},
      {599, "9m59s"},
      {600, "10m"},
      {3 * hour - 1, "179m"},
      {3 * hour, "3h"},
      {3 * hour + minute, "3h1m"},
      {8 * hour - 1, "7h59m"},
      {8 * hour, "8h"},
      {2 * day - 1, "47h"},
      {2 * day, "2d"},
      {8 * day - 1, "7d23h"},
      {8 * day, "8d"},
      {2 * year - 1, "729d"},
      {2 * year, "2y"},
      {8 * year - 1, "7y364d"},
      {8 * year, "8y"},
      {9 * year + 100 * day, "9y"},
  };
  for (const Case& c : cases) {
    CAPTURE(c.seconds);
    CHECK(node::age_text(c.seconds) == c.text);
  }
}
