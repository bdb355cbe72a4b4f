#pragma once

#include "kgpu/base/error.hpp"
#include "kgpu/system/files.hpp"

#include <algorithm>
#include <cstddef>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace kgpu::testing {

/// A file system in memory. It records every access, and fails where a test says so.
class FakeFiles final : public system::Files {
 public:
  FakeFiles() = default;
  explicit FakeFiles(std::map<std::string, std::string> initial) : texts(std::move(initial)) {}

  std::map<std::string, std::string> texts;  ///< path to contents
  std::set<std::string> unreadable;          ///< these fail with "Permission denied"
  std::set<std::string> unwritable;          ///< so do these; nothing of the same call is written then
  std::size_t block_bytes = 0;               ///< read_blocks gives so many at a time; 0: the whole
  mutable std::vector<std::string> log;      ///< `read a.csv`, `list dir`, `write out/a.yaml`, in order

  [[nodiscard]] std::string read(const std::string& path) const override {
    const auto text = read_if_exists(path);
    if (!text) {
      throw failure("read", path, "No such file or directory");
    }
    return *text;
  }

  void read_blocks(const std::string& path, const std::function<void(std::string_view block)>& use) const override {
    const std::string text = read(path);
    const std::size_t size = block_bytes == 0 ? std::max<std::size_t>(text.size(), 1) : block_bytes;
    for (std::size_t at = 0; at == 0 || at < text.size(); at += size) {
      use(std::string_view(text).substr(at, size));
    }
  }

  [[nodiscard]] std::optional<std::string> read_if_exists(const std::string& path) const override {
    log.push_back("read " + path);
    if (unreadable.contains(path)) {
      throw failure("read", path, "Permission denied");
    }
    const auto found = texts.find(path);
    if (found != texts.end()) {
      return found->second;
    }
    if (is_directory(path)) {
      throw failure("read", path, "Is a directory");
    }
    return std::nullopt;
  }

  [[nodiscard]] std::vector<std::string> list_recursively(const std::string& directory) const override {
    log.push_back("list " + directory);
    if (unreadable.contains(directory)) {
      throw failure("read", directory, "Permission denied");
    }
    if (!is_directory(directory)) {
      throw failure("read", directory, texts.contains(directory) ? "Not a directory" : "No such file or directory");
    }
    std::vector<std::string> paths;
    const std::string prefix = with_slash(directory);
    for (const auto& [path, text] : texts) {
      if (path.starts_with(prefix) && path.find("/.", prefix.size() - 1) == std::string::npos) {
        paths.push_back(path.substr(prefix.size()));
      }
    }
    return paths;
  }

  [[nodiscard]] std::vector<std::string> list(const std::string& directory) const override {
    std::vector<std::string> names = list_recursively(directory);
    std::erase_if(names, [](const std::string& name) { return name.find('/') != std::string::npos; });
    return names;
  }

  [[nodiscard]] bool is_directory(const std::string& path) const override {
    const auto below = texts.lower_bound(with_slash(path));
    return below != texts.end() && below->first.starts_with(with_slash(path));
  }

  void write_whole(const std::vector<system::FileText>& files) override {
    for (const auto& file : files) {
      if (unwritable.contains(file.path)) {
        throw failure("write", file.path, "Permission denied");
      }
      if (is_directory(file.path)) {
        throw failure("write", file.path, "Is a directory");
      }
    }
    for (const auto& file : files) {
      log.push_back("write " + file.path);
      texts[file.path] = file.text;
    }
  }

  [[nodiscard]] std::unique_ptr<system::PrivateFolder> make_private_folder(const std::string& parent,
                                                                           const std::string& prefix) override {
    return std::make_unique<Folder>(with_slash(parent) + prefix + "-" + std::to_string(++folders_), texts);
  }

 private:
  /// Its files are in `texts` as long as it is there.
  class Folder final : public system::PrivateFolder {
   public:
    Folder(std::string path, std::map<std::string, std::string>& texts) : path_(std::move(path)), texts_(texts) {}
    ~Folder() override {
      std::erase_if(texts_, [this](const auto& file) { return file.first.starts_with(path_ + "/"); });
    }
    Folder(const Folder&) = delete;
    Folder& operator=(const Folder&) = delete;
    [[nodiscard]] const std::string& path() const override { return path_; }
    void write(const std::string& name, std::string_view text) override { texts_[path_ + "/" + name] = text; }

   private:
    std::string path_;
    std::map<std::string, std::string>& texts_;
  };

  int folders_ = 0;

  static std::string with_slash(const std::string& directory) {
    return directory.ends_with('/') ? directory : directory + '/';
  }
  static Error failure(const std::string& verb, const std::string& path, const std::string& why) {
    return {ErrorKind::io, "cannot " + verb + " '" + path + "': " + why};
  }
};

}  // namespace kgpu::testing
