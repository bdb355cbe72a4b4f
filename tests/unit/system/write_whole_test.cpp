#include "temporary_folder.hpp"

#include "kgpu/base/error.hpp"
#include "kgpu/system/files.hpp"

#include <doctest/doctest.h>
#include <sys/stat.h>
#include <unistd.h>

using kgpu::Error;
using kgpu::ErrorKind;
using kgpu::system::RealFiles;
using kgpu::testing::TemporaryFolder;

namespace fs = std::filesystem;

namespace {

unsigned mode_of(const std::string& path) {
  struct stat status {};
  REQUIRE(::stat(path.c_str(), &status) == 0);
  return status.st_mode & 07777U;
}

std::string refusal(const std::vector<kgpu::system::FileText>& files) {
  try {
    RealFiles().write_whole(files);
  } catch (const Error& error) {
    CHECK(error.kind() == ErrorKind::io);
    return error.what();
  }
  return {};
}

}  // namespace

TEST_CASE("write: new files, folders made, nothing else left") {
  const TemporaryFolder folder;
  RealFiles().write_whole(
      {{folder.path("out/deep/a.yaml"), "a\n"}, {folder.path("out/b.yaml"), std::string(1'000'000, 'b')}});
  CHECK(folder.get("out/deep/a.yaml") == "a\n");
  CHECK(folder.get("out/b.yaml").size() == 1'000'000);
  CHECK(folder.entries() == 4);
  RealFiles().write_whole({});
}

TEST_CASE("write: a new file has the mode that the umask leaves") {
  const TemporaryFolder folder;
  const mode_t before = ::umask(027);
  RealFiles().write_whole({{folder.path("a"), ""}});
  ::umask(before);
  CHECK(mode_of(folder.path("a")) == 0640);
}

TEST_CASE("write: an existing file keeps its mode, a link its target") {
  const TemporaryFolder folder;
  folder.put("real/a.yaml", "old");
  fs::permissions(folder.path("real/a.yaml"), fs::perms(0600));
  fs::create_symlink("real/a.yaml", folder.path("link.yaml"));
  RealFiles().write_whole({{folder.path("link.yaml"), "new"}});
  CHECK(fs::is_symlink(folder.path("link.yaml")));
  CHECK(folder.get("real/a.yaml") == "new");
  CHECK(mode_of(folder.path("real/a.yaml")) == 0600);
  CHECK(folder.entries() == 3);
}

TEST_CASE("write: a failure before the first rename leaves nothing behind") {
  const TemporaryFolder folder;
  folder.put("kept.yaml", "old");
  fs::create_directories(folder.path("taken.yaml"));
  const std::string taken = folder.path("taken.yaml");
  CHECK(refusal({{folder.path("kept.yaml"), "new"}, {folder.path("made/a.yaml"), "a"}, {taken, "b"}}) ==
        "cannot write '" + taken + "': Is a directory");
  CHECK(folder.get("kept.yaml") == "old");
  CHECK(folder.entries() == 2);
}

TEST_CASE("write: into what is no folder") {
  const TemporaryFolder folder;
  folder.put("file", "old");
  const std::string below = folder.path("file/a.yaml");
  CHECK(refusal({{below, "a"}}) == "cannot write '" + below + "': Not a directory");
  CHECK(folder.get("file") == "old");
  const std::string deeper = folder.path("file/x/a.yaml");
  CHECK(refusal({{deeper, "a"}}) == "cannot make directory '" + folder.path("file/x") + "': Not a directory");
  CHECK(folder.entries() == 1);
}

TEST_CASE("write: a pipe or device is not replaced") {
  const TemporaryFolder folder;
  REQUIRE(::mkfifo(folder.path("pipe").c_str(), 0600) == 0);
  CHECK(refusal({{folder.path("pipe"), "a"}}) == "cannot write '" + folder.path("pipe") + "': not a regular file");
  CHECK(fs::is_fifo(folder.path("pipe")));
}

TEST_CASE("write: a folder that may not be written") {
  const TemporaryFolder folder;
  fs::create_directories(folder.path("sealed"));
  fs::permissions(folder.path("sealed"), fs::perms(0555));
  if (::access(folder.path("sealed").c_str(), W_OK) == 0) {
    MESSAGE("this user may write anywhere: not checked");
    return;
  }
  CHECK(refusal({{folder.path("a"), "a"}, {folder.path("sealed/b"), "b"}}) ==
        "cannot write '" + folder.path("sealed/b") + "': Permission denied");
  CHECK(folder.entries() == 1);
}

TEST_CASE("write in blocks: as whole as the rest") {
  const TemporaryFolder folder;
  RealFiles files;
  CHECK(!files.exists(folder.path("out/a")));
  files.write_blocks(folder.path("out/a"), [](const auto& write) {
    write(std::string(300'000, 'a'));
    write("");
    write("b");
  });
  CHECK(folder.get("out/a") == std::string(300'000, 'a') + "b");
  CHECK(files.exists(folder.path("out/a")));
  CHECK(files.exists(folder.path("out")));

  SUBCASE("what fails in the middle leaves what was there, and nothing beside it") {
    const auto fails = [](const auto& write) {
      write("half");
      throw Error(ErrorKind::data, "no more");
    };
    CHECK_THROWS_AS(files.write_blocks(folder.path("out/a"), fails), Error);
    CHECK(folder.get("out/a").size() == 300'001);
    CHECK_THROWS_AS(files.write_blocks(folder.path("new/b"), fails), Error);
    CHECK(folder.entries() == 2);
  }
  SUBCASE("a link that leads nowhere is there") {
    fs::create_symlink("nowhere", folder.path("link"));
    CHECK(files.exists(folder.path("link")));
  }
}
