#include "kgpu/base/bounded_sum.hpp"

#include <doctest/doctest.h>

TEST_CASE("a sum beyond 64 bits is the nearest number there is") {
  using kgpu::bounded_sum;
  constexpr std::int64_t k_largest = std::numeric_limits<std::int64_t>::max();
  constexpr std::int64_t k_least = std::numeric_limits<std::int64_t>::min();
  CHECK(bounded_sum(2, 3) == 5);
  CHECK(bounded_sum(k_largest, 0) == k_largest);
  CHECK(bounded_sum(k_largest, 3) == k_largest);
  CHECK(bounded_sum(3, k_largest) == k_largest);
  CHECK(bounded_sum(k_least, -1) == k_least);
  CHECK(bounded_sum(k_largest, k_least) == -1);
}
