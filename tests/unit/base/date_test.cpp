#include "kgpu/base/date.hpp"

#include <doctest/doctest.h>

#include <string>

using kgpu::Date;

TEST_CASE("date: days that exist") {
  for (const std::string text : {"2026-07-20", "2024-02-29", "2000-02-29", "0001-01-01", "9999-12-31"}) {
    CAPTURE(text);
    REQUIRE(Date::parse(text).has_value());
    CHECK(Date::parse(text)->to_string() == text);
  }
  CHECK(Date::parse("2026-07-20") == Date{2026, 7, 20});
}

TEST_CASE("date: what is no day") {
  for (const std::string text : {"", "2026-7-20", "2026/07/20", "2026-02-29", "1900-02-29", "2026-13-01", "2026-00-10",
                                 "2026-01-00", "2026-01-32", "2026-04-31", "20260720", "2026-07-2x", "+026-07-20",
                                 "2026-07-20 ", " 2026-07-20", "2026-07-20T00:00:00Z", "-026-07-20"}) {
    CAPTURE(text);
    CHECK(!Date::parse(text).has_value());
  }
}

TEST_CASE("date: differences and order") {
  // python3: (date(2026, 8, 1) - date(2026, 7, 20)).days and so on.
  CHECK(Date{2026, 8, 1}.days_since({2026, 7, 20}) == 12);
  CHECK(Date{2026, 7, 20}.days_since({2026, 8, 1}) == -12);
  CHECK(Date{2024, 3, 1}.days_since({2024, 2, 28}) == 2);
  CHECK(Date{2026, 1, 1}.days_since({1970, 1, 1}) == 20454);
  CHECK(Date{2026, 7, 20} < Date{2026, 8, 1});
  CHECK(Date{2025, 12, 31} < Date{2026, 1, 1});
}
