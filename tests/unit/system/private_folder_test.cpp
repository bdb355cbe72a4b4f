#include "kgpu/system/private_folder.hpp"

#include "temporary_folder.hpp"

#include "kgpu/base/error.hpp"

#include <doctest/doctest.h>
#include <sys/stat.h>

#include <filesystem>
#include <memory>
#include <string>

using kgpu::system::make_private_folder;
using kgpu::testing::TemporaryFolder;

namespace {

unsigned mode_of(const std::string& path) {
  struct stat status {};
  REQUIRE(::stat(path.c_str(), &status) == 0);
  return status.st_mode & 0777U;
}

TEST_CASE("a private folder is its owner's alone, and goes with all that is in it") {
  const TemporaryFolder parent;
  std::string path;
  {
    const auto folder = make_private_folder(parent.path(), "LIVE");
    path = folder->path();
    CHECK(std::filesystem::path(path).filename().string().starts_with("LIVE-"));
    folder->write("a", "text");
    folder->write("b", "");
    CHECK(parent.get(std::filesystem::path(path).filename().string() + "/a") == "text");
    CHECK(mode_of(path) == 0700U);
    CHECK(mode_of(path + "/a") == 0600U);
    std::filesystem::create_directories(path + "/made/by/others");
  }
  CHECK_FALSE(std::filesystem::exists(path));
  CHECK(parent.entries() == 0);
}

TEST_CASE("a private folder takes no name twice, and none that leads out of it") {
  const TemporaryFolder parent;
  const auto folder = make_private_folder(parent.path() + "/", "x");
  folder->write("a", "1");
  for (const char* name : {"a", "", "../b", "/b"}) {
    CAPTURE(name);
    CHECK_THROWS_AS(folder->write(name, "2"), kgpu::Error);
  }
  CHECK(parent.entries() == 2);
  CHECK_THROWS_AS((void)make_private_folder(parent.path("none"), "x"), kgpu::Error);
}

}  // namespace
