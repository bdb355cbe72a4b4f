#include "descriptor.hpp"
#include "file_error.hpp"

#include "kgpu/base/text.hpp"
#include "kgpu/system/files.hpp"

#include <fcntl.h>
#include <sys/stat.h>

#include <algorithm>
#include <cerrno>
#include <filesystem>

namespace kgpu::system {
namespace {

namespace fs = std::filesystem;

/// A file written beside its place, not yet renamed into it.
struct Prepared {
  std::string path;       ///< as the caller gave it, for messages
  std::string place;      ///< where it goes: `path`, or what a link of that name points to
  std::string temporary;  ///< beside `place`
};

/// What was made so far; undone unless kept.
class Undo {
 public:
  Undo() = default;
  Undo(const Undo&) = delete;
  Undo& operator=(const Undo&) = delete;
  ~Undo() {
    for (const std::string& file : files_) {
      ::unlink(file.c_str());
    }
    for (auto directory = directories_.rbegin(); directory != directories_.rend(); ++directory) {
      ::rmdir(directory->c_str());  // fails, rightly, where a file already stands in it
    }
  }

  void add_file(const std::string& path) { files_.push_back(path); }
  void add_directory(const std::string& path) { directories_.push_back(path); }
  void keep_file(const std::string& path) { std::erase(files_, path); }
  void keep_directories() { directories_.clear(); }

 private:
  std::vector<std::string> files_;
  std::vector<std::string> directories_;
};

std::string directory_of(const std::string& path) {
  const auto parent = fs::path(path).parent_path().string();
  return parent.empty() ? "." : parent;
}

void make_directories(const std::string& directory, Undo& undo) {
  struct stat status {};
  if (::stat(directory.c_str(), &status) == 0) {
    return;
  }
  if (errno != ENOENT) {
    throw file_error("make directory", directory, errno);
  }
  const std::string parent = directory_of(directory);
  if (parent != directory) {
    make_directories(parent, undo);
  }
  if (::mkdir(directory.c_str(), 0777) == 0) {
    undo.add_directory(directory);
  } else if (errno != EEXIST) {
    throw file_error("make directory", directory, errno);
  }
}

/// Opens a new file beside `place`, not yet used by anybody.
Descriptor open_beside(const std::string& place, std::string& temporary) {
  const std::string stem =
      directory_of(place) + "/." + fs::path(place).filename().string() + "." + std::to_string(::getpid()) + ".";
  for (int attempt = 0; attempt < 1000; ++attempt) {
    temporary = stem + std::to_string(attempt) + ".tmp";
    Descriptor file(::open(temporary.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0644));
    if (file.is_open() || errno != EEXIST) {
      return file;
    }
  }
  return Descriptor(-1);
}

void write_all(const Descriptor& file, std::string_view text, const std::string& path) {
  while (!text.empty()) {
    const ssize_t written = ::write(file.get(), text.data(), text.size());
    if (written < 0 && errno != EINTR) {
      throw file_error("write", path, errno);
    }
    text.remove_prefix(static_cast<std::size_t>(std::max<ssize_t>(written, 0)));
  }
}

using Make = std::function<void(const Files::UseBlock& write)>;

Prepared prepare(const std::string& path, const Make& make, Undo& undo) {
  Prepared prepared{.path = path, .place = path, .temporary = {}};
  std::error_code code;
  if (const auto target = fs::canonical(path, code); !code) {
    prepared.place = target.string();
  }
  make_directories(directory_of(prepared.place), undo);

  struct stat before {};
  const bool replaces = ::stat(prepared.place.c_str(), &before) == 0;
  if (replaces && S_ISDIR(before.st_mode)) {
    throw file_error("write", path, EISDIR);
  }
  if (replaces && !S_ISREG(before.st_mode)) {
    throw Error(ErrorKind::io, "cannot write " + in_quotes(path) + ": not a regular file");
  }

  Descriptor out = open_beside(prepared.place, prepared.temporary);
  if (!out.is_open()) {
    throw file_error("write", path, errno);
  }
  undo.add_file(prepared.temporary);
  make([&](std::string_view block) { write_all(out, block, path); });
  if (replaces && ::fchmod(out.get(), before.st_mode & 07777U) != 0) {
    throw file_error("write", path, errno);
  }
  if (::fsync(out.get()) != 0 || out.close() != 0) {
    throw file_error("write", path, errno);
  }
  return prepared;
}

/// Makes the renames last through a power cut. A file system that cannot sync a directory says EINVAL: nothing to do.
void sync_directory(const std::string& directory) {
  const Descriptor handle(::open(directory.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (handle.is_open() && ::fsync(handle.get()) != 0 && errno != EINVAL) {
    throw file_error("sync directory", directory, errno);
  }
}

void put_in_place(const std::vector<Prepared>& prepared, Undo& undo) {
  std::vector<std::string> in_place;
  for (const Prepared& file : prepared) {
    if (::rename(file.temporary.c_str(), file.place.c_str()) != 0) {
      const Error error = file_error("write", file.path, errno);
      throw Error(ErrorKind::io, error.what(),
                  in_place.empty() ? "" : "already written: " + join(in_place, ", ") + "; run the command again");
    }
    undo.keep_file(file.temporary);
    in_place.push_back(in_quotes(file.path));
  }
  undo.keep_directories();

  std::vector<std::string> directories;
  std::ranges::transform(prepared, std::back_inserter(directories),
                         [](const Prepared& file) { return directory_of(file.place); });
  std::ranges::sort(directories);
  directories.erase(std::unique(directories.begin(), directories.end()), directories.end());
  std::ranges::for_each(directories, sync_directory);
}

}  // namespace

void RealFiles::write_whole(const std::vector<FileText>& files) {
  Undo undo;
  std::vector<Prepared> prepared;
  prepared.reserve(files.size());
  for (const FileText& file : files) {
    prepared.push_back(prepare(
        file.path, [&](const UseBlock& write) { write(file.text); }, undo));
  }
  put_in_place(prepared, undo);
}

void RealFiles::write_blocks(const std::string& path, const Make& make) {
  Undo undo;
  put_in_place({prepare(path, make, undo)}, undo);
}

}  // namespace kgpu::system
