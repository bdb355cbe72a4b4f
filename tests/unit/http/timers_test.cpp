#include "timers.hpp"

#include <doctest/doctest.h>

#include <string>

using kgpu::http::Timers;

TEST_CASE("timers are due in the order of their times, equal ones in the order they were set") {
  Timers timers;
  std::string order;
  const Timers::Time start{};
  const auto at = [&](int seconds, char name) {
    timers.add(start + std::chrono::seconds(seconds), [&order, name] { order += name; });
  };
  at(3, 'c');
  at(1, 'a');
  at(3, 'd');
  at(2, 'b');
  CHECK(*timers.next() == start + std::chrono::seconds(1));
  CHECK_FALSE(timers.take_due(start));
  for (int seconds = 0; seconds < 5; ++seconds) {
    while (const auto then = timers.take_due(start + std::chrono::seconds(seconds))) {
      then();
    }
  }
  CHECK(order == "abcd");
  CHECK(timers.empty());
  CHECK_FALSE(timers.next());
}
