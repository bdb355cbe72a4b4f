#include "descriptor.hpp"
#include "file_error.hpp"

#include "kgpu/base/text.hpp"
#include "kgpu/system/files.hpp"
#include "kgpu/system/interrupt.hpp"

#include <fcntl.h>
#include <poll.h>
#include <sys/stat.h>

#include <algorithm>
#include <cerrno>
#include <filesystem>

namespace kgpu::system {
namespace {

namespace fs = std::filesystem;

/// Opened without waiting: a pipe that nobody writes to would hold `open` for ever.
Descriptor open_to_read(const std::string& path) {
  return Descriptor(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY));
}

void wait_for_bytes(const Descriptor& file, const std::string& path) {
  if (interrupted()) {
    throw Error(ErrorKind::io, "interrupted while reading " + in_quotes(path));
  }
  pollfd waiting{file.get(), POLLIN, 0};
  ::poll(&waiting, 1, -1);
}

bool is_pipe(const Descriptor& file) {
  struct stat status {};
  return ::fstat(file.get(), &status) == 0 && S_ISFIFO(status.st_mode);
}

void read_descriptor(const Descriptor& file, const std::string& path,
                     const std::function<void(std::string_view block)>& use) {
  constexpr std::size_t k_block = std::size_t{1} << 18;
  std::string block(k_block, '\0');
  bool began = false;
  for (;;) {
    const ssize_t got = ::read(file.get(), block.data(), block.size());
    if (got < 0 && errno == EINTR) {
      continue;
    }
    if (got < 0 && errno == EAGAIN) {
      wait_for_bytes(file, path);
      continue;
    }
    if (got == 0 && !began && is_pipe(file)) {
      throw Error(ErrorKind::io, "cannot read " + in_quotes(path) + ": a pipe into which nobody writes");
    }
    if (got < 0) {
      throw file_error("read", path, errno);
    }
    if (got == 0) {
      return;
    }
    began = true;
    use(std::string_view(block).substr(0, static_cast<std::size_t>(got)));
  }
}

std::string read_all(const Descriptor& file, const std::string& path) {
  std::string text;
  read_descriptor(file, path, [&](std::string_view block) {
    text += block;
    if (text.size() > k_most_file_bytes) {
      throw Error(ErrorKind::io, "cannot read " + in_quotes(path) + ": larger than 64 MiB");
    }
  });
  return text;
}

bool is_hidden(const fs::path& path) {
  return path.filename().native().starts_with('.');
}

}  // namespace

Error file_error(std::string_view verb, const std::string& path, std::error_code code) {
  return {ErrorKind::io, "cannot " + std::string(verb) + " " + in_quotes(path) + ": " + code.message()};
}

Error file_error(std::string_view verb, const std::string& path, int error_number) {
  return file_error(verb, path, std::error_code(error_number, std::generic_category()));
}

std::string RealFiles::read(const std::string& path) const {
  const Descriptor file = open_to_read(path);
  if (!file.is_open()) {
    throw file_error("read", path, errno);
  }
  return read_all(file, path);
}

void RealFiles::read_blocks(const std::string& path, const std::function<void(std::string_view block)>& use) const {
  const Descriptor file = open_to_read(path);
  if (!file.is_open()) {
    throw file_error("read", path, errno);
  }
  read_descriptor(file, path, use);
}

std::optional<std::string> RealFiles::read_if_exists(const std::string& path) const {
  const Descriptor file = open_to_read(path);
  if (!file.is_open()) {
    if (errno == ENOENT || errno == ENOTDIR) {
      return std::nullopt;
    }
    throw file_error("read", path, errno);
  }
  return read_all(file, path);
}

std::vector<std::string> RealFiles::list_recursively(const std::string& directory) const {
  std::vector<std::string> paths;
  std::error_code code;
  fs::recursive_directory_iterator entry(directory, code);
  for (; !code && entry != fs::recursive_directory_iterator(); entry.increment(code)) {
    if (is_hidden(entry->path())) {
      entry.disable_recursion_pending();
      continue;
    }
    std::error_code ignored;  // a dangling link is no regular file
    if (entry->is_regular_file(ignored)) {
      paths.push_back(entry->path().lexically_relative(directory).string());
    }
  }
  if (code) {
    throw file_error("read", directory, code);
  }
  std::ranges::sort(paths);
  return paths;
}

std::vector<std::string> RealFiles::list(const std::string& directory) const {
  std::vector<std::string> names;
  std::error_code code;
  fs::directory_iterator entry(directory, code);
  for (; !code && entry != fs::directory_iterator(); entry.increment(code)) {
    std::error_code ignored;  // a dangling link is no regular file
    if (!is_hidden(entry->path()) && entry->is_regular_file(ignored)) {
      names.push_back(entry->path().filename().string());
    }
  }
  if (code) {
    throw file_error("read", directory, code);
  }
  std::ranges::sort(names);
  return names;
}

bool RealFiles::is_directory(const std::string& path) const {
  std::error_code ignored;
  return fs::is_directory(path, ignored);
}

bool RealFiles::exists(const std::string& path) const {
  std::error_code ignored;
  return fs::exists(fs::symlink_status(path, ignored));
}

}  // namespace kgpu::system
