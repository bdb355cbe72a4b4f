#include "fake_files.hpp"

#include <doctest/doctest.h>

using kgpu::Error;
using kgpu::testing::FakeFiles;

TEST_CASE("fake files: behave as real ones where tests rely on it") {
  FakeFiles files({{"dir/b.csv", "b"}, {"dir/a/c.csv", "c"}, {"dir/.hidden", ""}, {"dirx", ""}});
  CHECK(files.read("dir/b.csv") == "b");
  CHECK(!files.read_if_exists("dir/none").has_value());
  CHECK_THROWS_WITH_AS((void)files.read("none"), "cannot read 'none': No such file or directory", Error);
  CHECK_THROWS_WITH_AS((void)files.read("dir"), "cannot read 'dir': Is a directory", Error);
  CHECK(files.list_recursively("dir") == std::vector<std::string>{"a/c.csv", "b.csv"});
  CHECK(files.list_recursively("dir/") == std::vector<std::string>{"a/c.csv", "b.csv"});
  CHECK_THROWS_WITH_AS((void)files.list_recursively("dirx"), "cannot read 'dirx': Not a directory", Error);
  files.write_whole({{"out/a", "1"}});
  CHECK(files.texts.at("out/a") == "1");
  CHECK(files.log.back() == "write out/a");
}

TEST_CASE("fake files: fail where told, and write nothing then") {
  FakeFiles files;
  files.unwritable = {"b"};
  files.unreadable = {"c"};
  CHECK_THROWS_WITH_AS(files.write_whole({{"a", "1"}, {"b", "2"}}), "cannot write 'b': Permission denied", Error);
  CHECK(files.texts.empty());
  CHECK_THROWS_WITH_AS((void)files.read_if_exists("c"), "cannot read 'c': Permission denied", Error);
}
