#include "kgpu/system/private_folder.hpp"

#include "descriptor.hpp"
#include "file_error.hpp"

#include <fcntl.h>

#include <cerrno>
#include <cstdlib>
#include <filesystem>
#include <utility>

namespace kgpu::system {
namespace {

class RealPrivateFolder final : public PrivateFolder {
 public:
  explicit RealPrivateFolder(std::string path) : path_(std::move(path)) {}
  ~RealPrivateFolder() override {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }
  RealPrivateFolder(const RealPrivateFolder&) = delete;
  RealPrivateFolder& operator=(const RealPrivateFolder&) = delete;

  [[nodiscard]] const std::string& path() const override { return path_; }

  void write(const std::string& name, std::string_view text) override {
    const std::string path = path_ + "/" + name;
    if (name.empty() || name.find('/') != std::string::npos) {
      throw file_error("write", path, EINVAL);
    }
    constexpr int k_owner_only = 0600;
    Descriptor file(::open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, k_owner_only));
    if (!file.is_open()) {
      throw file_error("write", path, errno);
    }
    while (!text.empty()) {
      const ssize_t put = ::write(file.get(), text.data(), text.size());
      if (put < 0 && errno != EINTR) {
        throw file_error("write", path, errno);
      }
      text.remove_prefix(put < 0 ? 0 : static_cast<std::size_t>(put));
    }
    if (file.close() != 0) {
      throw file_error("write", path, errno);
    }
  }

 private:
  std::string path_;
};

}  // namespace

std::unique_ptr<PrivateFolder> make_private_folder(const std::string& parent, const std::string& prefix) {
  std::string path = parent + (parent.ends_with('/') ? "" : "/") + prefix + "-XXXXXX";
  if (::mkdtemp(path.data()) == nullptr) {
    throw file_error("make a folder in", parent, errno);
  }
  return std::make_unique<RealPrivateFolder>(std::move(path));
}

}  // namespace kgpu::system
