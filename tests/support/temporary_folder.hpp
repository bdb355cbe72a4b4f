#pragma once

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <stdexcept>
#include <string>

namespace kgpu::testing {

/// A folder of its own, removed with the test.
class TemporaryFolder {
 public:
  TemporaryFolder() {
    std::string pattern = (std::filesystem::temp_directory_path() / "kgpu-test-XXXXXX").string();
    if (::mkdtemp(pattern.data()) == nullptr) {
      throw std::runtime_error("cannot make a temporary folder");
    }
    path_ = pattern;
  }
  ~TemporaryFolder() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;

  [[nodiscard]] std::string path(const std::string& below = {}) const {
    return below.empty() ? path_.string() : (path_ / below).string();
  }
  void put(const std::string& below, const std::string& text) const {
    std::filesystem::create_directories((path_ / below).parent_path());
    std::ofstream(path_ / below, std::ios::binary) << text;
  }
  [[nodiscard]] std::string get(const std::string& below) const {
    std::ifstream file(path_ / below, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
  }
  /// How many entries there are, hidden ones too, at any depth.
  [[nodiscard]] std::size_t entries() const {
    std::size_t count = 0;
    for (const auto& entry : std::filesystem::recursive_directory_iterator(path_)) {
      count += entry.exists() || entry.is_symlink() ? 1U : 0U;
    }
    return count;
  }

 private:
  std::filesystem::path path_;
};

}  // namespace kgpu::testing
