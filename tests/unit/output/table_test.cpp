#include "kgpu/output/table.hpp"

#include "kgpu/base/error.hpp"

#include <doctest/doctest.h>

using namespace kgpu::output;

namespace {

const Table k_table{
    .columns = {{.header = "TYPE"}, {.header = "VCPU", .align = Align::right}, {.header = "ARCH", .wide = true}},
    .rows = {{"g6.xlarge", "4", "amd64"}, {"p5.48xlarge", "192", ""}, {"", "", ""}}};

}  // namespace

TEST_CASE("table: three spaces apart, numbers to the right, nothing behind the last") {
  CHECK(to_text(k_table, {}) ==
        "TYPE          VCPU\n"
        "g6.xlarge        4\n"
        "p5.48xlarge    192\n"
        "-                -\n");
  CHECK(to_text(k_table, {.wide = true}) ==
        "TYPE          VCPU   ARCH\n"
        "g6.xlarge        4   amd64\n"
        "p5.48xlarge    192   -\n"
        "-                -   -\n");
}

TEST_CASE("table: without headers") {
  CHECK(to_text(k_table, {.headers = false}) ==
        "g6.xlarge       4\n"
        "p5.48xlarge   192\n"
        "-               -\n");
}

TEST_CASE("table: without rows or columns") {
  CHECK(to_text({.columns = {{.header = "A"}, {.header = "B"}}, .rows = {}}, {}) == "A   B\n");
  CHECK(to_text({}, {.headers = false}) == "");
}

TEST_CASE("kubernetes-client 126: columns line up on a terminal, in any script") {
  // Greek, and what is one code point a cell: the same as kubectl's tabwriter, which counts code points.
  const Table greek{.columns = {{.header = "NAME"}, {.header = "N"}},
                    .rows = {{"\u03b1\u03b2\u03b3\u03ac", "1"}, {"abc", "2"}, {"\u00e9t\u00e9", "3"}}};
  CHECK(to_text(greek, {}) ==
        "NAME   N\n"
        "\u03b1\u03b2\u03b3\u03ac   1\n"
        "abc    2\n"
        "\u00e9t\u00e9    3\n");
  // Here tabwriter's columns shift; ours do not.
  // East Asian wide characters take two columns, combining marks none (Unicode's EastAsianWidth.txt).
  const Table table{.columns = {{.header = "NAME"}, {.header = "N"}},
                    .rows = {{"\u4e2d\u6587", "1"}, {"e\u0301", "2"}, {"\U0001f600x", "3"}, {"abcd", "4"}}};
  CHECK(to_text(table, {}) ==
        "NAME   N\n"
        "\u4e2d\u6587   1\n"
        "e\u0301      2\n"
        "\U0001f600x    3\n"
        "abcd   4\n");
}

TEST_CASE("table: a cell cannot move the cursor") {
  const Table table{.columns = {{.header = "A"}}, .rows = {{"x\x1b[2J\ny"}, {"\xff"}}};
  CHECK(to_text(table, {}) == "A\nx\\x1b[2J\\x0ay\n\\xff\n");
}

TEST_CASE("table: a row of another length is a mistake of ours") {
  CHECK_THROWS_AS((void)to_text({.columns = {{.header = "A"}}, .rows = {{"1", "2"}}}, {}), kgpu::Error);
  CHECK_THROWS_AS((void)to_csv({.columns = {{.header = "A"}}, .rows = {{}}}, {}), kgpu::Error);
}

TEST_CASE("csv: RFC 4180, all columns") {
  CHECK(to_csv(k_table, {}) == "TYPE,VCPU,ARCH\ng6.xlarge,4,amd64\np5.48xlarge,192,\n,,\n");
  const Table table{.columns = {{.header = "A,B"}, {.header = "C"}},
                    .rows = {{"say \"x\"", "two\nlines"}, {"a;b", " c "}}};
  CHECK(to_csv(table, {}) == "\"A,B\",C\n\"say \"\"x\"\"\",\"two\nlines\"\na;b, c \n");
  CHECK(to_csv(table, {.headers = false}) == "\"say \"\"x\"\"\",\"two\nlines\"\na;b, c \n");
}
