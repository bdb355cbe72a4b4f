#include "temporary_folder.hpp"

#include "kgpu/base/error.hpp"
#include "kgpu/system/files.hpp"

#include <doctest/doctest.h>

using kgpu::Error;
using kgpu::system::RealFiles;
using kgpu::testing::TemporaryFolder;

namespace fs = std::filesystem;

TEST_CASE("files: read the whole file") {
  using namespace std::string_literals;
  const TemporaryFolder folder;
  const std::string text = "a\r\n\0\xff"s + std::string(200'000, 'x');
  folder.put("a.csv", text);
  CHECK(RealFiles().read(folder.path("a.csv")) == text);
  CHECK(RealFiles().read_if_exists(folder.path("a.csv")) == text);
  folder.put("empty", "");
  CHECK(RealFiles().read(folder.path("empty")) == "");
}

TEST_CASE("files: what cannot be read says so") {
  const TemporaryFolder folder;
  folder.put("file", "");
  const auto message = [](const std::string& path, const std::string& why) {
    return "cannot read '" + path + "': " + why;
  };
  const std::string none = folder.path("none");
  CHECK_THROWS_WITH_AS((void)RealFiles().read(none), message(none, "No such file or directory").c_str(), Error);
  CHECK_THROWS_WITH_AS((void)RealFiles().read(folder.path()), message(folder.path(), "Is a directory").c_str(), Error);
  CHECK_THROWS_WITH_AS((void)RealFiles().read(""), message("", "No such file or directory").c_str(), Error);
  CHECK(!RealFiles().read_if_exists(none).has_value());
  CHECK(!RealFiles().read_if_exists(folder.path("file/below")).has_value());
  CHECK_THROWS_AS((void)RealFiles().read_if_exists(folder.path()), Error);
}

TEST_CASE("files: more than 64 MiB is refused") {
  const TemporaryFolder folder;
  folder.put("big", "");
  fs::resize_file(folder.path("big"), kgpu::system::k_most_file_bytes);
  CHECK(RealFiles().read(folder.path("big")).size() == kgpu::system::k_most_file_bytes);
  fs::resize_file(folder.path("big"), kgpu::system::k_most_file_bytes + 1);
  CHECK_THROWS_WITH_AS((void)RealFiles().read(folder.path("big")),
                       ("cannot read '" + folder.path("big") + "': larger than 64 MiB").c_str(), Error);
}

TEST_CASE("files: listed sorted, hidden ones left out, links to folders not followed") {
  const TemporaryFolder folder;
  for (const char* const file : {"b.csv", "a/z.yaml", "a/b/c.yaml", "a.csv", ".hidden", ".git/config", "a/.swp"}) {
    folder.put(file, "");
  }
  fs::create_directories(folder.path("empty"));
  fs::create_symlink("b.csv", folder.path("link.csv"));
  fs::create_symlink("none", folder.path("dangling"));
  fs::create_directory_symlink("..", folder.path("a/loop"));
  const std::vector<std::string> expected = {"a.csv", "a/b/c.yaml", "a/z.yaml", "b.csv", "link.csv"};
  CHECK(RealFiles().list_recursively(folder.path()) == expected);
  CHECK(RealFiles().list_recursively(folder.path() + "/") == expected);
  CHECK(RealFiles().list_recursively(folder.path("empty")).empty());
  CHECK_THROWS_WITH_AS((void)RealFiles().list_recursively(folder.path("none")),
                       ("cannot read '" + folder.path("none") + "': No such file or directory").c_str(), Error);
  CHECK_THROWS_WITH_AS((void)RealFiles().list_recursively(folder.path("a.csv")),
                       ("cannot read '" + folder.path("a.csv") + "': Not a directory").c_str(), Error);
}
