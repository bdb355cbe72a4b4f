#pragma once

#include "kgpu/system/private_folder.hpp"

#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace kgpu::system {

/// Larger files are refused: no catalogue, template or manifest comes near (CONTRACTS §8).
inline constexpr std::size_t k_most_file_bytes = std::size_t{64} << 20;

struct FileText {
  std::string path;
  std::string text;
};

/// The file system as a command sees it. Real in production, in memory in tests.
class Files {
 public:
  virtual ~Files() = default;

  /// The whole file. Throws Error{io}: `cannot read 'PATH': No such file or directory`; so too for a directory and
  /// for more than k_most_file_bytes.
  [[nodiscard]] virtual std::string read(const std::string& path) const = 0;
  /// The file in blocks, whatever its size, for what is read as it comes. Fails as read() does.
  virtual void read_blocks(const std::string& path, const std::function<void(std::string_view block)>& use) const {
    use(read(path));
  }
  /// The file, or empty when there is none. Other failures throw.
  [[nodiscard]] virtual std::optional<std::string> read_if_exists(const std::string& path) const = 0;
  /// Paths of the regular files below `directory`, relative to it, sorted by bytes. Links to files count, links to
  /// directories are not followed, names that begin with a dot are left out (editors, git, mounted ConfigMaps).
  /// Throws Error{io} when it is no directory.
  [[nodiscard]] virtual std::vector<std::string> list_recursively(const std::string& directory) const = 0;
  /// Names of the regular files in `directory` itself, sorted by bytes, with the exceptions of list_recursively.
  [[nodiscard]] virtual std::vector<std::string> list(const std::string& directory) const = 0;
  /// False too for what is not there.
  [[nodiscard]] virtual bool is_directory(const std::string& path) const = 0;
  /// Whether anything is there, a file or something else.
  [[nodiscard]] virtual bool exists(const std::string& path) const { return read_if_exists(path).has_value(); }
  /// Writes each file whole or not at all: all are written beside their places and synced before the first is renamed;
  /// a failure before that leaves nothing behind. Missing directories are made. A file that is there keeps its mode,
  /// and a link to a file keeps pointing there. Throws Error{io}, which names the files already in place when a rename
  /// fails after the first.
  virtual void write_whole(const std::vector<FileText>& files) = 0;

  using UseBlock = std::function<void(std::string_view block)>;
  /// One file, whatever its size, as write_whole() writes it: `make` gives its blocks to what it is handed. When `make`
  /// throws, nothing is left behind.
  virtual void write_blocks(const std::string& path, const std::function<void(const UseBlock& write)>& make) {
    FileText file{.path = path, .text = {}};
    make([&](std::string_view block) { file.text += block; });
    write_whole({file});
  }
  /// For what another program is to read during this run. As system::make_private_folder.
  [[nodiscard]] virtual std::unique_ptr<PrivateFolder> make_private_folder(const std::string& parent,
                                                                           const std::string& prefix) = 0;
};

/// The machine's file system.
class RealFiles final : public Files {
 public:
  [[nodiscard]] std::string read(const std::string& path) const override;
  void read_blocks(const std::string& path, const std::function<void(std::string_view block)>& use) const override;
  [[nodiscard]] std::optional<std::string> read_if_exists(const std::string& path) const override;
  [[nodiscard]] std::vector<std::string> list_recursively(const std::string& directory) const override;
  [[nodiscard]] std::vector<std::string> list(const std::string& directory) const override;
  [[nodiscard]] bool is_directory(const std::string& path) const override;
  [[nodiscard]] bool exists(const std::string& path) const override;
  void write_whole(const std::vector<FileText>& files) override;
  void write_blocks(const std::string& path, const std::function<void(const UseBlock& write)>& make) override;
  [[nodiscard]] std::unique_ptr<PrivateFolder> make_private_folder(const std::string& parent,
                                                                   const std::string& prefix) override {
    return system::make_private_folder(parent, prefix);
  }
};

}  // namespace kgpu::system
