#include "kgpu/inventory/share.hpp"

#include <doctest/doctest.h>

#include <random>

using namespace kgpu;
using inventory::Share;

TEST_CASE("thirds and sevenths add up exactly") {
  Share sum;
  for (int i = 0; i < 3; ++i) {
    sum += Share::of(1, 3);
  }
  for (int i = 0; i < 7; ++i) {
    sum += Share::of(1, 7);
  }
  CHECK(sum == Share::of(2));
  CHECK(Share::of(6, 8) == Share::of(3, 4));
  CHECK(Share::of(3, 8) + Share::of(4, 8) == Share::of(7, 8));
  CHECK(Share::of(1) / Share::of(3) * Share::of(3) == Share::of(1));
  CHECK(Share::of(2, 3).decimal().to_string() == "0.666666667");
  CHECK((Share::of(1, 3) - Share::of(2, 3)).decimal().to_string() == "-0.333333333");
  CHECK(Share::of(1, 3) < Share::of(34, 100));
}

TEST_CASE("sums of absurd parts stay near, and never overflow") {
  std::mt19937_64 random(7);  // a fixed seed
  Share sum;
  double expected = 0;
  for (int i = 0; i < 200; ++i) {
    const auto numerator = static_cast<std::int64_t>(random() % 100000);
    const auto denominator = static_cast<std::int64_t>(random() % 1000000) + 1;
    sum += Share::of(numerator, denominator);
    expected += static_cast<double>(numerator) / static_cast<double>(denominator);
  }
  const double got = static_cast<double>(sum.decimal().nanos()) / 1e9;
  CHECK(got == doctest::Approx(expected).epsilon(1e-6));
}
