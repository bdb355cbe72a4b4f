#include "csv.hpp"

#include "data_files.hpp"

#include <doctest/doctest.h>

namespace kgpu::catalog {
namespace {

using Cells = std::vector<std::string>;

// RFC 4180 section 2, rules 1 to 7; beyond it a byte order mark, blank lines and ends of line without CR.
TEST_CASE("csv: what is read") {
  struct Case {
    std::string_view name;
    std::string_view text;
    std::vector<Cells> rows;  // header first
  };
  const Case cases[] = {
      {"plain", "a,b\n1,2\n", {{"a", "b"}, {"1", "2"}}},
      {"no end of line after the last row", "a,b\n1,2", {{"a", "b"}, {"1", "2"}}},
      {"CRLF", "a,b\r\n1,2\r\n", {{"a", "b"}, {"1", "2"}}},
      {"CR at the end of the text", "a,b\r\n1,2\r", {{"a", "b"}, {"1", "2"}}},
      {"byte order mark",
       "\xef\xbb\xbf"
       "a\n1\n",
       {{"a"}, {"1"}}},
      {"empty cells", "a,b,c\n,,\n", {{"a", "b", "c"}, {"", "", ""}}},
      {"quoted comma", "a,b\n\"x,y\",2\n", {{"a", "b"}, {"x,y", "2"}}},
      {"doubled quote", "a\n\"say \"\"hi\"\"\"\n", {{"a"}, {"say \"hi\""}}},
      {"quoted empty cell", "a,b\n\"\",2\n", {{"a", "b"}, {"", "2"}}},
      {"line break in quotes", "a,b\n\"x\r\ny\",2\n", {{"a", "b"}, {"x\r\ny", "2"}}},
      {"spaces belong to the cell", "a,b\n x ,2\n", {{"a", "b"}, {" x ", "2"}}},
      {"blank lines", "\na\n\n1\n\n", {{"a"}, {"1"}}},
      {"beyond ASCII", "a\n\xc3\xa9\n", {{"a"}, {"\xc3\xa9"}}},
  };
  for (const Case& c : cases) {
    CAPTURE(c.name);
    const Csv csv = parse_csv(c.text, "f.csv");
    std::vector<Cells> rows = {csv.header};
    for (const CsvRow& row : csv.rows) {
      rows.push_back(row.cells);
    }
    CHECK(rows == c.rows);
  }
}

TEST_CASE("csv: lines are counted through quoted breaks and blank lines") {
  const Csv csv = parse_csv("a,b\n\"1\n2\",x\n\n3,y\r\n4,z\n", "f.csv");
  REQUIRE(csv.rows.size() == 3);
  CHECK(csv.rows[0].line == 2);
  CHECK(csv.rows[1].line == 5);
  CHECK(csv.rows[2].line == 6);
}

TEST_CASE("csv: what is refused, with its line") {
  struct Case {
    std::string_view text;
    std::string_view message;
  };
  const Case cases[] = {
      {"", "f.csv:1: empty, without a header"},
      {"\n\n", "f.csv:1: empty, without a header"},
      {"a,b\n1\n", "f.csv:2: 1 cells where the header has 2"},
      {"a,b\n1,2\n1,2,3\n", "f.csv:3: 3 cells where the header has 2"},
      {"a,b\n\"1\n2\",3,4\n", "f.csv:2: 3 cells where the header has 2"},
      {"a\n\"x\n", "f.csv:2: a quote that is never closed"},
      {"a\n\"x\"y\n", "f.csv:2: text after a closing quote"},
      {"a\nx\"y\n", "f.csv:2: a quote inside a cell that is not quoted"},
      {"a\n\xff\n", "f.csv:2: bytes that are not UTF-8"},
      {"a\nx\x1by\n", "f.csv:2: a control character in 'x\\x1by'"},
      {std::string_view("a\nx\0y\n", 6), "f.csv:2: a control character in 'x\\x00y'"},
  };
  for (const Case& c : cases) {
    CAPTURE(c.text);
    CHECK(testing::refusal([&] { (void)parse_csv(c.text, "f.csv"); }) == c.message);
  }
}

}  // namespace
}  // namespace kgpu::catalog
