#include "kgpu/output/csv.hpp"

#include <doctest/doctest.h>

#include <vector>

namespace kgpu::output {
namespace {

using Cells = std::vector<std::string>;

TEST_CASE("csv: a written line") {
  CHECK(csv_line(Cells{"a", "", "c"}) == "a,,c\n");
  CHECK(csv_line(Cells{"x,y", "say \"hi\"", "1\n2"}) == "\"x,y\",\"say \"\"hi\"\"\",\"1\n2\"\n");
}

}  // namespace
}  // namespace kgpu::output
